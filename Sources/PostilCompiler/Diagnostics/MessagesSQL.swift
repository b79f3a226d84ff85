/// SQL in annotations.
extension Message {
  static func snippetRefused(_ annotation: String, _ reason: SnippetScanner.Problem.Reason) -> String {
    switch reason {
    case .empty: "the SQL of '\(annotation)' is empty; write \(kindOfSQL(annotation, article: true))"
    case .unbalanced: "a parenthesis of this SQL has no partner; close what is open, and nothing else"
    case .unclosedQuote: "a quotation in this SQL is never closed; write the quote that ends it"
    case .severalStatements:
      "'\(annotation)' takes one \(kindOfSQL(annotation)), and ';' would end it; remove the ';' and "
        + "what follows"
    case .comment: "a comment in this SQL would swallow what follows it; write the remark behind the annotation"
    case .zeroByte: "this SQL has a zero byte in it, where SQLite would stop reading; remove it"
    case .parameter(let name) where annotation == "@query":
      "'\(name)' is no parameter of a named query; write ':' and the name of one, as in ':day'"
    case .parameter(let name): "'\(name)' is a parameter, and nothing is bound to it here; write the value itself"
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
    if let suggestion { return "'\(name)' is no column of '\(table)'; did you mean '\(suggestion)'?" }
    return isQuoted
      ? "'\(name)' is no column of '\(table)'; write a text in single quotes"
      : "'\(name)' is no column of '\(table)'; write the name of one"
  }

  static func propertyInSQL(_ property: String, column: String) -> String {
    "'\(property)' is the name of the property; write that of its column, '\(column)'"
  }

  static func columnInDefault(_ name: String) -> String {
    "a default cannot read a column, and '\(name)' is read as one; write a value, a text in single quotes"
  }

  static func unknownFunction(_ name: String, suggestion: String?) -> String {
    suggestion.map { "SQLite has no function '\(name)'; did you mean '\($0)'?" }
      ?? "SQLite has no function '\(name)'; write one of its own, for others are unknown to the database"
  }

  static func unknownCollation(_ name: String) -> String {
    "no column has the collation '\(name)'; write 'nocase', 'binary', 'rtrim' or one that a '@collate' names"
  }

  static func columnAsExpression(_ text: String, _ property: String, in annotation: String) -> String {
    "'\(text)' is a column and no expression; write '@\(annotation)(\(property))' without quotes"
  }

  static let incompleteSQL = "this SQL ends too early; write the rest of the expression"

  static func unreadableSQL(near word: String) -> String {
    "this is no SQL expression from '\(word)' on; correct what stands there or just before"
  }

  static let wrongArguments = "this function takes another number of arguments; see SQLite's list of functions"

  static func defaultNotConstant(_ table: String) -> String {
    "a default must not depend on other rows or columns; write a constant, or a function of constants"
  }

  static func subqueryProhibited(_ annotation: String) -> String {
    "'\(annotation)' sees one row only; write it without 'SELECT'"
  }

  static func notDeterministic(_ annotation: String) -> String {
    "'\(annotation)' must give the same answer for the same row at any time; write it without the time and random values"
  }

  static func aggregateProhibited(_ annotation: String) -> String {
    "'\(annotation)' sees one row only; write it without functions over several rows"
  }

  static func defaultDoesNotFit(_ column: String) -> String {
    "this default is no value that '\(column)' can hold; write one of the column's type"
  }

  static func refusedSQL(_ annotation: String) -> String {
    "SQLite refuses this SQL of '\(annotation)'; correct it"
  }

  static func statementRefused(_ object: String, _ name: String, _ message: String) -> String {
    "SQLite refuses the \(object) '\(name)'; change what its annotations ask for (SQLite: \(message))"
  }

  static func noScratchDatabase(_ message: String) -> String {
    "SQLite cannot open a database in memory to check the schema (SQLite: \(message)); look at the machine's memory"
  }
}
