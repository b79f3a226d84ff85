import PostilSQL
import PostilSchema

/// `@singleton`: a table of one row, whose key is 1 by a check.
extension Resolver {
  func resolveSingleton(_ model: Int, checkNames: inout NameRegister) {
    guard let note = models[model].source.notes("singleton").first, let key = models[model].key else { return }
    guard models[model].stated == nil else {
      return report.error(Message.singletonOfStatedTable(models[model].name), at: note.place)
    }
    guard key.identifier == .generated, key.properties == ["id"] else {
      let place = models[model].source.keyProperties.first?.place ?? models[model].place
      return report.error(
        Message.singletonKey(models[model].name), at: note.place, notes: [(Message.keyIsHere, place)])
    }
    let table = models[model].tableName
    let columns = models[model].keyColumns
    models[model].isSingleton = true
    models[model].checks.append(
      Check(
        name: checkNames.takeUnique(ObjectName.check(of: table, column: "singleton")),
        expression: "\(SQLText.identifiers(columns)) = 1"))
  }
}
