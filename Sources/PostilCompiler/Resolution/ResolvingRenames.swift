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
    // One note beside a group is of many columns, and one of them is enough to say what is wrong with it.
    var refused: Set<SourcePlace> = []
    let columns = Set(models[model].properties.map { NameRegister.folded($0.column) })
    for index in models[model].properties.indices {
      guard let (name, place) = formerColumn(index, of: model), !refused.contains(place) else { continue }
      if columns.contains(NameRegister.folded(name)) {
        report.error(Message.renamedFromPresent(name, what: "column"), at: place)
        refused.insert(place)
      } else if let other = former.updateValue(place, forKey: NameRegister.folded(name)) {
        report.error(Message.renamedTwice(name, what: "column"), at: place, notes: [(Message.firstOne, other)])
        refused.insert(place)
      } else {
        models[model].properties[index].renamedFrom = name
      }
    }
  }

  /// What a column was called: each group that it is a part of, and its own part of the name, as it was before where a note
  /// says so. The place is that of the last note; `nil` where there is none.
  private func formerColumn(_ index: Int, of model: Int) -> (String, SourcePlace)? {
    let property = models[model].properties[index]
    var name = ""
    var place: SourcePlace?
    for group in models[model].groups(ofLeaf: index) {
      let former = formerName(group.source.note("renamed"), what: "prefix")
      name += former?.name ?? group.prefix
      place = former?.place ?? place
    }
    let former = formerName(property.source.note("renamed"), what: "column")
    name += former?.name ?? String(property.column.dropFirst(property.prefix.count))
    return (former?.place ?? place).map { (name, $0) }
  }

  /// The name that a note gives. Only what the columns of a group begin with can have been nothing.
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
