import PostilSQL
import PostilSchema

/// The names of tables and columns.
extension Resolver {
  func nameTables() {
    var first: [String: Int] = [:]
    for index in models.indices where !models[index].isProjection {
      let what = models[index].isView ? "view" : "table"
      let note = models[index].source.notes(what).first
      if let note, let literal = note.strings[what == "view" ? "name" : ""] {
        models[index].tableName = literal.text
        let place = note.place(of: literal)
        models[index].origin.tableName = place
        check(literal.text, what: what, at: place)
      } else if let stated = models[index].stated {
        models[index].tableName = stated.table.name
        models[index].origin.tableName = stated.place
        check(stated.table.name, what: what, at: stated.place)
      } else {
        check(models[index].tableName, what: what, at: models[index].place)
      }
      let name = models[index].tableName
      let folded = name.foldedName
      if let other = first[folded] {
        // Two structs with the same name were reported as such.
        guard models[other].name != models[index].name else { continue }
        let isView = models[other].isView || models[index].isView
        report.error(
          (isView ? Message.viewTwice : Message.tableTwice)(name, models[other].name, models[index].name),
          at: models[index].tableNamePlace,
          notes: [(Message.tableOf(models[other].name), models[other].tableNamePlace)])
      } else {
        first[folded] = index
        _ = objectNames.take(name)
      }
    }
  }

  /// Rejects a name that SQL can't use. A reserved word is allowed, because every name is quoted; 'postil check' warns about it.
  func check(_ name: String, what: String, at place: SourcePlace) {
    if name.isEmpty {
      report.error(Message.emptyName(what), at: place)
    } else if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      report.error(Message.controlCharacter(what), at: place)
    } else if what == "table" || what == "view", name.foldedName.hasPrefix("sqlite_") {
      report.error(Message.sqliteName(name, what: what), at: place)
    } else if what == "table" || what == "view", SQLText.isTableFunction(name) {
      report.error(Message.tableFunctionName(name, what: what), at: place)
    } else if what == "table" || what == "view", name.foldedName == MigrationTable.name {
      report.error(Message.migrationTableName(name, what: what), at: place)
    }
  }

  /// The column of a property: the name in `@column("…")`, or its name in snake case.
  /// - Parameter isBehindPrefix: whether models that embed the property add a prefix.
  func columnName(of property: AnnotatedProperty, isBehindPrefix: Bool) -> String {
    guard let note = property.note("column"), let literal = note.strings[""] else {
      let name = SnakeCase.name(property.name)
      if isBehindPrefix { return name }
      check(name, what: "column", at: property.place)
      return name
    }
    check(literal.text, what: "column", at: note.place(of: literal))
    return literal.text
  }

  func checkColumnNames(of state: ModelState) {
    var first: [String: PropertyState] = [:]
    for (index, property) in state.properties.enumerated() {
      let folded = property.column.foldedName
      if let other = first[folded] {
        // A conflict within one struct was reported there.
        if let group = state.group(ofLeaf: index), other.name.hasPrefix(group.name + ".") { continue }
        if other.name == property.name {
          report.error(
            Message.lazyTwice(property.name), at: property.place, notes: [(Message.firstOne, other.place)])
          continue
        }
        let isInGroup = other.name.contains(".") || property.name.contains(".")
        report.error(
          isInGroup
            ? Message.columnOfTwoGroups(property.column, other.name, property.name)
            : Message.columnTwice(property.column, other.name, property.name), at: property.place,
          notes: [(Message.columnOf(other.name), other.place)])
      } else {
        first[folded] = property
      }
    }
  }
}
