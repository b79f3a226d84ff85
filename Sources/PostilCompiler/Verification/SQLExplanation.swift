import PostilSQL
import PostilSchema

/// An explanation of SQLite's error message about the SQL of an annotation, followed by SQLite's message.
struct SQLExplanation {
  var text: String

  /// The name of the check that a generated value has the type of its column.
  static let typeCheck = "postil_type"

  init(_ message: String, snippet: SQLSnippet, table: AnnotatedTable, in database: ScratchDatabase) {
    if message.hasSuffix(Self.typeCheck), let column = table.table.columns.first(where: { $0.name == snippet.column }) {
      text = Message.generatedDoesNotFit(column.name, SQLiteColumnType.name(of: column.type))
      return
    }
    text = Self.plain(message, snippet: snippet, table: table, in: database) + " (SQLite: \(message))"
  }

  /// For the `SELECT` of a view or the statement of a named query, which can read all tables and views.
  init(
    _ message: String, snippet: SQLSnippet, table: AnnotatedTable, schema: Schema, in database: ScratchDatabase
  ) {
    let plain =
      Self.ofSelect(message, snippet: snippet, schema: schema)
      ?? Self.plain(message, snippet: snippet, table: table, in: database)
    text = plain + " (SQLite: \(message))"
  }

  private static func ofSelect(_ message: String, snippet: SQLSnippet, schema: Schema) -> String? {
    let tables = schema.tables
    if let table = rest(of: message, behind: "no such table: ") {
      return Message.unknownTable(
        table, suggestion: Spelling.nearest(to: table, in: tables.map(\.name) + schema.views.map(\.name)))
    }
    if let written = rest(of: message, behind: "no such column: ") {
      let name = written.split(separator: ".").last.map(String.init) ?? written
      let columns = tables.flatMap(\.columns).map(\.name)
      let snakeCase = SnakeCase.name(name)
      let suggestion = columns.contains(snakeCase) ? snakeCase : Spelling.nearest(to: name, in: columns)
      let isQuery = snippet.kind == .query
      return Message.unknownResultColumn(
        written, of: isQuery ? "statement" : "SELECT", suggestion: suggestion == name ? nil : suggestion,
        isQuoted: SnippetScanner.doubleQuotedNames(in: snippet.literal.text).contains { $0.name == written })
    }
    if message.hasPrefix("table "), let range = message.firstRange(of: " has no column named ") {
      let table = String(message[..<range.lowerBound].dropFirst(6))
      let name = String(message[range.upperBound...])
      let columns = tables.first { $0.name == table }?.columns.map(\.name) ?? []
      return Message.unknownColumn(
        name, table: table, suggestion: Spelling.nearest(to: name, in: columns), isQuoted: false)
    }
    if let column = rest(of: message, behind: "ambiguous column name: ") { return Message.ambiguousColumn(column) }
    if message.hasPrefix("near \""), let word = message.split(separator: "\"").dropFirst().first,
      ScratchDatabase.isKeyword(word),
      tables.contains(where: { $0.columns.contains { $0.name.foldedName == word.lowercased() } })
    {
      return Message.keywordAsColumn(String(word))
    }
    if message.contains("circularly defined") { return Message.circularView }
    if message.hasPrefix("ON CONFLICT clause does not match") { return Message.conflictTarget }
    return nil
  }

  private static func plain(
    _ message: String, snippet: SQLSnippet, table: AnnotatedTable, in database: ScratchDatabase
  ) -> String {
    if let column = rest(of: message, behind: "no such column: ") {
      return unknownColumn(column, snippet: snippet, table: table)
    }
    if let function = rest(of: message, behind: "no such function: ") {
      let functions = (try? database.run("SELECT DISTINCT name FROM pragma_function_list ORDER BY name")) ?? []
      return Message.unknownFunction(
        function, suggestion: Spelling.nearest(to: function, in: functions.compactMap { $0 }.filter(isWord)))
    }
    if let collation = rest(of: message, behind: "no such collation sequence: ") {
      return Message.unknownCollation(collation)
    }
    if message == "incomplete input" { return Message.incompleteSQL }
    if message.contains("row value misused"), snippet.kind == .indexTerm {
      return Message.severalTerms(snippet.annotation)
    }
    if message.hasPrefix("near \""), let word = message.split(separator: "\"").dropFirst().first {
      if ScratchDatabase.isKeyword(word),
        table.table.columns.contains(where: { $0.name.foldedName == word.lowercased() })
      {
        return Message.keywordAsColumn(String(word))
      }
      return Message.unreadableSQL(near: String(word))
    }
    if message.contains("wrong number of arguments") { return Message.wrongArguments }
    if message.contains("not constant") { return Message.defaultNotConstant(table.table.name) }
    if message.contains("subqueries prohibited") { return Message.subqueryProhibited(snippet.annotation) }
    if message.contains("non-deterministic") { return Message.notDeterministic(snippet.annotation) }
    if message.contains("misuse of aggregate") || message.contains("misuse of window") {
      return Message.aggregateProhibited(snippet.annotation)
    }
    if snippet.kind == .defaultValue, message.contains("constraint failed") || message.contains("cannot store") {
      return Message.defaultDoesNotFit(snippet.column ?? "")
    }
    return Message.refusedSQL(snippet.annotation)
  }

  private static func unknownColumn(_ written: String, snippet: SQLSnippet, table: AnnotatedTable) -> String {
    let name = written.split(separator: ".").last.map(String.init) ?? written
    if snippet.kind == .defaultValue { return Message.columnInDefault(name) }
    if let property = table.origin.columns.first(where: { $0.property == name }) {
      return Message.propertyInSQL(name, column: property.name)
    }
    let isQuoted = SnippetScanner.doubleQuotedNames(in: snippet.literal.text).contains { $0.name == written }
    let suggestion = Spelling.nearest(to: name, in: table.origin.columns.map(\.name))
    return Message.unknownColumn(name, table: table.table.name, suggestion: suggestion, isQuoted: isQuoted)
  }

  private static func rest(of message: String, behind prefix: String) -> String? {
    message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
  }

  private static func isWord(_ name: String) -> Bool { name.first?.isLetter == true }
}
