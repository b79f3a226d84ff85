/// The engine rejected a statement for a reason other than a constraint of the schema.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// The primary result code: 5 is `SQLITE_BUSY`. Source: SQLite, "Result and Error Codes".
  public let code: Int32
  /// The result code with its detail: 517 is `SQLITE_BUSY_SNAPSHOT`.
  public let extendedCode: Int32
  /// The engine's message.
  public let message: String
  /// The statement, `nil` if none was running.
  public let sql: String?
  /// The values bound to the statement. They aren't part of ``description``, because they may be private. Empty for a statement
  /// that was fixed at build time.
  public let bindings: [BoundValue]

  /// The codes and the message of the engine, and the statement that it rejected.
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

/// A database file doesn't have the schema of the program; nothing in it was changed.
public struct SchemaMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// A difference between the file's schema and the program's.
  public enum Difference: Hashable, Sendable {
    /// The program expects the object, and the file has none of that kind and name.
    case missing(kind: String, name: String)
    /// The file contains an object that isn't part of the schema. The file isn't refused for this alone.
    case additional(kind: String, name: String)
    /// Both have the object and it differs, in these respects.
    case different(kind: String, name: String, details: [String])
  }

  /// The file.
  public let path: String
  /// The differences: missing objects, then different ones, then additional ones, each by name.
  public let differences: [Difference]

  /// The file at `path` has these differences.
  public init(path: String, differences: [Difference]) {
    self.path = path
    self.differences = differences
  }

  /// Each difference on a line of its own, and what to do.
  public var description: String {
    var lines = ["the schema of '\(path)' differs from the program's schema; nothing was changed:"]
    lines += differences.map { "  - \($0)" }
    lines.append("Migrate the file to the program's schema, or open another file; a new file gets the schema.")
    return lines.joined(separator: "\n")
  }
}

extension SchemaMismatch.Difference: CustomStringConvertible {
  /// The object and how it differs, with each detail on a line of its own where there are several.
  public var description: String {
    switch self {
    case .missing(let kind, let name):
      "\(kind) '\(name)' is missing"
    case .additional(let kind, let name):
      "\(kind) '\(name)' isn't part of the program's schema (allowed)"
    case .different(let kind, let name, let details):
      "\(kind) '\(name)' differs: "
        + (details.count == 1 ? details[0] : details.map { "\n      \($0)" }.joined())
    }
  }
}
