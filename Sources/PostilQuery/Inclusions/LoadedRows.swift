// What inclusions load. These are objects, because code that isn't specialized passes on a reference without knowing the type of the rows.

/// The rows of each key.
public final class _GroupedRows<Row> {
  private let keys: _ParentKeys
  /// Whether the rows are read with the keys themselves instead of their indices.
  private let readsKeys: Bool
  @usableFromInline @exclusivity(unchecked) var groups: [[Row]]
  /// What was read for the last row, and the index of this key; -1 if no row is loaded for it.
  @usableFromInline @exclusivity(unchecked) var last: Int64?
  @usableFromInline @exclusivity(unchecked) var number = -1

  @usableFromInline
  init(_ keys: _ParentKeys, readsKeys: Bool = false) {
    self.keys = keys
    self.readsKeys = readsKeys
    groups = Array(repeating: [], count: keys.count)
  }

  /// Adds a row.
  /// - Parameter key: the index of its key, or the key itself.
  @inlinable @inline(__always)
  func append(_ row: Row, for key: Int64) {
    if key != last { find(key) }
    if number >= 0 { groups[number].append(row) }
  }

  @usableFromInline
  func find(_ key: Int64) {
    last = key
    number = readsKeys ? keys.number(of: key) ?? -1 : Int(key)
  }
}

/// The row of each key; `nil` if there is none.
public final class _PlacedRows<Row> {
  @usableFromInline @exclusivity(unchecked) var rows: [Row?]

  @usableFromInline
  init(_ keys: _ParentKeys) { rows = Array(repeating: nil, count: keys.count) }
}

extension Queryable {
  /// Reads a row of a to-many relationship and, behind its columns, its key.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader, to groups: _GroupedRows<Self>) throws {
    let member = try _readRow(from: &row)
    groups.append(member, for: try row.readInt64())
  }

  /// Reads a row of a to-one relationship and, behind its columns, the index of its key.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader, to places: _PlacedRows<Self>) throws {
    let model = try _readRow(from: &row)
    places.rows[Int(try row.readInt64())] = model
  }

  /// Loads the rows of a to-many relationship for each of the keys.
  @inlinable
  static func loadGroups<DB: ReadTransaction>(
    _ included: _IncludedRows, for keys: _ParentKeys, in db: DB
  ) throws -> [[Self]] {
    let groups = try _GroupedRows<Self>(keys, readsKeys: included.ownerColumn(for: keys) != nil)
    for statement in try included.statements(for: keys, in: db.dialect) {
      try db.forEachRow(statement) { row in try _read(from: &row, to: groups) }
    }
    return groups.groups
  }

  /// Loads the row of a to-one relationship for each of the keys; `nil` if there is none.
  @inlinable
  static func loadRows<DB: ReadTransaction>(
    _ included: _IncludedRows, for keys: _ParentKeys, in db: DB
  ) throws -> [Self?] {
    let places = _PlacedRows<Self>(keys)
    for statement in try included.statements(for: keys, in: db.dialect) {
      try db.forEachRow(statement) { row in try _read(from: &row, to: places) }
    }
    return places.rows
  }
}
