/// The tables that a query reads, each as a `_QueryRow`. They determine the arguments of its closures and the type of its rows.
public protocol QueryTables: Sendable {
  /// The columns of all tables: the arguments of the query's closures.
  associatedtype Columns
  /// One row from each table.
  associatedtype Rows
  /// The tables with their columns.
  static var tables: [_TableDescription] { get }
  /// The columns of all tables, read from these sources.
  static func columns(of sources: [_Source]) -> Columns
  /// Reads one row from each table.
  static func readRows(from row: inout some RowReader) throws -> Rows
}

extension QueryTables {
  /// Creates a source for each table.
  @inlinable
  static func makeSources() -> [_Source] { tables.map { _Source($0) } }
}

/// One table, whose rows are grouped.
public enum OneTable<A: _QueryRow>: QueryTables {
  /// One row from each table.
  public typealias Rows = A

  /// The tables with their columns.
  public static var tables: [_TableDescription] { [A._rowTable] }

  /// The columns of all tables, read from these sources.
  @inlinable
  public static func columns(of sources: [_Source]) -> A.RowColumns { A._rowColumns(of: sources[0]) }

  /// Reads one row from each table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> A { try A._readRow(from: &row) }
}

/// The joined rows of two tables.
public struct TwoTables<A: _QueryRow, B: _QueryRow>: JoinedQuery, QueryTables {
  /// The tables.
  public typealias Tables = Self
  /// The columns of all tables.
  public typealias Columns = (A.RowColumns, B.RowColumns)
  /// One row from each table.
  public typealias Rows = (A, B)

  /// What the query reads.
  public let _core: _QueryCore

  /// A query of these rows.
  public init(_ core: _QueryCore) { _core = core }

  /// The tables with their columns.
  public static var tables: [_TableDescription] { [A._rowTable, B._rowTable] }

  /// The columns of all tables, read from these sources.
  @inlinable
  public static func columns(of sources: [_Source]) -> Columns {
    (A._rowColumns(of: sources[0]), B._rowColumns(of: sources[1]))
  }

  /// Reads one row from each table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B) {
    (try A._readRow(from: &row), try B._readRow(from: &row))
  }
}

/// The joined rows of three tables.
public struct ThreeTables<A: _QueryRow, B: _QueryRow, C: _QueryRow>: JoinedQuery, QueryTables {
  /// The tables.
  public typealias Tables = Self
  /// The columns of all tables.
  public typealias Columns = (A.RowColumns, B.RowColumns, C.RowColumns)
  /// One row from each table.
  public typealias Rows = (A, B, C)

  /// What the query reads.
  public let _core: _QueryCore

  /// A query of these rows.
  public init(_ core: _QueryCore) { _core = core }

  /// The tables with their columns.
  public static var tables: [_TableDescription] { [A._rowTable, B._rowTable, C._rowTable] }

  /// The columns of all tables, read from these sources.
  @inlinable
  public static func columns(of sources: [_Source]) -> Columns {
    (A._rowColumns(of: sources[0]), B._rowColumns(of: sources[1]), C._rowColumns(of: sources[2]))
  }

  /// Reads one row from each table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C) {
    (try A._readRow(from: &row), try B._readRow(from: &row), try C._readRow(from: &row))
  }
}

/// The joined rows of four tables.
public struct FourTables<A: _QueryRow, B: _QueryRow, C: _QueryRow, D: _QueryRow>: JoinedQuery, QueryTables {
  /// The tables.
  public typealias Tables = Self
  /// The columns of all tables.
  public typealias Columns = (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns)
  /// One row from each table.
  public typealias Rows = (A, B, C, D)

  /// What the query reads.
  public let _core: _QueryCore

  /// A query of these rows.
  public init(_ core: _QueryCore) { _core = core }

  /// The tables with their columns.
  public static var tables: [_TableDescription] { [A._rowTable, B._rowTable, C._rowTable, D._rowTable] }

