/// Binds the parameters of one statement, from first to last.
///
/// Each `bind…` binds one parameter. An engine's statement conforms to this protocol; generated code and
/// ``ColumnValue`` types bind to it. If the database can't store a value (NaN, or text longer than the engine's limit),
/// the binder records the error and the statement throws it when it runs, so that binding itself doesn't need `try`.
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
  /// Binds a time, the seconds since the start of 2001; `false`, and nothing is bound, if the engine stores it as text.
  mutating func _bindTime(_ time: Double) -> Bool
  /// Records that a value can't be bound. The statement throws `error` instead of running.
  mutating func fail(_ error: any Error)
}

extension ValueBinder {
  /// `false`
  @inlinable
  public mutating func _bindTime(_ time: Double) -> Bool { false }

  /// Binds the values of a statement, in order. If one can't be stored, the statement throws.
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

// Generated code binds several columns at a time. These are overloads instead of a parameter pack, because every Swift
// version that can build Postil specializes them for each row.
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
