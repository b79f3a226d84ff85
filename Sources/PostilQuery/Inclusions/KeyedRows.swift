// Rows for keys that a program already has: `Item.find(all: ids, in: db)`, and what is related to rows: `Item.load(items, in: db) { $0.tags }`.

extension Model {
  /// The rows with these keys, in the order of the keys. One statement reads any number of them.
  /// - Throws: ``RecordNotFound`` for the first key without a row.
  @inlinable
  public static func find(
    all ids: some Sequence<ID>, in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> [Self] {
    let keys = _ParentKeys(of: self, ids, for: CallSite(fileID: fileID, line: line))
    let rows = try keys.requiring(loadRows(includedRows, for: keys, in: db), of: table)
    return keys.numbers.map { rows[$0] }
  }

  /// The row with each of these keys, in the order of the keys; `nil` where there is none. One statement reads any number of them.
  @inlinable
  public static func fetch(
    all ids: some Sequence<ID>, in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> [Self?] {
    let keys = _ParentKeys(of: self, ids, for: CallSite(fileID: fileID, line: line))
    let rows = try loadRows(includedRows, for: keys, in: db)
    return keys.numbers.map { rows[$0] }
  }

  /// The rows themselves, found by their keys.
  @usableFromInline static var includedRows: _IncludedRows {
    let key = table.primaryKey
    let path = RelationshipPath(
      name: "", owner: table, target: table, near: key, far: key, join: nil, isRequired: true)
    return _IncludedRows(
      QueryCore(table, origin: .related(path, to: _Source(table))), level: InclusionLevel([_Source(table)], []))
  }
}

extension Model {
  /// Rows together with what is related to them, as ``Query/with(_:)`` loads it: `Post.load(posts, in: db) { ($0.author, $0.tags) }`
  /// returns `[(Post, User, [Tag])]`, in the same order. The rows are read again, with one statement, and one for each relationship.
  /// - Throws: ``RecordNotFound`` for a row that was deleted; otherwise the same errors as a query.
  @inlinable
  public static func load<each I: Inclusion, DB: ReadTransaction>(
    _ rows: some Sequence<Self>, in db: DB, fileID: StaticString = #fileID, line: UInt = #line,
    @InclusionBuilder _ inclusions: (Columns) -> (repeat each I)
  ) throws -> [(Self, repeat (each I).LoadedValue)] {
    let source = _Source(table)
    let tuple = inclusions(Columns(source))
    let row = IncludedRow<(Self, repeat (each I).LoadedValue), Self, repeat each I>(
      includedRows.with(InclusionLevel([source], repeat each tuple)), repeat each tuple)
    return try load(row, for: rows, in: db, CallSite(fileID: fileID, line: line))
  }

  /// Rows together with one relationship: `Post.load(posts, in: db) { $0.tags }` returns `[(Post, [Tag])]`.
  @inlinable
  public static func load<I: Inclusion, DB: ReadTransaction>(
    _ rows: some Sequence<Self>, in db: DB, fileID: StaticString = #fileID, line: UInt = #line,
    @InclusionBuilder _ inclusion: (Columns) -> I
  ) throws -> [(Self, I.LoadedValue)] {
    // Swift 6.3 can't match a pack of one element with the result of a builder.
    let source = _Source(table)
    let nested = inclusion(Columns(source))
    let row = IncludedRow<(Self, I.LoadedValue), Self, I>(
      includedRows.with(InclusionLevel([source], nested)), nested)
    return try load(row, for: rows, in: db, CallSite(fileID: fileID, line: line))
  }

  @inlinable
  static func load<Loaded: Inclusion>(
    _ inclusion: Loaded, for rows: some Sequence<Self>, in db: some ReadTransaction, _ callSite: CallSite
  ) throws -> [Loaded.LoadedValue] {
    let keys = _ParentKeys(of: self, rows.lazy.map(\.id), for: callSite)
    let rows = try inclusion.loadIncluded(for: keys, in: db)
    return keys.numbers.map { rows[$0] }
  }
}

extension _ParentKeys {
  /// The keys of rows of a model.
  @usableFromInline
  init<M: Model>(of model: M.Type, _ ids: some Sequence<M.ID>, for callSite: CallSite) {
    self.init(places: Array(M.table.primaryKey.indices), callSite: callSite)
    for id in ids { add(id._boundValues) }
  }
}
