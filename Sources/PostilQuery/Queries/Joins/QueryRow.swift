/// What a table of a joined query gives for each row: a model, a view's or a projection's struct, or an optional of these where
/// the row may not be there.
public protocol QueryRow: Sendable {
  /// The columns, as the closures of the query get them.
  associatedtype RowColumns
  /// The columns of the row at `source`.
  static func rowColumns(of source: Source) -> RowColumns
  /// The table with its columns.
  static var rowTable: TableDescription { get }
  /// Reads the row: every column, in the order of ``rowTable``.
  static func readRow(from row: inout some RowReader) throws -> Self
}

extension Queryable {
  /// The columns of the row at `source`.
  @inlinable
  public static func rowColumns(of source: Source) -> Columns { Columns(source) }

  /// The table or view.
  @inlinable
  public static var rowTable: TableDescription { table }

  /// Reads the row.
  @inlinable @inline(__always)
  public static func readRow(from row: inout some RowReader) throws -> Self { try Self(row: &row) }
}

extension Optional: QueryRow where Wrapped: Queryable {
  /// The columns of the row at `source`, each of which can be `NULL`.
  @inlinable
  public static func rowColumns(of source: Source) -> OptionalColumns<Wrapped> { OptionalColumns(source) }

  /// The table or view.
  @inlinable
  public static var rowTable: TableDescription { Wrapped.table }

  /// Reads the row: `nil` where its primary key is `NULL`, or, of a row without one, where every column is.
  @inlinable
  public static func readRow(from row: inout some RowReader) throws -> Self {
    let table = Wrapped.table
    guard table.columns.indices.contains(where: { table.isTelling($0) && !row.isNull(ahead: $0) }) else {
      row.skip(table.columns.count)
      return nil
    }
    return try Wrapped(row: &row)
  }
}

extension TableDescription {
  /// Whether the column at `index` says that there is a row when it is not `NULL`.
  @usableFromInline
  func isTelling(_ index: Int) -> Bool { primaryKey.isEmpty || primaryKey.contains(columns[index].name) }
}
