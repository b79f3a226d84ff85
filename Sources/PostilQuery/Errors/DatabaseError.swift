/// The engine rejected a statement for a reason other than a constraint of the schema.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// The primary result code: 5 is `SQLITE_BUSY`. Source: SQLite, "Result and Error Codes".
  public let code: Int32
  /// The extended result code: 517 is `SQLITE_BUSY_SNAPSHOT`.
  public let extendedCode: Int32
  /// The engine's message.
  public let message: String
  /// The statement; `nil` if none was running.
  public let sql: String?
  /// The values bound to the statement; empty for a statement that was fixed at build time. They aren't part of
  /// ``description``, because they may be private.
  public let bindings: [BoundValue]

  /// Creates an error with the engine's codes and message, and the rejected statement.
  public init(code: Int32, extendedCode: Int32, message: String, sql: String? = nil, bindings: [BoundValue] = []) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.bindings = bindings
  }

  /// The codes, the message and the statement, without the values bound to it.
  public var description: String {
    "SQLite error \(code) (extended \(extendedCode)): \(message)" + (sql.map { ", in: \($0)" } ?? "")
  }
}

/// The schema of a database file differs from the program's. Nothing was changed.
public struct SchemaMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// A difference between the file's schema and the program's.
  public enum Difference: Hashable, Sendable {
    /// The program expects the object, but the file doesn't contain one of this kind and name.
    case missing(kind: String, name: String)
    /// The file contains an object that isn't part of the schema. This alone isn't an error.
    case additional(kind: String, name: String)
    /// The file contains a trigger, a unique index or a table with references that isn't part of the schema and affects a table that
    /// is. The file is refused for this alone only if the store's options say so.
    case interfering(kind: String, name: String, table: String)
    /// Both contain the object, with these differences.
    case different(kind: String, name: String, details: [String])
  }

  /// The file, or the server and its schema.
  public let path: String
  /// What to do.
  private let advice: String
  /// The differences: first missing, then different, then additional objects, each sorted by name.
  public let differences: [Difference]

  /// Creates an error about the file at `path`.
  public init(path: String, differences: [Difference]) {
    self.init(
      path: path, differences: differences,
      advice: "Migrate the file to the program's schema, or open another file; a new file gets the schema.")
  }

  package init(path: String, differences: [Difference], advice: String) {
    (self.path, self.differences, self.advice) = (path, differences, advice)
  }

  /// The differences, one per line, and what to do.
  public var description: String {
    var lines = ["the schema of '\(path)' differs from the program's schema; nothing was changed:"]
    lines += differences.map { "  - \($0)" }
    lines.append(advice)
    return lines.joined(separator: "\n")
  }
}

extension SchemaMismatch.Difference: CustomStringConvertible {
  /// The object and its differences, one per line if there are several.
  public var description: String {
    switch self {
    case .missing(let kind, let name):
      "\(kind) '\(name)' is missing"
    case .additional(let kind, let name):
      "\(kind) '\(name)' isn't part of the program's schema (allowed)"
    case .interfering(let kind, let name, let table):
      "\(kind) '\(name)' isn't part of the program's schema, and can change or refuse rows that the program writes to '\(table)'"
    case .different(let kind, let name, let details):
      "\(kind) '\(name)' differs: "
        + (details.count == 1 ? details[0] : details.map { "\n      \($0)" }.joined())
    }
  }
}
