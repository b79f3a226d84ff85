/// New values for some columns of a row: `Post.Changes`, generated for a model with `@changes`.
public protocol ModelChanges: Sendable {
  /// The model of the row.
  associatedtype OwningModel: Model
  /// Creates the changes that turn a row into another one; with `@version`, of the first row's version only.
  init(from old: OwningModel, to new: OwningModel)
  /// Appends the assignments of the new values.
  func _assign(to row: OwningModel.Columns, _ assignments: inout [Assignment<OwningModel>])
  /// The version that a row must have to be changed; `nil` for any.
  var _version: BoundValue? { get }
}

extension ModelChanges {
  /// `nil`
  public var _version: BoundValue? { nil }

  /// The assignments of the new values in an update: `{ changes.assignments(to: $0) + [$0.edits.set($0.edits + 1)] }`.
  public func assignments(to row: OwningModel.Columns) -> [Assignment<OwningModel>] {
    var assignments: [Assignment<OwningModel>] = []
    _assign(to: row, &assignments)
    return assignments
  }

  /// Whether no column is set.
  public var isEmpty: Bool { assignments(to: OwningModel.columns).isEmpty }

  /// The second value; `nil` if both are stored as the same value.
  public static func _change<Value: _StoredValue>(_ old: Value, _ new: Value) -> Value? {
    old._boundValues == new._boundValues ? nil : new
  }

  /// The second value; `nil` if both are stored as the same value in a column's form.
  public static func _change<Form: ColumnValue>(_ old: Form.Plain, _ new: Form.Plain, as form: Form.Type) -> Form.Plain?
  { Form._boundValue(of: old) == Form._boundValue(of: new) ? nil : new }
}

extension Model {
  /// Sets columns of the row with a key in one statement, and returns the changed row. If `changes` contains none, the row is unchanged,
  /// and its version too.
  /// - Throws: ``RecordNotFound`` if there is no such row, ``StaleRecord`` if it doesn't have the version that `changes` contains,
  ///   ``ConstraintViolation`` if it violates a constraint.
  @discardableResult
  public static func apply<Changes: ModelChanges>(
    _ changes: Changes, to id: ID, in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Self where Changes.OwningModel == Self {
    try apply(changes, to: id, version: changes._version, in: db, from: CallSite(fileID: fileID, line: line))
  }

  /// Sets columns of the row with this key in one statement, and returns the changed row.
  /// - Throws: ``RecordNotFound`` if there is no such row, ``StaleRecord`` if its version differs from this one's,
  ///   ``ConstraintViolation`` if it violates a constraint.
  @discardableResult
  public func apply<Changes: ModelChanges>(
    _ changes: Changes, in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Self where Changes.OwningModel == Self {
    try Self.apply(
      changes, to: id, version: changes._version ?? versionBinding, in: db,
      from: CallSite(fileID: fileID, line: line))
  }

  private static func apply<DB: WriteTransaction, Changes: ModelChanges>(
    _ changes: Changes, to id: ID, version: BoundValue?, in db: DB, from callSite: CallSite
  ) throws -> Self where Changes.OwningModel == Self {
    if !changes.isEmpty, let hooks = HookRun<Self>(db) {
      return try hooks.write(id, in: db) {
        try fetch(id, in: db)
      } _: {
        try applyToRow(changes, id, version, in: db, from: callSite)
      }
    }
    return try applyToRow(changes, id, version, in: db, from: callSite)
  }

  private static func applyToRow<DB: WriteTransaction, Changes: ModelChanges>(
    _ changes: Changes, _ id: ID, _ version: BoundValue?, in db: DB, from callSite: CallSite
  ) throws -> Self where Changes.OwningModel == Self {
    let source = _Source(table)
    let query = having(version, in: .rows(of: self, [id]), source)
    let change = ChangeCore.update(query, changes.assignments(to: Columns(source)), of: source)
    guard let row = try ChangedRows<Self>(core: change, results: .row)._fetchFirst(in: db, for: callSite) else {
      throw try reasonNothingWasWritten(to: id, version: version, in: db)
    }
    return try db._stored(row)
  }

  /// The rows of a query that have a version, or all of them.
  fileprivate static func having(_ version: BoundValue?, in query: QueryCore, _ source: _Source) -> QueryCore {
    guard let version, let column = versionColumn else { return query }
    return query.filtered(
      by: .comparison(.equal, .column(column, of: source), .value(version), .none), of: [source])
  }
}

extension Query where M: Model {
  /// Sets columns of every row of the query in one statement, and returns the number of rows. If `changes` contains a version, other rows
  /// aren't changed.
  /// - Throws: the errors of ``update(in:fileID:line:_:)``.
  @discardableResult
  public func apply<Changes: ModelChanges>(
    _ changes: Changes, in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Int where Changes.OwningModel == M {
    try applying(changes).run(in: db, fileID: fileID, line: line)
  }

  /// The same update as a value that can return the changed rows.
  public func applying<Changes: ModelChanges>(_ changes: Changes) -> Change<M> where Changes.OwningModel == M {
    let source = _Source(M.table)
    let query = M.having(changes._version, in: core, source)
    return Change(core: .update(query, changes.assignments(to: M.Columns(source)), of: source))
  }
}

extension KeyedDecodingContainer {
  /// Decodes the new value of a column; `nil` if the key is missing. `null` is a value. Decodable changes use this function.
  public func _change<Value: Decodable>(_ key: Key) throws -> Value? {
    try contains(key) ? .some(decode(Value.self, forKey: key)) : nil
  }
}
