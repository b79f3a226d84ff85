import PostilSQL

/// One statement that creates a schema.
public struct DDLStatement: Hashable, Sendable {
  /// The kind of object that a statement creates.
  public enum Object: String, Hashable, Sendable {
    case table, index, view, trigger
    case fullTextTable = "full-text table"
    /// Other objects of PostgreSQL: extensions and collations, comments, foreign keys that complete a cycle, trigger
    /// functions, the statements that call them, partitions, and the calls that distribute tables.
    case setting, comment, constraint, function, partition, distribution
    case boundTrigger = "trigger's call"

    /// Whether it belongs to the previous statement, so that no blank line separates them.
    var isBound: Bool { [.index, .comment, .partition, .boundTrigger].contains(self) }
  }

  /// The kind of object that it creates.
  public var object: Object
  /// The name of the object.
  public var name: String
  /// The table that it belongs to or creates.
  public var table: String
  /// Comment lines above the statement, without markers.
  public var comments: [String]
  /// The statement without its semicolon.
  public var sql: String

  /// Creates a statement from its parts.
  public init(object: Object, name: String, table: String, comments: [String] = [], sql: String) {
    self.object = object
    self.name = name
    self.table = table
    self.comments = comments
    self.sql = sql
  }

  /// The statement as written in a script: after its comments, with a semicolon.
  public var text: String {
    (comments.map(DDLComment.line) + ["\(sql);"]).joined(separator: "\n")
  }
}

/// The statements that create a schema, in executable order.
public struct DDLScript: Hashable, Sendable {
  /// In executable order.
  public var statements: [DDLStatement]
  /// Whether ``text`` is one transaction.
  public var isTransaction: Bool

  /// Creates a script from ordered statements.
  public init(statements: [DDLStatement], isTransaction: Bool = false) {
    self.statements = statements
    self.isTransaction = isTransaction
  }

  /// The whole script, for `sqlite3` or `psql`, with a blank line before each table and trigger and a newline at the end.
  public var text: String {
    var result = ""
    for statement in statements {
      if !statement.object.isBound, !result.isEmpty { result += "\n" }
      result += statement.text
      result += "\n"
    }
    return !isTransaction || result.isEmpty ? result : "BEGIN;\n\n\(result)\nCOMMIT;\n"
  }

  /// 16 hexadecimal digits that change if and only if ``text`` does.
  public var fingerprint: String { Fingerprint.hexadecimal(of: text) }
}

extension Schema {
  /// The statements that create this schema in SQLite.
  public func script() -> DDLScript { DDLScript(statements: SQLiteDDL.statements(of: self)) }
}

/// `--` comments in a script.
package enum DDLComment {
  /// One comment line. Characters that would end it are replaced by spaces.
  package static func line(_ text: String) -> String {
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F ? " " : $0 }))
    return safe.isEmpty ? "--" : "-- \(safe)"
  }
}
