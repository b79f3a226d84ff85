/// SQL in annotations, and triggers.
extension Message {
  static func snippetRefused(_ annotation: String, _ reason: SnippetScanner.Problem.Reason) -> String {
    switch reason {
    case .empty: "the SQL of '\(annotation)' is empty; write \(kindOfSQL(annotation, article: true))"
    case .unbalanced: "unmatched parenthesis in this SQL; close every open parenthesis, and no others"
    case .unclosedQuote: "unclosed quote in this SQL; add the closing quote"
    case .severalStatements:
      "'\(annotation)' takes a single \(kindOfSQL(annotation)); remove the ';' and everything after it"
    case .comment: "a comment in this SQL would comment out the rest of the statement; move it after the annotation"
    case .zeroByte: "this SQL contains a zero byte, where SQLite would stop reading; remove it"
    case .parameter(let name) where annotation == "@query":
      "'\(name)' is not a valid parameter in a named query; write ':' and the parameter's name, as in ':day'"
    case .parameter(let name): "'\(name)' is a parameter, which isn't allowed here; write the value itself"
    }
  }

  private static func kindOfSQL(_ annotation: String, article: Bool = false) -> String {
    switch annotation {
    case "@view": article ? "a SELECT" : "SELECT"
    case "@query": article ? "a statement, or what follows FROM" : "statement"
    default: article ? "an expression" : "expression"
    }
  }

  static func unknownColumn(_ name: String, table: String, suggestion: String?, isQuoted: Bool) -> String {
    if let suggestion { return "unknown column '\(name)' in '\(table)'; did you mean '\(suggestion)'?" }
    return isQuoted
      ? "unknown column '\(name)' in '\(table)'; write text in single quotes"
      : "unknown column '\(name)' in '\(table)'; write the name of a column"
  }

  static func propertyInSQL(_ property: String, column: String) -> String {
    "'\(property)' is the name of a property; write the name of its column, '\(column)'"
  }

  static func columnInDefault(_ name: String) -> String {
    "a default can't refer to a column, and '\(name)' is read as a column name; write a value, with text in single quotes"
  }

  static func unknownFunction(_ name: String, suggestion: String?) -> String {
    suggestion.map { "unknown SQLite function '\(name)'; did you mean '\($0)'?" }
      ?? "unknown SQLite function '\(name)'; if the program adds it to its connections, write '@functions(\(name))' on a model"
  }

  static func unknownCollation(_ name: String) -> String {
    "unknown collation '\(name)'; write 'nocase', 'binary', 'rtrim' or a collation declared with '@collate'"
  }

  static func columnsAsExpression(_ text: String, _ properties: [String], in annotation: String) -> String {
    "'\(text)' \(properties.count == 1 ? "is a column" : "are columns"), not an expression; write "
      + "'@\(annotation)(\(properties.joined(separator: ", ")))' without quotes"
  }

  static func severalTerms(_ annotation: String) -> String {
    "this is more than one value; write each one separately, as in '\(annotation)(title, \"lower(name)\")'"
  }

  static func keywordAsColumn(_ name: String) -> String {
    "'\(name)' is a column here, but also a keyword of SQL; write the column as '\\\"\(name)\\\"', with quotes"
  }

  static let incompleteSQL = "this SQL is incomplete; write the rest of the expression"

  static func unreadableSQL(near word: String) -> String {
    "syntax error near '\(word)'; correct the SQL there or just before it"
  }

  static let wrongArguments = "wrong number of arguments for this function; see SQLite's list of functions"

  static func defaultNotConstant(_ table: String) -> String {
    "a default must not depend on other rows or columns; write a constant, or a function of constants"
  }

  static func subqueryProhibited(_ annotation: String) -> String {
    "'\(annotation)' can only use a single row; write it without 'SELECT'"
  }

  static func notDeterministic(_ annotation: String, _ call: String? = nil) -> String {
    "'\(annotation)' must always return the same result for the same row\(call.map { ", and '\($0)' doesn't" } ?? ""); write it "
      + "without the current time, the local time zone and random values"
  }

  static func aggregateProhibited(_ annotation: String) -> String {
    "aggregates aren't allowed in '\(annotation)', which can only use a single row; write it without aggregate functions"
  }

  static func defaultDoesNotFit(_ column: String) -> String {
    "this default can't be stored in '\(column)'; write a value of the column's type"
  }

  static func generatedDoesNotFit(_ column: String, _ type: String) -> String {
    "'\(column)' is stored as \(type), and this expression has a value of another type; convert it with 'CAST(… AS \(type))', "
      + "or change the type of the property"
  }

  static func refusedSQL(_ annotation: String) -> String {
    "SQLite rejects the SQL of '\(annotation)'; correct it"
  }

  static func statementRefused(_ object: String, _ name: String, _ message: String) -> String {
    "SQLite rejects the \(object) '\(name)'; change its annotations (SQLite: \(message))"
  }

  static func noScratchDatabase(_ message: String) -> String {
    "SQLite can't open an in-memory database to check the schema (SQLite: \(message)); check the available memory"
  }

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