  /// The columns of all tables, read from these sources.
  @inlinable
  public static func columns(of sources: [_Source]) -> Columns {
    (
      A._rowColumns(of: sources[0]), B._rowColumns(of: sources[1]), C._rowColumns(of: sources[2]),
      D._rowColumns(of: sources[3])
    )
  }

  /// Reads one row from each table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C, D) {
    (try A._readRow(from: &row), try B._readRow(from: &row), try C._readRow(from: &row), try D._readRow(from: &row))
  }
}

/// The joined rows of five tables.
public struct FiveTables<A: _QueryRow, B: _QueryRow, C: _QueryRow, D: _QueryRow, E: _QueryRow>: JoinedQuery, QueryTables
{
  /// The tables.
  public typealias Tables = Self
  /// The columns of all tables.
  public typealias Columns = (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, E.RowColumns)
  /// One row from each table.
  public typealias Rows = (A, B, C, D, E)

  /// What the query reads.
  public let _core: _QueryCore

  /// A query of these rows.
  public init(_ core: _QueryCore) { _core = core }

  /// The tables with their columns.
  public static var tables: [_TableDescription] { [A._rowTable, B._rowTable, C._rowTable, D._rowTable, E._rowTable] }

  /// The columns of all tables, read from these sources.
  @inlinable
  public static func columns(of sources: [_Source]) -> Columns {
    (
      A._rowColumns(of: sources[0]), B._rowColumns(of: sources[1]), C._rowColumns(of: sources[2]),
      D._rowColumns(of: sources[3]), E._rowColumns(of: sources[4])
    )
  }

  /// Reads one row from each table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C, D, E) {
    (
      try A._readRow(from: &row), try B._readRow(from: &row), try C._readRow(from: &row), try D._readRow(from: &row),
      try E._readRow(from: &row)
    )
  }
}

/// The row of a table in a joined query: a model, the struct of a view or projection, or an optional of these if the
/// row may be missing.
public protocol _QueryRow: Sendable {
  /// The columns in the query's closures.
  associatedtype RowColumns
  /// The columns of the row at `source`.
  static func _rowColumns(of source: _Source) -> RowColumns
  /// The table with its columns.
  static var _rowTable: _TableDescription { get }
  /// Reads the row: all columns, in the order of ``_rowTable``.
  static func _readRow(from row: inout some RowReader) throws -> Self
}

extension Queryable {
  /// The columns of the row at `source`.
  @inlinable
  public static func _rowColumns(of source: _Source) -> Columns { Columns(source) }

  /// The table or view.
  @inlinable
  public static var _rowTable: _TableDescription { table }

  /// Reads the row. An error contains the name of the struct.
  @inlinable @inline(__always)
  public static func _readRow(from row: inout some RowReader) throws -> Self {
    do { return try Self(row: &row) } catch { throw ColumnDecodingError.named(error, model: table.model) }
  }
}

extension Optional: _QueryRow where Wrapped: Queryable {
  /// The columns of the row at `source`, each of which can be `NULL`.
  @inlinable
  public static func _rowColumns(of source: _Source) -> OptionalColumns<Wrapped> { OptionalColumns(source) }

  /// The table or view.
  @inlinable
  public static var _rowTable: _TableDescription { Wrapped.table }

  /// Reads the row; `nil` if its primary key is `NULL` or, without a primary key, if all columns are.
  @inlinable
  public static func _readRow(from row: inout some RowReader) throws -> Self {
    let table = Wrapped.table
    guard table.columns.indices.contains(where: { table.isTelling($0) && !row.isNull(ahead: $0) }) else {
      row.skip(table.columns.count)
      return nil
    }
    return try Wrapped._readRow(from: &row)
  }
}

extension _TableDescription {
  /// Whether a value in the column at `index` means that the row exists.
  @usableFromInline
  func isTelling(_ index: Int) -> Bool { primaryKey.isEmpty || primaryKey.contains(columns[index].name) }
}
