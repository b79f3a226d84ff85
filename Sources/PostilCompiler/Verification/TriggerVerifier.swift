import PostilSQL
import PostilSchema

/// Checks each part of a `@trigger` on its own, in a database with the whole schema.
///
/// SQLite resolves the names in a trigger when it runs, not when it is created. Therefore a statement that fires the
/// trigger is prepared.
struct TriggerVerifier {
  /// A database with the whole schema, but without its triggers.
  let database: ScratchDatabase
  let schema: Schema

  /// Checks the triggers that use no tables with errors. Errors go to `report`.
  static func verify(
    _ graph: ModelGraph, without faulty: inout FaultyTables, report: DiagnosticReport
  ) throws(ScratchDatabase.Failure) {
    let models = graph.models.filter { $0.origin.snippets.contains { $0.event != nil } }
    guard !models.isEmpty else { return }
    var schema = graph.schema
    for table in schema.tables.indices { schema.tables[table].triggers = [] }
    let database = try ScratchDatabase(namesOf: graph)
    database.refuseTextInDoubleQuotes()
    database.create(schema, without: &faulty)
    let verifier = TriggerVerifier(database: database, schema: schema)
    for model in models where !faulty.contains(model.table.name) {
      for snippet in model.origin.snippets {
        guard let event = snippet.event, !faulty.areRead(by: snippet.literal.text) else { continue }
        do throws(Problem) {
          try verifier.verify(snippet, event, of: model)
        } catch {
          if faulty.isPartial, error.isOfMissingTable { continue }
          report.error(error.text, at: snippet.place(of: error.offset))
        }
      }
    }
  }

  private struct Problem: Error {
    var text: String
    /// In the bytes of the snippet.
    var offset: Int?
    var isOfMissingTable = false
  }

  private func verify(_ snippet: SQLSnippet, _ event: TriggerEvent, of model: ResolvedModel) throws(Problem) {
    let isCondition = snippet.kind == .triggerCondition
    let text = snippet.literal.text
    guard let table = schema.tables.first(where: { $0.name == model.table.name }),
      let firing = table.firing(event.action),
      // An error in this statement wasn't caused by the trigger.
      (try? database.prepare(firing)) != nil
    else { return }
    // The parentheses prevent an incomplete condition from continuing in the text after it.
    let trigger = Trigger(
      name: "postil_snippet", table: table.name, event: "\(event.time) \(event.action)",
      condition: isCondition ? "(\(text))" : nil, statements: [isCondition ? "SELECT 1" : text])
    let owner = Table(
      name: table.name, columns: [], primaryKey: KeyConstraint(name: "", columns: []), triggers: [trigger])
    let sql = Schema(tables: [owner]).script().statements.last?.sql ?? ""
    do throws(ScratchDatabase.Failure) {
      try database.run(sql)
    } catch {
      let start = sql.firstRange(of: text).map { sql.utf8.distance(from: sql.startIndex, to: $0.lowerBound) } ?? 0
      throw problem(error.message, snippet, event, of: model, offset: error.offset.map { $0 - start })
    }
    defer { _ = try? database.run("DROP TRIGGER \"postil_snippet\"") }
    do throws(ScratchDatabase.Failure) {
      try database.prepare(firing)
    } catch {
      throw problem(error.message, snippet, event, of: model, offset: nil)
    }
  }

  private func problem(
    _ message: String, _ snippet: SQLSnippet, _ event: TriggerEvent, of model: ResolvedModel, offset: Int?
  ) -> Problem {
    if let offset, offset >= snippet.literal.text.utf8.count {
      return Problem(text: "\(Message.incompleteSQL) (SQLite: \(message))", offset: nil)
    }
    let (text, name) = explanation(of: message, event, of: model)
    let place = offset ?? name.flatMap { self.offset(of: $0, in: snippet.literal.text) }
    return Problem(
      text: "\(text) (SQLite: \(message))", offset: place, isOfMissingTable: message.hasPrefix("no such table"))
  }

  /// An explanation of SQLite's message, and the name in it.
  private func explanation(of message: String, _ event: TriggerEvent, of model: ResolvedModel) -> (String, String?) {
    let own = model.origin.columns
    func rest(_ prefix: String) -> String? {
      message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
    }
    if let written = rest("no such table: ") {
      let name = written.hasPrefix("main.") ? String(written.dropFirst(5)) : written
      let suggestion = Spelling.nearest(to: name, in: schema.tables.map(\.name) + schema.views.map(\.name))
      return (Message.unknownTable(name, suggestion: suggestion), name)
    }
    if let written = rest("no such column: ") {
      let parts = written.split(separator: ".").map(String.init)
      let name = parts.last ?? written
      let row = parts.count > 1 ? parts[0].uppercased() : ""
      if let other = ["NEW DELETE": "OLD", "OLD INSERT": "NEW"]["\(row) \(event.action)"] {
        return (Message.triggerRow(row, event.action, other: other), written)
      }
      guard ["NEW", "OLD"].contains(row) else {
        let columns = schema.tables.flatMap(\.columns).map(\.name)
        return (Message.unknownNameInTrigger(name, suggestion: Spelling.nearest(to: name, in: columns)), written)
      }
      if let property = own.first(where: { $0.property == name }) {
        return (Message.propertyInSQL(name, column: property.name), written)
      }
      let suggestion = Spelling.nearest(to: name, in: own.map(\.name))
      return (Message.unknownColumn(name, table: model.table.name, suggestion: suggestion, isQuoted: false), written)
    }
    if message.hasPrefix("table "), let range = message.firstRange(of: " has no column named ") {
      let table = String(message[..<range.lowerBound].dropFirst(6))
      let name = String(message[range.upperBound...])
      let columns = schema.tables.first { $0.name == table }?.columns.map(\.name) ?? []
      let suggestion = Spelling.nearest(to: name, in: columns)
      return (Message.unknownColumn(name, table: table, suggestion: suggestion, isQuoted: false), name)
    }
    if let function = rest("no such function: ") {
      return (Message.unknownFunction(function, suggestion: nil), function)
    }
    if message == "incomplete input" { return (Message.incompleteSQL, nil) }
    if message.hasPrefix("near \""), let word = message.split(separator: "\"").dropFirst().first {
      return (Message.unreadableSQL(near: String(word)), String(word))
    }
    return (Message.refusedSQL("@trigger"), nil)
  }

  /// The offset of the first use of a name as a whole word outside string literals.
  private func offset(of name: String, in text: String) -> Int? {
    let names = SQLLexer.tokens(of: name).map(\.foldedName)
    let tokens = SQLLexer.tokens(of: text)
    let first = tokens.indices.first { index in
      tokens[index].kind != .text && tokens[index...].lazy.map(\.foldedName).starts(with: names)
    }
    return first.map { tokens[$0].offset + (tokens[$0].isQuoted ? 1 : 0) }
  }
}

extension Table {
  /// A statement that fires the table's triggers for `INSERT`, `UPDATE` or `DELETE`; `nil` if no statement can.
  func firing(_ action: String) -> String? {
    let table = SQLText.identifier(name)
    switch action {
    case "INSERT": return "INSERT INTO \(table) DEFAULT VALUES"
    case "DELETE": return "DELETE FROM \(table)"
    default:
      let columns = columns.filter { $0.generation == nil }.map { "\(SQLText.identifier($0.name)) = NULL" }
      return columns.isEmpty ? nil : "UPDATE \(table) SET \(columns.joined(separator: ", "))"
    }
  }
}
