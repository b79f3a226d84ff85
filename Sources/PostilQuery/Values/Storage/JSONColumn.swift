/// A column that holds any `Codable` value as JSON text: `{"city":"Oslo","street":"Storgata 1"}`.
///
/// The keys are sorted, so that equal values are equal texts and `==` compares them in the database. Dates have the form that
/// columns of dates have, `"2026-11-21 08:30:00"`, `Data` is Base64, and the numbers that JSON does not know are `"NaN"`,
/// `"Infinity"` and `"-Infinity"`. A `Set`, and a dictionary whose keys make it an array, are written in the order of their
/// elements' texts, sets of sets too; inside a struct they have no order, and `==` may find equal ones unequal: sort them there
/// into an array. The statement throws ``ColumnEncodingError`` for a value whose `encode(to:)` throws.
@frozen
public struct JSONColumn<Value: Codable & Sendable>: ColumnValue {
  /// The value.
  public var plain: Value

  /// The stored form of a value.
  @inlinable
  public init(plain: Value) { self.plain = plain }

  /// Reads a TEXT of JSON.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else, or JSON that is no such value.
  public static func read(from row: inout some RowReader) throws -> Self {
    let result = try row.readUTF8 { text in ColumnJSON.value(Value.self, text) }
    switch result {
    case .success(let value): return Self(plain: value)
    case .failure(let failure): throw row.decodingError(Value.self, reason: failure.reason)
    }
  }

  /// Binds a TEXT.
  public func bind(to binder: inout some ValueBinder) {
    do {
      try ColumnJSON.data(plain).withUnsafeBytes { text in binder.bindUTF8(text) }
    } catch {
      binder.fail(error)
    }
  }

  /// The text as a binding. A value that cannot be encoded is refused when a statement binds it.
  public var binding: Binding {
    do {
      return .text(String(decoding: try ColumnJSON.data(plain), as: UTF8.self))
    } catch {
      return .unstorable(error)
    }
  }

  /// Whether both are the same JSON.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.binding == rhs.binding }

  /// Hashes the JSON.
  public func hash(into hasher: inout Hasher) { hasher.combine(binding) }
}
