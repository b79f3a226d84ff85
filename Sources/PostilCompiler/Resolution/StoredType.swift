import PostilSchema

/// What a Swift type comes to in a column.
indirect enum StoredType: Hashable, Sendable {
  case boolean
  case integer(bits: Int, isSigned: Bool)
  case real(bits: Int)
  case text, bytes, timestamp, uuid
  /// The generated identifier of a model: `RowID<Item>`.
  case rowID(model: String)
  /// An enum with raw values or an identifier type, by its full name, stored as its raw value.
  case raw(name: String, StoredType)

  /// The column's type.
  var columnType: ColumnType {
    switch self {
    case .boolean: .boolean
    case .integer(let bits, true): .integer(bits: bits)
    case .integer(let bits, false): .unsignedInteger(bits: bits)
    case .real(let bits): .real(bits: bits)
    case .text: .text
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .uuid: .uuid
    case .rowID: .integer(bits: 64)
    case .raw(_, let base): base.columnType
    }
  }

  /// The type behind identifiers and enums.
  var base: StoredType { if case .raw(_, let base) = self { base.base } else { self } }

  /// Whether the type, or the raw type behind it, is the one of that name.
  func isStored(as rawType: String) -> Bool {
    if case .raw(let name, let base) = self { name == rawType || base.isStored(as: rawType) } else { false }
  }

  /// Whether the database can assign such a key: it is SQLite's rowid.
  var isAssignable: Bool {
    switch base {
    case .rowID, .integer(bits: 64, isSigned: true): true
    default: false
    }
  }
}

/// What a written type came to.
struct ResolvedType: Hashable {
  /// The type as generated code writes it, the `?` left out.
  var name: String
  var isOptional = false
  var stored: StoredType
  /// The model whose `ID` the type was written as: `List` for `List.ID`.
  var identifiedModel: String?

  /// The type as generated code writes it.
  var text: String { isOptional ? "\(name)?" : name }
}

/// The types of the standard library and Foundation that a column can store, and what to write instead of others.
enum BuiltinType {
  /// The modules that they can be written with.
  static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials"]

  /// Source: DESIGN.md, section 2; Foundation's `TimeInterval` is `Double`.
  static let stored: [String: StoredType] = [
    "Bool": .boolean, "String": .text, "Data": .bytes, "Date": .timestamp, "UUID": .uuid,
    "Double": .real(bits: 64), "Float": .real(bits: 32), "TimeInterval": .real(bits: 64),
    "Float64": .real(bits: 64), "Float32": .real(bits: 32),
    "Int": .integer(bits: 64, isSigned: true), "UInt": .integer(bits: 64, isSigned: false),
    "Int8": .integer(bits: 8, isSigned: true), "UInt8": .integer(bits: 8, isSigned: false),
    "Int16": .integer(bits: 16, isSigned: true), "UInt16": .integer(bits: 16, isSigned: false),
    "Int32": .integer(bits: 32, isSigned: true), "UInt32": .integer(bits: 32, isSigned: false),
    "Int64": .integer(bits: 64, isSigned: true), "UInt64": .integer(bits: 64, isSigned: false),
  ]

  /// What to write instead of a type that a later version stores.
  private static let later: [String: String] = [
    "Int128": "write 'String', or two 'Int64' properties", "UInt128": "write 'String', or two 'UInt64' properties",
    "Float16": "write 'Float'", "Decimal": "write 'Int64' and count in the smallest unit, or 'String'",
    "URL": "write 'String' and make the URL in a computed property",
    "Duration": "write 'Int64' and count in milliseconds",
    "DateComponents": "write 'Date', or a property for each component",
    "Set": "write a model of its own with '@references' to this one",
    "Dictionary": "write a model of its own with '@references' to this one",
  ]

  /// What to write instead of a type that no column stores.
  private static let never: [String: String] = [
    "Float80": "write 'Double'", "CGFloat": "write 'Double'", "Character": "write 'String'",
    "Substring": "write 'String'", "StaticString": "write 'String'", "NSString": "write 'String'",
    "NSDate": "write 'Date'", "NSData": "write 'Data'", "NSNumber": "write 'Int' or 'Double'",
    "NSUUID": "write 'UUID'", "NSURL": "write 'String'", "TimeZone": "write 'String' and store its identifier",
    "Locale": "write 'String' and store its identifier", "DateInterval": "write two 'Date' properties",
    "Range": "write a property for each bound", "ClosedRange": "write a property for each bound",
    "AttributedString": "write 'String' or 'Data'", "AnyObject": "write the type of what it holds",
    "AnyHashable": "write the type of what it holds", "Any": "write the type of what it holds",
    "IndexSet": "write 'Data'", "ArraySlice": "write 'Data' or '[UInt8]'",
    "ContiguousArray": "write 'Data' or '[UInt8]'", "Never": "remove the property", "Void": "remove the property",
  ]

  /// The message for a type that is known and not stored, `nil` for any other.
  static func refusal(of name: String, written: String) -> String? {
    later[name].map { Message.unsupportedType(written, advice: $0) }
      ?? never[name].map { Message.unstorableType(written, advice: $0) }
  }

  /// Names to guess from.
  static let names = (Array(stored.keys) + Array(later.keys) + Array(never.keys)).sorted()
}
