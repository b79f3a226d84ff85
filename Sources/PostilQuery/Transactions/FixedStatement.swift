/// SQL that was fixed at build time; its identity, not its text, is the key of an engine's statement cache.
///
/// A literal is one, and nothing else: no value can be in its text. Parameters are `?1`, `?2` …, bound in that order.
@frozen
public struct FixedStatement: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public let sql: StaticString

  /// The statement of a literal.
  @inlinable
  public init(_ sql: StaticString) { self.sql = sql }

  /// The statement of a literal.
  @inlinable
  public init(stringLiteral sql: StaticString) { self.sql = sql }

  /// Where the text begins in the program: the same for every use of one statement.
  @inlinable
  public var identity: UnsafePointer<UInt8> { sql.utf8Start }

  /// The text.
  public var description: String { sql.description }
}
