import PostilSQL
import PostilSchema

/// `@renamed(from:)`: the former name of a table or column. Only migrations use it; the DDL doesn't depend on it.
extension Resolver {
  func resolveRenames() {
    var former: [String: SourcePlace] = [:]
    let notes = models.map { formerName($0.source.notes("renamed").first, what: "table") }
    let names = zip(models, notes).map { CurrentName(name: $0.tableName, former: $1?.name) }
    for model in models.indices {
      if let (name, place) = notes[model] {
        if let message = presence(of: name, before: models[model].tableName, among: names, what: "table") {
          report.error(message, at: place)
        } else if let other = former.updateValue(place, forKey: name.foldedName) {
          report.error(Message.renamedTwice(name, what: "table"), at: place, notes: [(Message.firstOne, other)])
        } else {
          models[model].renamedFrom = name
        }
      }
      resolveColumnRenames(of: model)
    }
  }

  /// The former name in the annotation of a relationship; `nil` if there is none, or if it was reported.
  func formerName(_ note: BoundAnnotation, of model: Int) -> String? {
    guard let literal = note.strings["renamedFrom"], let name = note.relationship?.name.text else { return nil }
    let isTaken = models[model].source.notes.contains { other in
      other.relationship?.name.text == literal.text && other.strings["renamedFrom"] == nil
    }
    guard literal.text != name, !isTaken else {
      report.error(Message.renamedFromPresent(literal.text, what: "relationship"), at: note.place(of: literal))
      return nil
    }
    check(literal.text, what: "relationship", at: note.place(of: literal))
    return literal.text.isEmpty ? nil : literal.text
  }

  private func resolveColumnRenames(of model: Int) {
    var former: [String: SourcePlace] = [:]
    // An annotation on a group applies to many columns. An error in it is reported only once.
    var refused: Set<SourcePlace> = []
    let properties = models[model].properties
    let notes = properties.indices.map { formerColumn($0, of: models[model]) }
    let names = zip(properties, notes).map { CurrentName(name: $0.column, former: $1?.names.first) }
    for index in properties.indices {
      guard let (candidates, place) = notes[index], let name = candidates.first, !refused.contains(place) else {
        continue
      }
      if let message = presence(of: name, before: properties[index].column, among: names, what: "column") {
        report.error(message, at: place)
        refused.insert(place)
      } else if let other = former.updateValue(place, forKey: name.foldedName) {
        report.error(Message.renamedTwice(name, what: "column"), at: place, notes: [(Message.firstOne, other)])
        refused.insert(place)
      } else {
        let isTaken = { (name: String) in names.contains { $0.name.foldedName == name.foldedName } }
        models[model].properties[index].formerNames = [name] + candidates.dropFirst().filter { !isTaken($0) }
      }
    }
  }

  /// A current name, and its former name.
  private struct CurrentName {
    var name: String
    var former: String?
  }

  /// The problem with a former name that is in use. It is allowed if what has that name now was itself renamed, for
  /// example if two columns swap names.
  private func presence(of former: String, before name: String, among names: [CurrentName], what: String) -> String? {
    let key = former.foldedName
    if key == name.foldedName {
      return former == name
        ? Message.renamedFromPresent(former, what: what) : Message.renamedFromCase(former, name, what: what)
    }
    guard let other = names.first(where: { $0.name.foldedName == key }) else { return nil }
    let isRenamed = other.former.map { $0.foldedName != key } ?? false
    return isRenamed ? nil : Message.renamedFromPresent(former, what: what)
  }

  /// The former names of a column: each group's prefix and the column's own part, renamed by the annotations; then the
  /// names with only some of these changes. The place is that of the last annotation. `nil` if there is no annotation.
  private func formerColumn(_ index: Int, of state: ModelState) -> (names: [String], place: SourcePlace)? {
    let property = state.properties[index]
    let groups = state.groups(ofLeaf: index)
    var parts = groups.map { ([formerName($0.source.note("renamed"), what: "prefix")], $0.prefix) }
    if let last = groups.last, case .identifier(let model) = last.kind, let layout = layouts.keys[model] {
      // The column is named after the column of the key, whatever its properties.
      let place = index - last.leaves.lowerBound
      let former = formerColumn(place, of: layout)
      parts.append(
        (former.map { former in former.names.map { ($0, former.place) } } ?? [], layout.properties[place].column))
    } else {
      let own = String(property.column.dropFirst(property.prefix.count))
      parts.append(([formerName(property.source.note("renamed"), what: "column")], own))
    }
    guard let place = parts.flatMap(\.0).compactMap({ $0?.place }).last else { return nil }
    let names = parts.reduce([""]) { names, part in
      let choices = part.0.compactMap { $0?.name } + [part.1]
      return names.flatMap { name in choices.map { name + $0 } }
    }
    return (names.prefix(1) + names.dropFirst().filter { $0 != property.column }, place)
  }

  /// The name in an annotation. Only the prefix of a group can be empty.
  private func formerName(_ note: BoundAnnotation?, what: String) -> (name: String, place: SourcePlace)? {
    guard let note, let literal = note.strings["from"] else { return nil }
    let place = note.place(of: literal)
    if what == "prefix", literal.text.isEmpty { return ("", place) }
    let isUsable =
      !literal.text.isEmpty && !literal.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    check(literal.text, what: what, at: place)
    return isUsable ? (literal.text, place) : nil
  }
}
