/// A dialect of SQL in which a schema can be written down.
public enum DDLDialect: String, CaseIterable, Hashable, Sendable {
  case sqlite
  /// PostgreSQL 15.
  case postgresql
}

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
  /// The dialect that the statements are written in.
  public var dialect: DDLDialect
  /// In an order in which they can be executed.
  public var statements: [DDLStatement]

  /// Makes a script of statements that stand in order already.
  public init(dialect: DDLDialect, statements: [DDLStatement]) {
    self.dialect = dialect
    self.statements = statements
  }

  /// The whole script, ready to be piped into `sqlite3` or `psql`: a blank line before each table and trigger, a newline at the
  /// end. PostgreSQL's is one transaction.
  public var text: String {
    var result = ""
    for statement in statements {
      if !statement.object.isBound, !result.isEmpty { result += "\n" }
      result += statement.text
      result += "\n"
    }
    return dialect == .sqlite || result.isEmpty ? result : "BEGIN;\n\n\(result)\nCOMMIT;\n"
  }

  /// One script of several, what they have in common first and once.
  public static func joined(_ scripts: [DDLScript], dialect: DDLDialect) -> DDLScript {
    var seen: Set<DDLStatement> = []
    let settings = scripts.flatMap(\.statements).filter { $0.object == .setting && seen.insert($0).inserted }
    return DDLScript(
      dialect: dialect, statements: settings + scripts.flatMap { $0.statements.filter { $0.object != .setting } })
  }

  /// 16 hexadecimal digits that change exactly when ``text`` does.
  public var fingerprint: String { Fingerprint.hexadecimal(of: text) }
}

extension Schema {
  /// The statements that make this schema.
  public func script(for dialect: DDLDialect = .sqlite) -> DDLScript {
    switch dialect {
    case .sqlite: DDLScript(dialect: .sqlite, statements: SQLiteDDL.statements(of: self))
    // What it refuses is in 'PostgreSQLDDL'.
    case .postgresql: PostgreSQLDDL(self).script
    }
  }
}

/// `--` comments in a script.
enum DDLComment {
  /// One comment line; characters that would end it are spaces.
  static func line(_ text: String) -> String {
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F ? " " : $0 }))
    return safe.isEmpty ? "--" : "-- \(safe)"
  }
}
