import PostilSQL

/// One statement that makes a schema.
public struct DDLStatement: Hashable, Sendable {
  /// What the statement makes.
  public enum Object: String, Hashable, Sendable {
    case table, index, view, trigger
    case fullTextTable = "full-text table"
    /// What PostgreSQL needs beside these: extensions and collations, comments, keys that close a circle, functions of
    /// triggers and what calls them.
    case setting, comment, constraint, function
    case boundTrigger = "trigger's call"

    /// Whether it stands right below what it belongs to, without a blank line between them.
    var isBound: Bool { [.index, .comment, .boundTrigger].contains(self) }
  }

  /// What it makes.
  public var object: Object
  /// The name of what is made.
  public var name: String
  /// The table that it belongs to, or is.
  public var table: String
  /// Comment lines above the statement, without markers.
  public var comments: [String]
  /// The statement without its semicolon.
  public var sql: String

  /// Makes a statement of its parts.
  public init(object: Object, name: String, table: String, comments: [String] = [], sql: String) {
    self.object = object
    self.name = name
    self.table = table
    self.comments = comments
    self.sql = sql
  }

  /// The statement as it stands in a script: its comments above it, a semicolon behind it.
  public var text: String {
    (comments.map(DDLComment.line) + ["\(sql);"]).joined(separator: "\n")
  }
}

/// The statements that make a schema, in an order in which they can be executed.
public struct DDLScript: Hashable, Sendable {
  /// In an order in which they can be executed.
  public var statements: [DDLStatement]
  /// Whether ``text`` is one transaction.
  public var isTransaction: Bool

  /// Makes a script of ordered statements.
  public init(statements: [DDLStatement], isTransaction: Bool = false) {
    self.statements = statements
    self.isTransaction = isTransaction
  }

  /// The whole script, ready to be piped into `sqlite3` or `psql`: a blank line before each table and trigger, a newline at the
  /// end.
  public var text: String {
    var result = ""
    for statement in statements {
      if !statement.object.isBound, !result.isEmpty { result += "\n" }
      result += statement.text
      result += "\n"
    }
    return !isTransaction || result.isEmpty ? result : "BEGIN;\n\n\(result)\nCOMMIT;\n"
  }

  /// 16 hexadecimal digits that change exactly when ``text`` does.
  public var fingerprint: String { Fingerprint.hexadecimal(of: text) }
}

extension Schema {
  /// The statements that create this schema in SQLite.
  public func script() -> DDLScript { DDLScript(statements: SQLiteDDL.statements(of: self)) }
}

/// `--` comments in a script.
package enum DDLComment {
  /// One comment line; characters that would end it are spaces.
  package static func line(_ text: String) -> String {
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F ? " " : $0 }))
    return safe.isEmpty ? "--" : "-- \(safe)"
  }
}
