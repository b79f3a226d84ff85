// What relationships run: statements whose parameters are keys.
extension WriteTransaction {
  /// Runs a statement that binds one key, and returns the number of rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ key: some KeyValue) throws -> Int {
    try execute(statement) { key._bind(to: &$0) }
  }

  /// Runs a statement that binds two keys one behind the other, or a key and a JSON array of keys, and returns the number of
  /// rows that it changed.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, _ first: some KeyValue, _ second: some KeyValue) throws -> Int {
    try execute(statement) {
      first._bind(to: &$0)
      second._bind(to: &$0)
    }
  }

  /// Runs a statement that removes what a relationship has beside these keys, then `add` with them, both or neither, and
  /// returns how many rows came and went. The statement binds the owner and a JSON array of the keys.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row, ``DatabaseError`` for anything else.
  @inlinable
  public func replace<Keys: Sequence>(
    _ removal: FixedStatement, _ owner: some KeyValue, with keys: Keys, adding add: ([Keys.Element]) throws -> Int
  ) throws -> Int where Keys.Element: KeyValue {
    let keys = Array(keys)
    return try savepoint { try execute(removal, owner, jsonArray(of: keys)) + add(keys) }
  }

  /// Runs a statement that updates the row with a key, which it binds behind a value.
  /// - Throws: ``RecordNotFound`` when there is no such row, ``ConstraintViolation`` when a constraint refuses the value,
  ///   ``DatabaseError`` for anything else.
  @inlinable
  public func update<Row: Model>(
    _ model: Row.Type, _ statement: FixedStatement, _ value: some KeyValue, _ id: Row.ID
  ) throws {
    if try execute(statement, value, id) == 0 { throw RecordNotFound(model: Row.table.model, key: id._boundValues) }
  }

  /// Runs a statement that updates the rows with these keys, all of them or none; it binds a value and a JSON array of the
  /// keys.
  /// - Throws: ``RecordNotFound`` when one of the rows is missing, ``ConstraintViolation`` when a constraint refuses the
  ///   value, ``DatabaseError`` for anything else.
  @inlinable
  public func update<Row: Model>(
    _ model: Row.Type, _ statement: FixedStatement, _ value: some KeyValue, all ids: some Sequence<Row.ID>
  ) throws {
    let ids = Array(ids)
    if try execute(statement, value, jsonArray(of: ids)) == 0 {
      for id in ids { _ = try Row.find(id, in: self) }
    }
  }
}
