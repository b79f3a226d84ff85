import PostilSQL
import PostilSchema

/// `@trigger`: statements that the database runs when a row is inserted, updated or deleted.
extension Resolver {
  func resolveTriggers(of model: Int) {
    let notes = models[model].source.notes("trigger")
    // Given names are reserved before names are generated.
    let chosen = notes.map { note in note.strings["name"].map { ($0.text, note.place(of: $0)) } }
    for case (let name, let place)? in chosen {
      check(name, what: "trigger", at: place)
      if !objectNames.take(name) { report.error(Message.triggerTwice(name), at: place) }
    }
    for (note, chosen) in zip(notes, chosen) {
      guard let event = event(of: note, model: model) else { continue }
      let condition = note.strings["when"].map { triggerSnippet($0, note, model: model, event, .triggerCondition) }
      guard let literal = note.strings["do"], let pieces = statements(in: literal, note) else { continue }
      let statements = pieces.map { triggerSnippet($0, note, model: model, event, .triggerStatement) }
      guard condition != .some(nil), !statements.contains(nil) else { continue }
      let habit = ObjectName.trigger(
        of: models[model].tableName, columns: event.columns, "\(event.time)_\(event.action)".lowercased())
      models[model].triggers.append(
        Trigger(
          name: chosen?.0 ?? objectNames.takeUnique(habit), table: models[model].tableName, event: event.sql,
          condition: condition ?? nil, statements: statements.compactMap { $0 }))
    }
  }

  // MARK: The event

  /// `AFTER UPDATE OF done`
  private func event(of note: BoundAnnotation, model: Int) -> TriggerEvent? {
    guard let literal = note.strings[""] else { return nil }
    var words = SQLLexer.tokens(of: literal.text).filter { !$0.is(",") }[...]
    guard let time = words.popFirst()?.name.uppercased(), ["BEFORE", "AFTER"].contains(time),
      let action = words.popFirst()?.name.uppercased(), ["INSERT", "UPDATE", "DELETE"].contains(action)
    else {
      report.error(Message.triggerEvent(literal.text), at: note.place(of: literal))
      return nil
    }
    guard let of = words.popFirst() else { return TriggerEvent(time: time, action: action, columns: []) }
    guard action == "UPDATE", of.is("of"), !words.isEmpty else {
      report.error(Message.triggerEvent(literal.text), at: note.place(of: literal))
      return nil
    }
    let known = words.compactMap { column($0, of: literal, note, model: model) }
    return known.count == words.count ? TriggerEvent(time: time, action: action, columns: known) : nil
  }

  private func column(
    _ word: SQLToken, of literal: StringLiteral, _ note: BoundAnnotation, model: Int
  ) -> String? {
    let properties = models[model].properties
    let place = SourcePlace(
      path: note.place.path, position: literal.positions[min(word.offset, literal.positions.count - 1)])
    if let property = properties.first(where: { $0.column.foldedName == word.name.foldedName }) {
      if property.role != .generated { return property.column }
      report.error(Message.triggerGenerated(property.column), at: place)
      return nil
    }
    if let property = properties.first(where: { $0.name == word.name }) {
      report.error(Message.propertyInSQL(word.name, column: property.column), at: place)
    } else {
      report.error(
        Message.unknownColumn(
          word.name, table: models[model].tableName,
          suggestion: Spelling.nearest(to: word.name, in: properties.map(\.column)), isQuoted: false), at: place)
    }
    return nil
  }

  // MARK: The SQL

  /// The statements of `do:`, separated by semicolons; `nil` if one can't run in a trigger, which is reported.
  private func statements(in literal: StringLiteral, _ note: BoundAnnotation) -> [StringLiteral]? {
    let pieces = SnippetScanner.pieces(of: literal.text).map { range in
      StringLiteral(
        text: String(decoding: Array(literal.text.utf8)[range], as: UTF8.self),
        positions: Array(literal.positions[range.lowerBound...min(range.upperBound, literal.positions.count - 1)]))
    }
    guard !pieces.isEmpty else {
      report.error(Message.triggerEmpty, at: note.place(of: literal))
      return nil
    }
    var isValid = true
    for piece in pieces {
      let verb = piece.text.prefix { $0.isASCII && $0.isLetter }
      if !["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT"].contains(verb.uppercased()) {
        report.error(
          Message.triggerStatement(String(verb.isEmpty ? piece.text.prefix(1) : verb)), at: note.place(of: piece))
        isValid = false
      }
    }
    return isValid ? pieces : nil
  }

  private func triggerSnippet(
    _ literal: StringLiteral, _ note: BoundAnnotation, model: Int, _ event: TriggerEvent, _ kind: SQLSnippet.Kind
  ) -> String? {
    accept(
      SQLSnippet(kind: kind, annotation: "@trigger", literal: literal, place: note.place, event: event), of: model)
  }
}

/// When a trigger runs.
package struct TriggerEvent: Hashable, Sendable {
  /// `BEFORE` or `AFTER`.
  package var time: String
  /// `INSERT`, `UPDATE` or `DELETE`.
  package var action: String
  /// The columns of `UPDATE OF`; empty for all updates.
  package var columns: [String]

  /// `AFTER UPDATE OF "done"`
  var sql: String { "\(time) \(action)" + (columns.isEmpty ? "" : " OF \(SQLText.identifiers(columns))") }
}
