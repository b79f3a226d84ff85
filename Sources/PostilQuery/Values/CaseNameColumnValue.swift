/// A column value that is stored as a name: an enum without raw values, whose cases have no payloads.
///
/// Generated code conforms the enum; the column is TEXT, and its `CHECK` admits the names of the cases only. The names sort in
/// the order of their letters, whatever the order of the cases.
public protocol CaseNameColumnValue: ColumnValue {
  /// The value with this name, `nil` where there is none.
  init?(caseName: String)
  /// The name as the column holds it.
  var caseName: String { get }
}

extension CaseNameColumnValue {
  /// Reads the name.
  /// - Throws: ``ColumnDecodingError`` when the column holds none, or one that no case has.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Self {
    guard let value = Self(caseName: try row.readString()) else {
      throw row.decodingError(Self.self, reason: "no such case")
    }
    return value
  }

  /// Binds the name.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(caseName) }

  /// The name as a binding.
  @inlinable
  public var binding: Binding { .text(caseName) }
}
