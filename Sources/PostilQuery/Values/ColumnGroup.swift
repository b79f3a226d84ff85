/// A Swift type that is stored in several columns: a struct that models embed, or the identifier of a composite key.
///
/// Generated code conforms the struct. Its columns are consecutive in the table, in the order of its properties. Each
/// model determines their names.
public protocol _ColumnGroup: _StoredValue {
  /// The index of the column that is `NULL` exactly if an optional value is `nil`: the first column that the struct requires.
  static var requiredColumn: Int { get }
  /// Reads the columns.
  /// - Throws: ``ColumnDecodingError`` if they don't contain such a value.
  init(row: inout some RowReader) throws
}

extension _ColumnGroup {
  /// The first column.
  @inlinable
  public static var requiredColumn: Int { 0 }
}

extension RowReader {
  /// Reads the columns of a group and returns its value.
  /// - Throws: ``ColumnDecodingError`` if they don't contain such a value.
  @inlinable @inline(__always)
  public mutating func readGroup<Group: _ColumnGroup>(_ type: Group.Type = Group.self) throws -> Group {
    try Group(row: &self)
  }

  /// Reads the columns of a group and returns its value; `nil` if a required column is `NULL`.
  /// - Throws: ``ColumnDecodingError`` if they don't contain such a value.
  @inlinable @inline(__always)
  public mutating func readGroupIfPresent<Group: _ColumnGroup>(_ type: Group.Type = Group.self) throws -> Group? {
    guard isNull(ahead: Group.requiredColumn) else { return try Group(row: &self) }
    skip(Group._columnCount)
    return nil
  }
}
