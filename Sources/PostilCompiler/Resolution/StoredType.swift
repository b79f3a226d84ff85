import PostilSchema

/// How a Swift type is stored in a column.
package indirect enum StoredType: Hashable, Sendable {
  case boolean
  case integer(bits: Int, isSigned: Bool)
  case real(bits: Int)
  case text, bytes, timestamp, uuid
  case decimal, url, duration
  /// A `Date` in another form.
  case iso8601Milliseconds, unixSeconds, unixMilliseconds, julianDay, referenceDate
  /// The `DateComponents` of a day.
  case day
  case uuidBytes
  /// A value of any SQLite storage class.
  case any
  /// An array of numbers, with the name and size of its elements' type.
  case packed(element: String, bytes: Int)
  /// A type that JSON can hold, as generated code writes it.
  case json(String)
  /// The generated identifier of a model: `RowID<Item>`.
  case rowID(model: String)
  /// An enum with raw values or an identifier type, by full name, stored as its raw value; or an enum without raw
  /// values, stored as the name of its case.
  case raw(name: String, StoredType)
  /// A type that declares its own stored form: `ColumnRepresentable`.
  case custom(name: String, StoredType)

  /// The column's type.
  var columnType: ColumnType {
    switch self {
    case .boolean: .boolean
    case .integer(let bits, true): .integer(bits: bits)
    case .integer(let bits, false): .unsignedInteger(bits: bits)
    case .real(let bits): .real(bits: bits)
    case .text, .url: .text
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .uuid: .uuid
    case .decimal: .decimal
    case .duration: .duration
    case .iso8601Milliseconds: .iso8601Milliseconds
    case .unixSeconds: .unixSeconds
    case .unixMilliseconds: .unixMilliseconds
    case .julianDay: .julianDay
    case .referenceDate: .referenceDate
    case .day: .day
    case .uuidBytes: .uuidBytes
    case .any: .any
    case .packed(_, let bytes): .packed(elementBytes: bytes)
    case .json: .json
    case .rowID: .integer(bits: 64)
    case .raw(_, let base), .custom(_, let base): base.columnType
    }
  }

  /// The underlying type of identifiers, enums and custom types.
  package var base: StoredType {
    switch self {
    case .raw(_, let base), .custom(_, let base): base.base
    default: self
    }
  }

  /// Whether the column holds text, to which a collation applies.
  var isText: Bool { [.text, .url].contains(base) }

  /// The type as which a property of this type is read and bound; `nil` if that is its own type.
  var storage: ResolvedStorage? {
    switch self {
    case .packed(let element, _): ResolvedStorage(.packed, of: element)
    case .json(let value): ResolvedStorage(.jsonColumn, of: value)
    default: ResolvedStorage.Wrapper.allCases.first { $0.stored == self }.map { ResolvedStorage($0) }
    }
  }

  /// Whether the type, or its underlying raw type, has that name.
  func isStored(as rawType: String) -> Bool {
    if case .raw(let name, let base) = self { name == rawType || base.isStored(as: rawType) } else { false }
  }

  /// Whether the database can assign a key of this type, because it is SQLite's rowid.
  var isAssignable: Bool {
    switch self {
    case .rowID, .integer(bits: 64, isSigned: true): true
    case .raw(_, let base): base.isAssignable
    default: false
    }
  }
}

/// The result of resolving a written type.
package struct ResolvedType: Hashable, Sendable {
  /// The type as generated code writes it, without `?`.
  package var name: String
  package var isOptional = false
  package var stored: StoredType
  /// The model whose `ID` was written: `Project` for `Project.ID`.
  var identifiedModel: String?

  /// The type as generated code writes it.
  package var text: String { isOptional ? "\(name)?" : name }
}

extension ResolvedType {
  /// The type as written outside the column's model, without `?`.
  var nameOutsideModel: String {
    if case .rowID(let model) = stored { "\(model).ID" } else { name }
  }
}

/// The types of the standard library and Foundation that a column can store, and what to write instead of others.
enum BuiltinType {
  /// The modules that can qualify them.
  static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials"]

  /// Source: Docs/Language.md, "Types". Foundation's `TimeInterval` is `Double`.
  static let stored: [String: StoredType] = [
    "Bool": .boolean, "String": .text, "Data": .bytes, "Date": .timestamp, "UUID": .uuid,
    "Double": .real(bits: 64), "Float": .real(bits: 32), "TimeInterval": .real(bits: 64),
    "Float64": .real(bits: 64), "Float32": .real(bits: 32),
    "SQLValue": .any,
    "Decimal": .decimal, "URL": .url, "Duration": .duration, "DateComponents": .day,
    "Int": .integer(bits: 64, isSigned: true), "UInt": .integer(bits: 64, isSigned: false),
    "Int8": .integer(bits: 8, isSigned: true), "UInt8": .integer(bits: 8, isSigned: false),
    "Int16": .integer(bits: 16, isSigned: true), "UInt16": .integer(bits: 16, isSigned: false),
    "Int32": .integer(bits: 32, isSigned: true), "UInt32": .integer(bits: 32, isSigned: false),
    "Int64": .integer(bits: 64, isSigned: true), "UInt64": .integer(bits: 64, isSigned: false),
  ]

  /// Suggestions for types that can't be stored in a column.
  private static let never: [String: String] = [
    "Int128": "write 'Decimal', which is exact and sorts numerically, or two 'Int64' properties",
    "UInt128": "write 'Decimal', which is exact and sorts numerically, or two 'UInt64' properties",
    "Float16": "write 'Float', which can represent all its values",
    "Float80": "write 'Double'", "CGFloat": "write 'Double'", "Character": "write 'String'",
    "Substring": "write 'String'", "StaticString": "write 'String'", "NSString": "write 'String'",
    "NSDate": "write 'Date'", "NSData": "write 'Data'", "NSNumber": "write 'Int' or 'Double'",
    "NSDecimalNumber": "write 'Decimal'",
    "NSUUID": "write 'UUID'", "NSURL": "write 'URL'", "TimeZone": "write 'String' and store its identifier",
    "Locale": "write 'String' and store its identifier", "DateInterval": "write two 'Date' properties",
    "Range": "write a property for each bound, or '// @json' above it",
    "ClosedRange": "write a property for each bound, or '// @json' above it",
    "AttributedString": "write 'String' or 'Data'", "AnyObject": "write a concrete type",
    "AnyHashable": "write a concrete type", "Any": "write a concrete type",
    "IndexSet": "write 'Data'", "ArraySlice": "write an array",
    "ContiguousArray": "write an array", "Never": "remove the property", "Void": "remove the property",
  ]

  /// The generic types of the standard library, besides arrays and dictionaries, that can be stored as JSON.
  static let collections: Set<String> = ["Set", "ContiguousArray", "ArraySlice", "Range", "ClosedRange"]

  /// The types of the standard library and Foundation that are `Codable` but can't be stored in a column directly.
  static let codable: Set<String> = [
    "CGFloat", "Float16", "Int128", "UInt128", "TimeZone", "Locale", "Calendar", "DateInterval", "IndexPath",
    "IndexSet",
    "CharacterSet", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "PersonNameComponents", "Never",
  ]

  /// The message for a known type that can't be stored; `nil` for any other type.
  static func refusal(of name: String, written: String) -> String? {
    never[name].map { Message.unstorableType(written, advice: $0) }
  }

  /// Names for "did you mean" suggestions.
  static let names = (Array(stored.keys) + Array(never.keys)).sorted()
}
