/// A statement that was rendered at run time: SQL text in which every value is a binding.
///
/// Only queries and ``RawSQL`` create rendered statements, so text from elsewhere is never run.
public struct _RenderedStatement: Hashable, Sendable {
  /// The text, with its values as `?1`, `?2` and so on.
  public let sql: String
  /// The values of `?1`, `?2` and so on.
  public let bindings: [BoundValue]
  /// The required result columns of a handwritten statement; `nil` if Postil wrote the statement.
  package var columns: ResultColumns?
  /// Whether the program wrote the statement. Another engine than SQLite runs it as it is.
  package var isHandwritten = false
  /// Where a handwritten statement contains queries, which another engine than SQLite translates: their bytes, parentheses included.
  package var queries: [Range<Int>] = []
  /// How the rows of its first table are locked. SQLite's write transactions exclude each other, so it ignores this.
  package var lock: RowLock?
  /// Whether the statement is limited to the scopes of a transaction, so that a scoped transaction runs it.
  var isLimited = false
  /// The call site of the statement, for a store's reports. It is ignored when statements are compared.
  package var callSite: CallSite?

  /// Creates a statement with the values of its parameters.
  @usableFromInline
  package init(sql: String, bindings: [BoundValue] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  /// The statement without its values, for ``WriteTransaction/execute(_:forEach:bind:)``, which has other ones for each element.
  public var _template: _RenderedStatement {
    var template = _RenderedStatement(sql: sql)
    (template.columns, template.isHandwritten, template.queries) = (columns, isHandwritten, queries)
    (template.lock, template.isLimited, template.callSite) = (lock, isLimited, callSite)
    return template
  }

  /// The same statement with a call site.
  @usableFromInline
  consuming func from(_ callSite: CallSite) -> _RenderedStatement {
    self.callSite = callSite
    return self
  }

  /// Checks that the columns that the statement returns, `count` with these names, are those that are read.
  @_spi(Bridges) public func checkColumns(_ count: Int, _ names: () -> [String]) throws {
    switch columns {
    case .count(let expected) where expected != count:
      throw TransactionMisuse.columnCount(sql: sql, expected: expected, found: names())
    case .names(let expected) where expected != names():
      throw TransactionMisuse.columnNames(sql: sql, expected: expected, found: names())
    default: break
    }
  }

  /// Whether both have the same text, values and columns.
  public static func == (left: _RenderedStatement, right: _RenderedStatement) -> Bool {
    left.sql == right.sql && left.bindings == right.bindings && left.columns == right.columns
  }

  /// Hashes the statement.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sql)
    hasher.combine(bindings)
    hasher.combine(columns)
  }
}

/// The columns that are read from each row of a statement.
@usableFromInline
package enum ResultColumns: Hashable, Sendable {
  /// This number of columns, with any names.
  case count(Int)
  /// Columns with these names, in this order.
  case names([String])
}

/// SQL that was fixed at build time. Its identity, not its text, is the key in an engine's statement cache.
///
/// It can only be created from a literal, so its text can't contain values. Parameters are `?1`, `?2` and so on, bound
/// in this order.
@frozen
public struct FixedStatement: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public let sql: StaticString

  /// Creates a statement from a literal.
  @inlinable
  public init(_ sql: StaticString) { self.sql = sql }

  /// Creates a statement from a literal.
  @inlinable
  public init(stringLiteral sql: StaticString) { self.sql = sql }

  /// The address of the text in the program, which is the same for all uses of a statement.
  @inlinable
  public var identity: UnsafePointer<UInt8> { sql.utf8Start }

  /// The text.
  public var description: String { sql.description }
}

/// A call site: the line of the program that runs a statement, for a store's reports.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file: `#fileID`.
  public let fileID: StaticString
  /// The line number, starting at 1.
  public let line: UInt

  /// Creates a call site.
  @inlinable
  public init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The line in the format that compilers use: `Tasks/Projects.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether both are the same line.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.line == right.line && left.fileID.description == right.fileID.description
  }

  /// Hashes the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }
}
