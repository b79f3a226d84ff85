/// `@table(sql:)`.
extension Message {
  static let noTableStatement =
    "'sql:' takes the one statement that made the table; write 'CREATE TABLE …' with its columns in parentheses, without ';'"

  static func statedTableRefused(_ reason: String) -> String {
    "SQLite refuses this statement; write it as the database has it (SQLite: \(reason))"
  }

  static func statedName(_ name: String, statement: String) -> String {
    "the statement makes the table '\(statement)', and the note calls it '\(name)'; write '@table(sql: …)' alone"
  }

  static func noteOfStatedTable(_ note: String, _ model: String) -> String {
    "'@\(note)' adds to a table, and the statement says all that the table of '\(model)' is; write it in the statement"
  }

  static func singletonOfStatedTable(_ model: String) -> String {
    "'@singleton' adds a check to a table, and the statement says all that the table of '\(model)' is; leave out 'sql:', "
      + "or '@singleton'"
  }

  static func statedColumnMissing(_ column: String, table: String, suggestion: String?) -> String {
    suggestion.map { "the statement of '\(table)' has no column '\(column)'; did you mean '\($0)'?" }
      ?? "the statement of '\(table)' has no column '\(column)'; write '@column(\"…\")' with the name of one"
  }

  static func statedColumnWithoutProperty(_ column: String, model: String) -> String {
    "the column '\(column)' must have a value in every row, and '\(model)' has no property for it; write one"
  }

  static func statedWithoutPosition(_ column: String, model: String) -> String {
    "'ordered' keeps its order in a column '\(column)', which the statement of '\(model)' has not; remove 'ordered', or "
      + "'sql:'"
  }

  static func statedNotNull(_ property: String, _ type: String, column: String) -> String {
    "the statement says that '\(column)' is NOT NULL, and '\(property)' is '\(type)?'; write '\(type)'"
  }

  static func statedNull(_ property: String, _ type: String, column: String) -> String {
    "the statement lets '\(column)' be NULL, and '\(property)' is '\(type)'; write '\(type)?'"
  }

  static func statedGenerated(_ property: String, isGenerated: Bool) -> String {
    isGenerated
      ? "the statement computes the column of '\(property)'; write '// @generated(\"…\")' with its expression"
      : "the statement does not compute the column of '\(property)'; remove '@generated'"
  }

  static func statedStored(_ property: String, isStored: Bool) -> String {
    "the column of '\(property)' is \(isStored ? "stored" : "virtual") in the statement; write "
      + "'\(isStored ? "stored" : "virtual")'"
  }

  static func statedWithoutDefault(_ property: String, column: String) -> String {
    "the database fills '\(property)', and '\(column)' has no default in the statement; remove the note, or write the "
      + "property without it"
  }

  static func statedDefault(_ property: String, column: String, found: String?) -> String {
    found.map { "the default of '\(column)' is '\($0)' in the statement; write '@default(sql:)' with the same" }
      ?? "'\(column)' has no default in the statement; remove '@default', or give '\(property)' one in Swift"
  }

  static func statedType(
    _ property: String, _ type: String, column: String, _ declaredType: String, _ problem: String
  ) -> String {
    let declared = declaredType.isEmpty ? "a column without a type" : "'\(declaredType)'"
    return "'\(column)' is \(declared) in the statement, which \(problem) a '\(type)'; write the type of what "
      + "'\(property)' holds there"
  }

  static func statedKeyNotAssigned(_ model: String, _ columns: [String]) -> String {
    "'ID' of '\(model)' is given by the database, and \(list(columns)) is no 'INTEGER PRIMARY KEY' in the statement; write "
      + "'Int', which drafts give"
  }

  static func statedKey(_ model: String, _ columns: [String], statement: [String]) -> String {
    let key = list(columns)
    return statement.isEmpty
      ? "the key of '\(model)' is \(key), and the statement has none; write 'let id: ID  // @column(\"rowid\")'"
      : "the key of '\(model)' is \(key), and the statement's is \(list(statement)); write '// @primaryKey' on each "
        + "property of it"
  }

  static func statedReferenceMissing(_ columns: [String], table: String, _ referenced: [String]) -> String {
    "the statement has no FOREIGN KEY from \(list(columns)) to \(list(referenced)) of '\(table)'; remove '@references', or "
      + "write the key in the statement"
  }

  static func statedDeleteRule(_ words: String, word: String) -> String {
    "the statement says 'ON DELETE \(words)' of this reference; write 'onDelete: \(word)'"
  }
}
