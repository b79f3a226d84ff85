// What relationships run: statements whose parameters are keys.
extension WriteTransaction {
  /// Runs a statement that binds one key, and returns the number of rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ key: some KeyValue) throws -> Int {
    try execute(statement) { key.bind(to: &$0) }
  }

  /// Runs a statement that binds two keys one behind the other, or a key and a JSON array of keys, and returns the number of
  /// rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ first: some KeyValue, _ second: some KeyValue) throws -> Int {
    try execute(statement) {
      first.bind(to: &$0)
      second.bind(to: &$0)
    }
  }
}
