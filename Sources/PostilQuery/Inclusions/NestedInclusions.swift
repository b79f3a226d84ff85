/// A required to-one with what is loaded with its row; ``ModelColumns/with(_:)`` makes it.
public struct IncludedRow<Row, M: Queryable, each I: Inclusion>: Inclusion {
  /// What is loaded for each row.
  public typealias LoadedValue = Row

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the row of each key, and what belongs to it.
  /// - Throws: ``RecordNotFound`` if there is none, which foreign keys don't allow.
  @inlinable
  public func loadIncluded<DB: ReadTransaction>(for keys: _ParentKeys, in db: DB) throws -> [Row] {
    let optional = IncludedOptionalRow<Row, M, repeat each I>(includedRows, repeat each inclusions)
    return try keys.requiring(optional.loadIncluded(for: keys, in: db), of: M.table)
  }
}

/// An optional to-one with what is loaded with its row; ``OptionalColumns/with(_:)`` makes it.
public struct IncludedOptionalRow<Row, M: Queryable, each I: Inclusion>: Inclusion {
  /// What is loaded for each row.
  public typealias LoadedValue = Row?

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the row of each key, `nil` if there is none, and what belongs to it.
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

/// A to-many with what is loaded with each of its members; ``ToMany/with(_:)`` makes it.
public struct IncludedMembers<Row, Target: Model, each I: Inclusion>: Inclusion {
  /// What is loaded for each row.
  public typealias LoadedValue = [Row]

  /// The rows to load.
  public let includedRows: _IncludedRows
  @usableFromInline let inclusions: (repeat each I)

  @usableFromInline
  init(_ includedRows: _IncludedRows, _ inclusions: repeat each I) {
    self.includedRows = includedRows
    self.inclusions = (repeat each inclusions)
  }

  /// Loads the members of each key, and what belongs to them.
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
