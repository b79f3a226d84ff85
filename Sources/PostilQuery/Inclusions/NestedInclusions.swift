/// A required to-one relationship with nested inclusions, created by ``ModelColumns/with(_:)``.
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

/// An optional to-one relationship with nested inclusions, created by ``OptionalColumns/with(_:)``.
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
    let plan = try includedRows.plan(for: keys)
    var batch = InclusionBatch<Row, M, repeat each I>(plan, repeat each inclusions)
    var numbers: [Int] = []
    for statement in try includedRows.statements(for: keys, plan, in: DB.dialect) {
      try db.forEachRow(statement) { row in
        try batch.read(&row)
        numbers.append(Int(try row.readInt64()))
      }
    }
    var rows: [Row?] = Array(repeating: nil, count: keys.count)
    for (number, row) in zip(numbers, try batch.takeRows(in: db)) { rows[number] = row }
    return rows
  }
}

/// A to-many relationship with nested inclusions, created by ``ToMany/with(_:)``.
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
    let plan = try includedRows.plan(for: keys)
    var batch = InclusionBatch<Row, Target, repeat each I>(plan, repeat each inclusions)
    var numbers: [Int] = []
    for statement in try includedRows.statements(for: keys, plan, in: DB.dialect) {
      try db.forEachRow(statement) { row in
        try batch.read(&row)
        numbers.append(Int(try row.readInt64()))
      }
    }
    var groups = MemberGroups<Row>(count: keys.count)
    for (number, row) in zip(numbers, try batch.takeRows(in: db)) { groups.append(row, to: number) }
    return groups.finished()
  }
}
