// The functions that relationships use: statements whose parameters are keys.
extension WriteTransaction {
  /// Inserts a draft without its children, and returns the key that the database assigned.
  /// - Throws: ``ConstraintViolation`` if the row violates a constraint, ``DatabaseError`` for any other error.
  @inlinable
  public func insert<Draft: ModelDraft>(_ draft: Draft) throws -> Int64 {
    try insert(Draft.OwningModel.rowStatements.insert) { draft.bindColumns(to: &$0) }
  }

  /// Runs a statement that binds one key, and returns the number of changed rows.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ key: some KeyValue) throws -> Int {
    try execute(statement) { key._bind(to: &$0) }
  }

  /// Runs a statement that binds two keys, or a key and a JSON array of keys, and returns the number of changed rows.
  /// - Throws: ``ConstraintViolation`` if a row violates a constraint, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ first: some KeyValue, _ second: some KeyValue) throws -> Int {
    try execute(statement) {
      first._bind(to: &$0)
      second._bind(to: &$0)
    }
  }

  /// Runs a statement that updates the row with a key, which is bound after a value.
  /// - Throws: ``RecordNotFound`` if there is no such row, ``ConstraintViolation`` if the value violates a constraint,
  ///   ``DatabaseError`` for any other error.
  @inlinable
  public func update<Row: Model>(
    _ model: Row.Type, _ statement: FixedStatement, _ value: some KeyValue, _ id: Row.ID
  ) throws {
    if try execute(statement, value, id) == 0 { throw RecordNotFound(model: Row.table.model, key: id._boundValues) }
  }
}
