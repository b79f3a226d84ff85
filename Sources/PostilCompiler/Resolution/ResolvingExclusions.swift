import PostilSQL
import PostilSchema

/// `@exclude`: rows whose ranges can't overlap.
extension Resolver {
  func resolveExclusions(of model: Int) {
    for note in models[model].source.notes("exclude") {
      if models[model].stated != nil {
        report.error(Message.checkOfExistingTable("exclude", models[model].name), at: note.place)
      } else if let deletion = models[model].deletion, note.strings["where"] == nil {
        report.error(Message.exclusionOfDeleted(models[model].name, column: deletion.column), at: note.place)
      } else {
        resolve(note, of: model)
      }
    }
  }

  private func resolve(_ note: BoundAnnotation, of model: Int) {
    guard let range = note.range else { return report.error(Message.exclusionWithoutRange, at: note.place) }
    guard let lower = leaves(range.lower, of: note, model), let upper = leaves(range.upper, of: note, model) else {
      return
    }
    guard lower.count == 1, upper.count == 1, lower[0].column != upper[0].column,
      lower[0].type.stored.columnType == upper[0].type.stored.columnType, lower[0].type.stored.columnType.hasRanges
    else {
      let bounds = [(range.lower.text, lower), (range.upper.text, upper)].map { name, leaves in
        (name, leaves.count == 1 ? "'\(leaves[0].type.name)'" : "several columns")
      }
      return report.error(Message.exclusionBounds(bounds[0], bounds[1]), at: note.place(of: range.lower))
    }
    guard !lower[0].type.isOptional else {
      return report.error(Message.exclusionWithoutBeginning(lower[0].name), at: note.place(of: range.lower))
    }
    var seen = Set([lower[0].column, upper[0].column])
    var columns: [String] = []
    for term in note.columns {
      guard let leaves = leaves(term.name, of: note, model) else { return }
      for leaf in leaves {
        guard seen.insert(leaf.column).inserted else {
          return report.error(Message.columnNamedTwice(leaf.name, in: note.name), at: note.place(of: term.name))
        }
        if ![nil, "BINARY"].contains(leaf.collation) || [.json, .any].contains(leaf.type.stored.columnType) {
          return report.error(Message.exclusionByEquality(leaf.name, leaf.type.name), at: note.place(of: term.name))
        }
        columns.append(leaf.column)
      }
    }
    guard let condition = condition(of: note, model) else { return }
    guard let name = name(of: note, columns: columns + [lower[0].column, upper[0].column], model) else { return }
    let exclusion = Exclusion(
      name: name, columns: columns, lower: lower[0].column, upper: upper[0].column,
      isClosed: range.isClosed, condition: condition)
    models[model].exclusions.append(exclusion)
    add(exclusion.orderCheck(of: models[model].tableName), to: model)
  }

  private func leaves(_ name: SourceText, of note: BoundAnnotation, _ model: Int) -> [PropertyState]? {
    guard let leaves = models[model].leaves(name.text) else {
      reportUnknownProperty(name, in: note, of: model)
      return nil
    }
    return Array(models[model].properties[leaves])
  }

  /// The name of the constraint, which is also that of SQLite's index.
  private func name(of note: BoundAnnotation, columns: [String], _ model: Int) -> String? {
    guard let given = note.strings["name"] else {
      return objectNames.takeUnique(ObjectName.exclusion(of: models[model].tableName, columns: columns))
    }
    check(given.text, what: "constraint", at: note.place(of: given))
    if objectNames.take(given.text) { return given.text }
    report.error(Message.indexTwice(given.text), at: note.place(of: given))
    return nil
  }

  /// Adds a check, unless the model has the same one.
  private func add(_ check: Check, to model: Int) {
    let meaning = SQLLexer.tokens(of: check.expression).meaning
    var names = NameRegister()
    for other in models[model].checks {
      if SQLLexer.tokens(of: other.expression).meaning == meaning { return }
      _ = names.take(other.name)
    }
    models[model].checks.append(Check(name: names.takeUnique(check.name), expression: check.expression))
  }
}
