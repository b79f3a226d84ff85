/// A required to-one relationship with nested inclusions, created by `ViewColumns.with(_:)`.
public struct IncludedRow<Row, M: Queryable, each I: Inclusion>: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Row

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the row of each key and its nested inclusions.
  /// - Throws: ``RecordNotFound`` if a row is missing, which foreign keys prevent.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [Row] {
    let optional = IncludedOptionalRow<Row, M, repeat each I>(includedRows, repeat each inclusions)
    return try keys.requiring(optional.loadIncluded(for: keys, in: db), of: M.table)
  }
}

/// An optional to-one relationship with nested inclusions, created by `OptionalColumns.with(_:)`.
public struct IncludedOptionalRow<Row, M: Queryable, each I: Inclusion>: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = Row?

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the row of each key and its nested inclusions; `nil` if there is no row.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [Row?] {
    var rows: [Row?] = Array(repeating: nil, count: keys.count)
    let loaded: Zip2Sequence<[Int], [Row]> = try includedRows.load(M.self, repeat each inclusions, for: keys, in: db)
    for (number, row) in loaded { rows[number] = row }
    return rows
  }
}

/// A to-many relationship with nested inclusions, created by `ToMany.with(_:)`.
public struct IncludedMembers<Row, Target: Model, each I: Inclusion>: Inclusion {
  /// The loaded value for each row.
  public typealias LoadedValue = [Row]

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the members of each key and their nested inclusions.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [[Row]] {
    let members = _GroupedRows<Row>(keys)
    let loaded: Zip2Sequence<[Int], [Row]> = try includedRows.load(
      Target.self, repeat each inclusions, for: keys, in: db)
    for (number, row) in loaded { members.append(row, for: Int64(number)) }
    return members.groups
  }
}

extension _IncludedRows {
  /// Loads the rows of all keys and what belongs to them, each with the number of its key.
  @inlinable
  func load<Row, M: Queryable, each I: Inclusion, DB: ReadTransaction>(
    _ type: M.Type, _ inclusions: repeat each I, for keys: _ParentKeys, in db: DB
  ) throws -> Zip2Sequence<[Int], [Row]> {
    let plan = try plan(for: keys)
    var batch = InclusionBatch<Row, OneTable<M>, repeat each I>(plan, repeat each inclusions)
    var numbers: [Int] = []
    for statement in try statements(for: keys, plan, in: db.dialect) {
      try db.forEachRow(statement) { row in
        try batch.read(&row)
        numbers.append(Int(try row.readInt64()))
      }
    }
    return zip(numbers, try batch.takeRows(in: db))
  }
}
