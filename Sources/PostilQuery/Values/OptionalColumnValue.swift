/// An optional of a column value: what a column holds that takes `NULL`.
public protocol OptionalColumnValue: ColumnValue {}

extension Optional: OptionalColumnValue where Wrapped: ColumnValue {
  /// The type without its optionals.
  public typealias Unwrapped = Wrapped.Unwrapped
}
