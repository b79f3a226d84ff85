// To-one relationships as what a query loads with its rows: '$0.list' and '$0.parent'.

extension ModelColumns {
  /// The row at the end of the path.
  public var includedRows: IncludedRows { IncludedRows(at: rowSource, of: OwningModel.table) }

  /// Loads the row of each key.
  /// - Throws: ``RecordNotFound`` when there is none, which foreign keys do not allow.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: ParentKeys, in db: DB) throws -> [OwningModel] {
    try keys.requiring(OwningModel.loadRows(includedRows, for: keys, in: db), of: OwningModel.table)
  }

  /// The row together with what is loaded with it: `$0.list.with { $0.items }` gives `(List, [Item])` in place of `List`.
  @inlinable
  public func with<each I: Inclusion>(
    _ inclusions: (Self) -> (repeat each I)
  ) -> IncludedRow<(OwningModel, repeat (each I).LoadedValue), OwningModel, repeat each I> {
    let source = Source(OwningModel.table)
    let tuple = inclusions(Self(source))
    var list: [IncludedRows] = []
    repeat list.append((each tuple).includedRows)
    return IncludedRow(includedRows.with(InclusionLevel(source, list)), repeat each tuple)
  }
}

extension OptionalColumns: Inclusion {
  /// What is loaded for each row.
  public typealias LoadedValue = Target?

  /// The row at the end of the path.
  public var includedRows: IncludedRows { IncludedRows(at: rowSource, of: Target.table) }

  /// Loads the row of each key, `nil` where there is none.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: ParentKeys, in db: DB) throws -> [Target?] {
    try Target.loadRows(includedRows, for: keys, in: db)
  }

  /// The row, where there is one, together with what is loaded with it: `$0.parent.with { $0.children }` gives
  /// `(Folder, [Folder])?` in place of `Folder?`. A column of this name is `$0.parent[dynamicMember: \.with]`.
  @inlinable
  public func with<each I: Inclusion>(
    _ inclusions: (Target.Columns) -> (repeat each I)
  ) -> IncludedOptionalRow<(Target, repeat (each I).LoadedValue), Target, repeat each I> {
    let source = Source(Target.table)
    let tuple = inclusions(Target.Columns(source))
    var list: [IncludedRows] = []
    repeat list.append((each tuple).includedRows)
    return IncludedOptionalRow(includedRows.with(InclusionLevel(source, list)), repeat each tuple)
  }
}

extension Queryable {
  /// Loads one row for each key, `nil` where there is none.
  @inlinable
  static func loadRows<DB: ReadTransaction>(
    _ included: IncludedRows, for keys: ParentKeys, in db: DB
  ) throws -> [Self?] {
    var rows: [Self?] = Array(repeating: nil, count: keys.count)
    for statement in try included.statements(for: keys, in: DB.dialect) {
      try db.forEachRow(statement) { row in
        let model = try Self(row: &row)
        rows[Int(try row.readInt64())] = model
      }
    }
    return rows
  }
}
