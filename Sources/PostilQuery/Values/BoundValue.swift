/// A value bound to a statement, in one of SQLite's five storage classes.
///
/// Values are always passed as bindings, never as SQL text. Source: SQLite, "Datatypes In SQLite", section 2.
public enum BoundValue: Hashable, Sendable {
  /// `NULL`
  case null
  /// A 64-bit signed integer.
  case integer(Int64)
  /// A 64-bit IEEE floating-point number; never a NaN, which SQLite would store as `NULL`.
  case real(Double)
  /// Text, bound as UTF-8.
  case text(String)
  /// Bytes, stored unchanged.
  case blob([UInt8])
  /// A value that the database can't store, and the reason. A statement that binds it throws the error instead of running.
  indirect case unstorable(ColumnEncodingError)
}

extension BoundValue {
  /// Whether the values are of the same kind and equal. Texts are equal if their bytes are, as in SQLite: `String` compares them by
  /// canonical equivalence instead.
  public static func == (left: BoundValue, right: BoundValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    case (.unstorable(let left), .unstorable(let right)): left == right
    default: false
    }
  }

  /// Adds the value to a hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let bytes): hasher.combine(bytes)
    case .unstorable(let error): hasher.combine(error)
    }
  }
}

extension BoundValue: CustomStringConvertible {
  /// The value as an SQL literal: `7`, `'it''s'`, `x'00FF'`. This is only for display; no statement uses it.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value.quoted(with: "'")
    case .blob(let value): "x'" + value.map(Self.hexadecimal).joined() + "'"
    case .unstorable(let error): error.description
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// Collects bound values.
@usableFromInline
struct BindingCollector: ValueBinder {
  @usableFromInline var bindings: [BoundValue] = []

  @usableFromInline
  init() {}

  @usableFromInline
  mutating func bindNull() { bindings.append(.null) }
  @usableFromInline
  mutating func bind(_ value: Int64) { bindings.append(.integer(value)) }
  @usableFromInline
  mutating func bind(_ value: Double) { bindings.append(.real(value)) }
  @usableFromInline
  mutating func bind(_ value: String) { bindings.append(.text(value)) }
  @usableFromInline
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    bindings.append(String(utf8: text).map { .text($0) } ?? .unstorable(.malformedText))
  }
  @usableFromInline
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { bindings.append(.blob(Array(bytes))) }
  @usableFromInline
  mutating func fail(_ error: any Error) {
    let error = error as? ColumnEncodingError ?? ColumnEncodingError(type: "\(type(of: error))", reason: "\(error)")
    bindings.append(.unstorable(error))
  }
}
