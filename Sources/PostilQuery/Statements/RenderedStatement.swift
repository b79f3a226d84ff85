/// A statement that was rendered when the program ran: SQL text whose every value is a binding.
///
/// Only queries and ``RawSQL`` create one, so text from elsewhere is never run.
public struct RenderedStatement: Hashable, Sendable {
  /// The text, its values as `?1`, `?2` …
  public let sql: String
  /// The values of `?1`, `?2` …
  public let bindings: [BoundValue]
  /// What the result has to be, where people wrote the statement; `nil` if Postil did.
  package var columns: ResultColumns?
  /// The call site of the statement, for a store's reports. It isn't part of the comparison of statements.
  package var callSite: CallSite?

  /// A statement with the values of its parameters.
  @usableFromInline
  package init(sql: String, bindings: [BoundValue] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  /// The same statement with a call site.
  @usableFromInline
  consuming func from(_ callSite: CallSite) -> RenderedStatement {
    self.callSite = callSite
    return self
  }

  /// Whether both have one text, the same values and the same columns.
  public static func == (left: RenderedStatement, right: RenderedStatement) -> Bool {
    left.sql == right.sql && left.bindings == right.bindings && left.columns == right.columns
  }

  /// Feeds the statement to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sql)
    hasher.combine(bindings)
    hasher.combine(columns)
  }
}

/// The columns that are read of each row of a statement.
@usableFromInline
package enum ResultColumns: Hashable, Sendable {
  /// So many, whatever they are called.
  case count(Int)
  /// Those with these names, in this order.
  case names([String])
}

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

/// A call site: the line of the program that runs a statement, for a store's reports.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file: `#fileID`.
  public let fileID: StaticString
  /// The number of the line, from 1.
  public let line: UInt

  /// The line of these literals.
  @inlinable
  public init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The line as compilers write one: `Tasks/Projects.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether both are the same line.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.line == right.line && left.fileID.description == right.fileID.description
  }

  /// Feeds the line to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }
}
