/// Binds the parameters of one statement, from the first to the last.
///
/// Each `bind…` fills one parameter. An engine's statement conforms; generated code and ``ColumnValue`` types bind to it.
/// A value that the database cannot hold (a NaN, a text longer than the engine's limit) is remembered by the binder and
/// thrown when the statement runs, so that binding itself needs no `try`.
public protocol ValueBinder {
  /// Binds `NULL`.
  mutating func bindNull()
  /// Binds a 64-bit signed integer.
  mutating func bind(_ value: Int64)
  /// Binds a floating-point number.
  mutating func bind(_ value: Double)
  /// Binds text.
  mutating func bind(_ value: String)
  /// Binds UTF-8 text, copied before the call returns.
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer)
  /// Binds bytes, copied before the call returns.
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer)
  /// Remembers that a value cannot be bound; the statement throws `error` instead of running.
  mutating func fail(_ error: any Error)
}
