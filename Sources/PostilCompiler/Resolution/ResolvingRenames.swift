import PostilSchema

/// `@renamed(from:)`: the name that a table or column had before. Migrations read it; the DDL is the same without it.
extension Resolver {
  func resolveRenames() {
    var former: [String: SourcePlace] = [:]
    let tables = Set(models.map { NameRegister.folded($0.tableName) })
    for model in models.indices {
      if let (name, place) = formerName(models[model].source.notes("renamed").first, what: "table") {
        if tables.contains(NameRegister.folded(name)) {
          report.error(Message.renamedFromPresent(name, what: "table"), at: place)
        } else if let other = former.updateValue(place, forKey: NameRegister.folded(name)) {
          report.error(Message.renamedTwice(name, what: "table"), at: place, notes: [(Message.firstOne, other)])
        } else {
          models[model].renamedFrom = name
        }
      }
      resolveColumnRenames(of: model)
    }
  }

  private func resolveColumnRenames(of model: Int) {
    var former: [String: SourcePlace] = [:]
    let columns = Set(models[model].properties.map { NameRegister.folded($0.column) })
    for index in models[model].properties.indices {
      guard let (name, place) = formerColumn(index, of: model) else { continue }
      if columns.contains(NameRegister.folded(name)) {
        report.error(Message.renamedFromPresent(name, what: "column"), at: place)
      } else if let other = former.updateValue(place, forKey: NameRegister.folded(name)) {
        report.error(Message.renamedTwice(name, what: "column"), at: place, notes: [(Message.firstOne, other)])
      } else {
        models[model].properties[index].renamedFrom = name
      }
    }
  }

  /// What a column was called: of a part of a group behind what its names begin with, now or before.
  private func formerColumn(_ index: Int, of model: Int) -> (String, SourcePlace)? {
    let property = models[model].properties[index]
    if let (name, place) = formerName(property.source.note("renamed"), what: "column") {
      return (property.prefix + name, place)
    }
    guard let group = models[model].group(ofLeaf: index),
      let (prefix, place) = formerName(group.source.note("renamed"), what: "column")
    else { return nil }
    return (prefix + property.column.dropFirst(group.prefix.count), place)
  }

  private func formerName(_ note: BoundAnnotation?, what: String) -> (String, SourcePlace)? {
    guard let note, let literal = note.strings["from"] else { return nil }
    let place = note.place(of: literal)
    let isUsable =
      !literal.text.isEmpty && !literal.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    check(literal.text, isExplicit: true, what: what, at: place)
    return isUsable ? (literal.text, place) : nil
  }
}
