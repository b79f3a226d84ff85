/// A dialect of SQL.
public enum DDLDialect: String, CaseIterable, Hashable, Sendable {
  case sqlite
  /// PostgreSQL 15.
  case postgresql
}

/// One statement that creates a schema.
public struct DDLStatement: Hashable, Sendable {
  /// The kind of object that a statement creates.
  public enum Object: String, Hashable, Sendable {
    case table, index, view, trigger
    case fullTextTable = "full-text table"
    /// Other objects of PostgreSQL: extensions and collations, comments, keys that close a circle, trigger functions
    /// and the statements that call them.
    case setting, comment, constraint, function
    case boundTrigger = "trigger's call"

    /// Whether it is written without a blank line after the previous statement, which it belongs to.
    var isBound: Bool { [.index, .comment, .boundTrigger].contains(self) }
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
  /// The dialect of the statements.
  public var dialect: DDLDialect
  /// In executable order.
  public var statements: [DDLStatement]

  /// Creates a script from statements that are already in order.
  public init(dialect: DDLDialect, statements: [DDLStatement]) {
    self.dialect = dialect
    self.statements = statements
  }

  /// The whole script, for `sqlite3` or `psql`: with a blank line before each table and trigger, and a newline at the
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

  /// Combines several scripts into one, with their common statements first and once.
  public static func joined(_ scripts: [DDLScript], dialect: DDLDialect) -> DDLScript {
    var seen: Set<DDLStatement> = []
    let settings = scripts.flatMap(\.statements).filter { $0.object == .setting && seen.insert($0).inserted }
    return DDLScript(
      dialect: dialect, statements: settings + scripts.flatMap { $0.statements.filter { $0.object != .setting } })
  }

  /// 16 hexadecimal digits that change if and only if ``text`` does.
  public var fingerprint: String { Fingerprint.hexadecimal(of: text) }
}

extension Schema {
  /// The statements that create this schema.
  public func script(for dialect: DDLDialect = .sqlite) -> DDLScript {
    switch dialect {
    case .sqlite: DDLScript(dialect: .sqlite, statements: SQLiteDDL.statements(of: self))
    // 'PostgreSQLDDL' reports what it doesn't support.
    case .postgresql: PostgreSQLDDL(self).script
    }
  }
}

/// `--` comments in a script.
enum DDLComment {
  /// One comment line; characters that would end it are replaced by spaces.
  static func line(_ text: String) -> String {
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F ? " " : $0 }))
    return safe.isEmpty ? "--" : "-- \(safe)"
  }
}
