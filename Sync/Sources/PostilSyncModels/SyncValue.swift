import Foundation

/// A value of a row in a message: what SQLite stores.
public enum SyncValue: Hashable, Sendable, Codable {
  /// No value.
  case null
  /// An INTEGER; a JSON number.
  case integer(Int64)
  /// A REAL; `{"r": "0.1"}`, because a JSON number doesn't say whether it is one.
  case real(Double)
  /// A TEXT; a JSON string.
  case text(String)
  /// A BLOB; `{"b": "…"}` in Base64.
  case blob([UInt8])
  /// TEXT that isn't valid UTF-8; `{"t": "…"}` in Base64.
  case malformedText([UInt8])

  private enum CodingKeys: String, CodingKey { case r, b, t }

  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() {
        self = .null
        return
      }
      if let text = try? value.decode(String.self) {
        self = .text(text)
        return
      }
      if let integer = try? value.decode(Int64.self) {
        self = .integer(integer)
        return
      }
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .r) {
      guard let real = Double(text), !real.isNaN else {
        throw DecodingError.dataCorruptedError(forKey: .r, in: container, debugDescription: "'\(text)' is not a number")
      }
      self = .real(real)
    } else if let bytes = try container.decodeIfPresent(Data.self, forKey: .b) {
      self = .blob([UInt8](bytes))
    } else {
      self = .malformedText([UInt8](try container.decode(Data.self, forKey: .t)))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .integer(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .text(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .real(let value):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("\(value)", forKey: .r)
    case .blob(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Data(bytes), forKey: .b)
    case .malformedText(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Data(bytes), forKey: .t)
    }
  }

  /// Whether both are the same value. Texts are equal if their bytes are, as in SQLite.
  public static func == (left: SyncValue, right: SyncValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)), (.malformedText(let left), .malformedText(let right)): left == right
    default: false
    }
  }

  /// Adds the value to a hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let bytes), .malformedText(let bytes): hasher.combine(bytes)
    }
  }
}

extension SyncValue {
  /// A value as it was read from the database.
  package init(_ value: SQLValue?) {
    switch value {
    case nil: self = .null
    case .integer(let value)?: self = .integer(value)
    case .real(let value)?: self = .real(value)
    case .text(let value)?: self = .text(value)
    case .blob(let value)?: self = .blob(value)
    case .malformedText(let value)?: self = .malformedText(value)
    }
  }

  /// A value of a column as it was read from the database, in the form that SQLite stores.
  package init(_ value: SQLValue?, of column: SyncedColumn) {
    switch (column.form, value) {
    case (.bytes, .text(let text)?):
      self = UUID(uuidString: text).map { id in withUnsafeBytes(of: id.uuid) { .blob([UInt8]($0)) } } ?? .text(text)
    case (.milliseconds, .text(let text)?):
      // SQLite stores any text.
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let fraction = (parts.dropFirst().first ?? "").prefix(3)
      self = .text("\(parts[0]).\(fraction)\(String(repeating: "0", count: 3 - fraction.count))")
    case (.decimal, .integer(let value)?): self = .text("\(value)")
    default: self.init(value)
    }
  }

  /// Binds the value to the next parameter of a statement.
  package func bind(to binder: inout some ValueBinder) {
    switch self {
    case .null: binder.bindNull()
    case .integer(let value): binder.bind(value)
    case .real(let value): binder.bind(value)
    case .text(let value): binder.bind(value)
    case .blob(let value): value.withUnsafeBytes { binder.bindBytes($0) }
    case .malformedText(let value): value.withUnsafeBytes { binder.bindUTF8($0) }
    }
  }

  /// Whether it is text that isn't valid UTF-8, which can't be stored.
  package var isMalformed: Bool { if case .malformedText = self { true } else { false } }

  /// The value for a statement.
  package var stored: SQLValue? {
    switch self {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(value)
    case .malformedText(let value): .malformedText(value)
    }
  }
}
