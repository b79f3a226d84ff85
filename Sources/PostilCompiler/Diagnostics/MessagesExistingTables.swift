/// `@table(sql:)`.
extension Message {
  static let noTableStatement =
    "'sql:' takes the single statement that created the table; write 'CREATE TABLE …' with its columns in parentheses, without "
    + "';'"

  static func statedTableRefused(_ reason: String) -> String {
    "SQLite rejects this statement; copy it from the database's schema (SQLite: \(reason))"
  }

  static func statedCallRefused(_ call: String) -> String {
    "SQLite refuses every insert into this table, because the result of '\(call)' changes; change the table in the database, then copy "
      + "its statement"
  }

  static func statedName(_ name: String, statement: String) -> String {
    "the statement creates the table '\(statement)', but the annotation names it '\(name)'; write only '@table(sql: …)'"
  }

  static func noteOfExistingTable(_ note: String, _ model: String) -> String {
    "'@\(note)' can't be combined with 'sql:', because the statement defines the whole table of '\(model)'; write it in the "
      + "statement"
  }

  static func checkOfExistingTable(_ note: String, _ model: String) -> String {
    "'@\(note)' adds a check and can't be combined with 'sql:', because the statement defines the whole table of '\(model)'; "
      + "remove 'sql:' or '@\(note)'"
  }

  static func statedColumnMissing(_ column: String, table: String, suggestion: String?) -> String {
    suggestion.map { "the statement of '\(table)' has no column '\(column)'; did you mean '\($0)'?" }
      ?? "the statement of '\(table)' has no column '\(column)'; write '@column(\"…\")' with the name of a column"
  }

  static func statedColumnWithoutProperty(_ column: String, model: String) -> String {
    "the column '\(column)' must have a value in every row, but '\(model)' has no property for it; add one"
  }

  static func statedWithoutPosition(_ column: String, model: String) -> String {
    "'ordered' stores the order in a column '\(column)', which is missing from the statement of '\(model)'; remove 'ordered' or "
      + "'sql:'"
  }

  static func statedNotNull(_ property: String, _ type: String, column: String) -> String {
    "'\(column)' is NOT NULL in the statement, but '\(property)' is '\(type)?'; write '\(type)'"
  }

  static func statedNull(_ property: String, _ type: String, column: String) -> String {
    "'\(column)' can be NULL in the statement, but '\(property)' is '\(type)'; write '\(type)?'"
  }

  static func statedGenerated(_ property: String, isGenerated: Bool) -> String {
    isGenerated
      ? "the column of '\(property)' is a generated column in the statement; write '// @generated(\"…\")' with its expression"
      : "the column of '\(property)' is not a generated column in the statement; remove '@generated'"
  }

  static func statedStored(_ property: String, isStored: Bool) -> String {
    "the column of '\(property)' is \(isStored ? "stored" : "virtual") in the statement; write "
      + "'\(isStored ? "stored" : "virtual")'"
  }

  static func statedWithoutDefault(_ property: String, column: String) -> String {
    "the database must set '\(property)', but '\(column)' has no default in the statement; remove the annotation"
  }

  static func statedDefault(_ property: String, column: String, found: String?) -> String {
    found.map { "the default of '\(column)' is '\($0)' in the statement; write '@default(sql:)' with the same value" }
      ?? "'\(column)' has no default in the statement; remove '@default', or give '\(property)' one in Swift"
  }

  static func statedType(
    _ property: String, column: String, _ declaredType: String, _ problem: String
  ) -> String {
    let declared = declaredType.isEmpty ? "a column without a type" : "'\(declaredType)'"
    return
      "'\(column)' is \(declared) in the statement, which \(problem); write the type of the values that '\(property)' "
      + "holds there"
  }

  static func statedKeyNotAssigned(_ model: String, _ columns: [String]) -> String {
    "'ID' of '\(model)' is assigned by the database, but \(list(columns)) is not an 'INTEGER PRIMARY KEY' in the statement; "
      + "write 'Int', which is set in the draft"
  }

  static func statedKey(_ model: String, _ columns: [String], statement: [String]) -> String {
    let key = list(columns)
    return statement.isEmpty
      ? "the key of '\(model)' is \(key), but the statement has no primary key; write 'let id: ID  // @column(\"rowid\")'"
      : "the key of '\(model)' is \(key), but the primary key of the statement is \(list(statement)); write '// @primaryKey' on "
        + "each property of that key"
  }

  static func statedReferenceMissing(_ columns: [String], table: String, _ referenced: [String]) -> String {
    "the statement has no FOREIGN KEY from \(list(columns)) to \(list(referenced)) of '\(table)'; write 'enforced: "
      + "false', or add the foreign key to the statement"
  }

  static func statedReferenceEnforced(_ columns: [String], table: String) -> String {
    "the statement has a FOREIGN KEY from \(list(columns)) to '\(table)', which the database enforces; remove 'enforced: false'"
  }

  static func statedDeleteRule(_ words: String, word: String) -> String {
    "the statement has 'ON DELETE \(words)' for this reference; write 'onDelete: \(word)'"
  }
}
