/// SQL that was fixed at build time; its identity, not its text, is the key of an engine's statement cache.
///
/// Only generated code makes one. Parameters are `?1`, `?2` …, bound in that order.
@frozen
public struct FixedStatement: Sendable, CustomStringConvertible {
  public let sql: StaticString

  @inlinable
  public init(_ sql: StaticString) { self.sql = sql }

  /// Where the text begins in the program: the same for every use of one statement.
  @inlinable
  public var identity: UnsafePointer<UInt8> { sql.utf8Start }

  public var description: String { sql.description }
}
