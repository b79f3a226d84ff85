/// A change declared next to its model, with the values of its parameters: `// @query(finish(all project: Project.ID):
/// "UPDATE item SET done = 1 WHERE project_id = :project")`.
///
/// It is a value; nothing changes until it is run.
public struct NamedChange: _NamedStatement {
  /// The statement.
  public let _fixed: FixedStatement
  /// The values of its parameters.
  public let _parameters: [BoundValue]

  /// Creates the change from a statement. Called by generated code.
  public init(_ statement: FixedStatement, _ bindings: [BoundValue] = []) {
    (_fixed, _parameters) = (statement, bindings)
  }

  /// Runs the change, and returns the number of changed rows. Rows changed by cascades and triggers aren't counted.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint (no row is changed then), ``DatabaseError`` for
  ///   any other error.
  @inlinable @discardableResult
  public func execute(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    return try db.execute(_fixed) { $0.bind(all: _parameters) }
  }
}
