/// Binds the parameters of one statement, from the first to the last.
///
/// Each `bind…` fills one parameter. An engine's statement conforms; generated code and ``ColumnValue`` types bind to it.
/// A value that the database can't hold (a NaN, a text longer than the engine's limit) is remembered by the binder and
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
  /// Remembers that a value can't be bound; the statement throws `error` instead of running.
  mutating func fail(_ error: any Error)
}

extension ValueBinder {
  /// Binds the values of a statement, in their order; one that can't be stored makes the statement throw.
  @inlinable
  public mutating func bind(all bindings: [BoundValue]) {
    for binding in bindings {
      switch binding {
      case .null: bindNull()
      case .integer(let value): bind(value)
      case .real(let value): bind(value)
      case .text(let value): bind(value)
      case .blob(let value): value.withUnsafeBytes { bindBytes($0) }
      case .unstorable(let error):
        fail(error)
        bindNull()
      }
    }
  }

  /// Binds a value in the column's stored form: `binder.bind(dueAt, as: UnixSeconds?.self)` accepts a `Date?`.
  @inlinable @inline(__always)
  public mutating func bind<Value: ColumnValue>(_ value: Value.Plain, as type: Value.Type) {
    Value(_plain: value)._bind(to: &self)
  }
}

// Generated code binds several columns at a time. Overloads and no parameter pack: they are specialised for each row by every
// Swift that builds Postil.
extension ValueBinder {
  /// Binds two values, from left to right.
  @inlinable @inline(__always)
  public mutating func bind(_ first: some _StoredValue, _ second: some _StoredValue) {
    first._bind(to: &self)
    second._bind(to: &self)
  }

  /// Binds three values, from left to right.
  @inlinable @inline(__always)
  public mutating func bind(_ first: some _StoredValue, _ second: some _StoredValue, _ third: some _StoredValue) {
    bind(first, second)
    third._bind(to: &self)
  }

  /// Binds four values, from left to right.
  @inlinable @inline(__always)
  public mutating func bind(
    _ first: some _StoredValue, _ second: some _StoredValue, _ third: some _StoredValue, _ fourth: some _StoredValue
  ) {
    bind(first, second)
    bind(third, fourth)
  }

  /// Binds five values, from left to right.
  @inlinable @inline(__always)
  public mutating func bind(
    _ first: some _StoredValue, _ second: some _StoredValue, _ third: some _StoredValue, _ fourth: some _StoredValue,
    _ fifth: some _StoredValue
  ) {
    bind(first, second, third)
    bind(fourth, fifth)
  }
}
