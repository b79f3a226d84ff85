/// A change that was written beside its model, `// @query(finish(all list: List.ID): "UPDATE item SET done = 1 WHERE list_id = :list")`,
/// with the values of its parameters: a value, which changes nothing until it is executed.
public struct NamedChange: Sendable {
  @usableFromInline let core: NamedStatement

  /// The change of a statement that writes, and the values of its parameters. Generated code calls it.
  public init(_ statement: FixedStatement, _ bindings: [Binding] = []) { core = NamedStatement(statement, bindings) }

  /// Makes the change, and returns how many rows it changed (those of cascades and triggers not counted).
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row (then none is changed), ``DatabaseError`` for anything
  ///   else.
  @inlinable @discardableResult
  public func execute(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    return try db.execute(core.statement) { core.bind(to: &$0) }
  }
}

extension NamedChange: SQLStatement {
  /// The statement and the values of its parameters; it was written for SQLite.
  public func rendered(for dialect: Dialect = .sqlite) -> RenderedStatement { core.rendered }

  /// The statement, its values as `?1`, `?2` …
  public var sql: String { core.statement.description }

  /// The statement, its values as `?1`, `?2` …
  public var description: String { sql }
}
