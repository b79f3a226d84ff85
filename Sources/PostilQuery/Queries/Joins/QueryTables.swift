/// The tables that a query reads, each as a ``QueryRow``: what its closures get, and what a row of it is.
public protocol QueryTables: Sendable {
  /// The columns of every table: what the closures of the query get.
  associatedtype Columns
  /// A row of every table.
  associatedtype Rows
  /// The tables with their columns.
  static var tables: [TableDescription] { get }
  /// The columns of every table, read from these sources.
  static func columns(of sources: [Source]) -> Columns
  /// Reads a row of every table.
  static func readRows(from row: inout some RowReader) throws -> Rows
}

extension QueryTables {
  /// A source for each table.
  @inlinable
  static func makeSources() -> [Source] { tables.map { Source($0) } }
}

/// One table.
public enum OneTable<A: QueryRow>: QueryTables {
  /// A row of every table.
  public typealias Rows = A

  /// The tables with their columns.
  public static var tables: [TableDescription] { [A.rowTable] }

  /// The columns of every table, read from these sources.
  @inlinable
  public static func columns(of sources: [Source]) -> A.RowColumns { A.rowColumns(of: sources[0]) }

  /// Reads a row of every table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> A { try A.readRow(from: &row) }
}

/// Two tables.
public enum TwoTables<A: QueryRow, B: QueryRow>: QueryTables {
  /// A row of every table.
  public typealias Rows = (A, B)

  /// The tables with their columns.
  public static var tables: [TableDescription] { [A.rowTable, B.rowTable] }

  /// The columns of every table, read from these sources.
  @inlinable
  public static func columns(of sources: [Source]) -> (A.RowColumns, B.RowColumns) {
    (A.rowColumns(of: sources[0]), B.rowColumns(of: sources[1]))
  }

  /// Reads a row of every table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B) {
    (try A.readRow(from: &row), try B.readRow(from: &row))
  }
}

/// Three tables.
public enum ThreeTables<A: QueryRow, B: QueryRow, C: QueryRow>: QueryTables {
  /// A row of every table.
  public typealias Rows = (A, B, C)

  /// The tables with their columns.
  public static var tables: [TableDescription] { [A.rowTable, B.rowTable, C.rowTable] }

  /// The columns of every table, read from these sources.
  @inlinable
  public static func columns(of sources: [Source]) -> (A.RowColumns, B.RowColumns, C.RowColumns) {
    (A.rowColumns(of: sources[0]), B.rowColumns(of: sources[1]), C.rowColumns(of: sources[2]))
  }

  /// Reads a row of every table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C) {
    (try A.readRow(from: &row), try B.readRow(from: &row), try C.readRow(from: &row))
  }
}

/// Four tables.
public enum FourTables<A: QueryRow, B: QueryRow, C: QueryRow, D: QueryRow>: QueryTables {
  /// A row of every table.
  public typealias Rows = (A, B, C, D)

  /// The tables with their columns.
  public static var tables: [TableDescription] { [A.rowTable, B.rowTable, C.rowTable, D.rowTable] }

  /// The columns of every table, read from these sources.
  @inlinable
  public static func columns(
    of sources: [Source]
  ) -> (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns) {
    (
      A.rowColumns(of: sources[0]), B.rowColumns(of: sources[1]), C.rowColumns(of: sources[2]),
      D.rowColumns(of: sources[3])
    )
  }

  /// Reads a row of every table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C, D) {
    (try A.readRow(from: &row), try B.readRow(from: &row), try C.readRow(from: &row), try D.readRow(from: &row))
  }
}

/// Five tables.
public enum FiveTables<A: QueryRow, B: QueryRow, C: QueryRow, D: QueryRow, E: QueryRow>: QueryTables {
  /// A row of every table.
  public typealias Rows = (A, B, C, D, E)

  /// The tables with their columns.
  public static var tables: [TableDescription] { [A.rowTable, B.rowTable, C.rowTable, D.rowTable, E.rowTable] }

  /// The columns of every table, read from these sources.
  @inlinable
  public static func columns(
    of sources: [Source]
  ) -> (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, E.RowColumns) {
    (
      A.rowColumns(of: sources[0]), B.rowColumns(of: sources[1]), C.rowColumns(of: sources[2]),
      D.rowColumns(of: sources[3]), E.rowColumns(of: sources[4])
    )
  }

  /// Reads a row of every table.
  @inlinable @inline(__always)
  public static func readRows(from row: inout some RowReader) throws -> (A, B, C, D, E) {
    (
      try A.readRow(from: &row), try B.readRow(from: &row), try C.readRow(from: &row), try D.readRow(from: &row),
      try E.readRow(from: &row)
    )
  }
}
