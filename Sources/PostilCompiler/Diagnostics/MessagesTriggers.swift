/// Triggers.
extension Message {
  static func triggerEvent(_ text: String) -> String {
    "'\(text)' doesn't specify when the trigger runs; write 'BEFORE' or 'AFTER', then 'INSERT', 'DELETE', 'UPDATE' or 'UPDATE "
      + "OF' with columns"
  }

  static func triggerStatement(_ word: String) -> String {
    "a trigger can't run a statement that starts with '\(word)'; write 'INSERT', 'UPDATE', 'DELETE' or 'SELECT', separated by ';'"
  }

  static let triggerEmpty = "the trigger has no statements; write the statements that it runs"

  static func triggerGenerated(_ column: String) -> String {
    "'\(column)' is computed and can't be set by a statement, so the trigger would never run; name the columns that it is "
      + "computed from"
  }

  static func triggersRefused(_ table: String, _ statement: String, _ reason: String) -> String {
    "SQLite rejects '\(statement)', which runs the triggers of '\(table)': \(reason); correct the names used in the triggers"
  }

  static func triggerTwice(_ name: String) -> String {
    "'\(name)' is already used in the schema; rename this trigger"
  }

  static func triggerRow(_ row: String, _ action: String, other: String) -> String {
    "there is no '\(row)' row when the trigger runs for '\(action)'; write '\(other)'"
  }

  static func unknownNameInTrigger(_ name: String, suggestion: String?) -> String {
    suggestion.map { "unknown column '\(name)'; did you mean '\($0)'?" }
      ?? "unknown column '\(name)'; write the name of a column, with 'NEW.' or 'OLD.' before it for the changed row, and write "
      + "text in single quotes"
  }
}
