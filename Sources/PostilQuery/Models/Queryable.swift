/// A struct whose instances can be read from the database: the rows of a table, or of a view.
///
/// Generated code conforms the struct; people write the struct and its annotations. What can be asked (where, order, limit,
/// select, fetch, count …) is in extensions of this protocol and in ``Query``; what writes is for a ``Model`` alone, so that
/// writing to a view does not compile.
public protocol Queryable: QueryRow {
  /// The columns and relationships, as they are named in queries.
  associatedtype Columns: ModelColumns where Columns.OwningModel == Self

  /// The table or view, with the Swift names of its columns.
  static var table: TableDescription { get }

  /// Whether there is a table or a view of it, as there is of all but a ``Projection``.
  static var isStored: Bool { get }

  /// Reads a row: every column, in the order of ``table``.
  init(row: inout some RowReader) throws
}

extension Queryable {
  /// Whether there is a table or a view of it: there is.
  @inlinable
  public static var isStored: Bool { true }
}
