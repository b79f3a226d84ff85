/// Triggers.
extension Message {
  static func triggerEvent(_ text: String) -> String {
    "'\(text)' says not when the trigger runs; write 'BEFORE' or 'AFTER', then 'INSERT', 'DELETE', 'UPDATE' or "
      + "'UPDATE OF' with columns"
  }

  static func triggerStatement(_ word: String) -> String {
    "a trigger cannot run a statement that begins with '\(word)'; write 'INSERT', 'UPDATE', 'DELETE' or 'SELECT', and ';' "
      + "between two of them"
  }

  static let triggerEmpty = "the trigger does nothing; write the statements that it runs"

  static func triggerGenerated(_ column: String) -> String {
    "no statement sets '\(column)', which is computed, so the trigger would never run; name the columns that it is computed of"
  }

  static func triggersRefused(_ table: String, _ statement: String, _ reason: String) -> String {
    "SQLite refuses '\(statement)', which runs the triggers of '\(table)': \(reason); correct what they name"
  }

  static func triggerTwice(_ name: String) -> String {
    "'\(name)' is the name of something else in the schema; give this trigger another one"
  }

  static func triggerRow(_ row: String, _ action: String, other: String) -> String {
    "there is no '\(row)' row when the trigger runs for '\(action)'; write '\(other)'"
  }

  static func unknownNameInTrigger(_ name: String, suggestion: String?) -> String {
    suggestion.map { "'\(name)' is no column here; did you mean '\($0)'?" }
      ?? "'\(name)' is no column here; write the name of one, 'NEW.' or 'OLD.' before it for the row that changed, and a text "
      + "in single quotes"
  }
}
