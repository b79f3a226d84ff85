// What relationships run: statements whose parameters are keys.
extension WriteTransaction {
  /// Inserts a draft alone, and returns the key that the database assigned.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses it, ``DatabaseError`` for anything else.
  @inlinable
  public func insert<Draft: ModelDraft>(_ draft: Draft) throws -> Int64 {
    try insert(Draft.OwningModel.rowStatements.insert) { draft.bindColumns(to: &$0) }
  }

  /// Runs a statement that binds one key, and returns the number of rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ key: some KeyValue) throws -> Int {
    try execute(statement) { key._bind(to: &$0) }
  }

  /// Runs a statement that binds two keys one after the other, or a key and a JSON array of keys, and returns the number of
  /// rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ first: some KeyValue, _ second: some KeyValue) throws -> Int {
    try execute(statement) {
      first._bind(to: &$0)
      second._bind(to: &$0)
    }
  }

  /// Runs a statement that updates the row with a key, which it binds after a value.
  /// - Throws: ``RecordNotFound`` when there is no such row, ``ConstraintViolation`` when a constraint refuses the value,
  ///   ``DatabaseError`` for anything else.
  @inlinable
  public func update<Row: Model>(
    _ model: Row.Type, _ statement: FixedStatement, _ value: some KeyValue, _ id: Row.ID
  ) throws {
    if try execute(statement, value, id) == 0 { throw RecordNotFound(model: Row.table.model, key: id._boundValues) }
  }
}
