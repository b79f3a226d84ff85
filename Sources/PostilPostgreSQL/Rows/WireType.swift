#if PostgreSQL
  import PostilTranslation

  /// A type of PostgreSQL's values as they are sent: in binary, with the most significant byte first. Source: PostgreSQL 15, the
  /// functions `…send` and `…recv` of each type.
  @usableFromInline
  enum WireType: UInt8, Sendable {
    case boolean, integer16, integer32, integer64, real32, real64, text, bytes, timestamp, date, uuid, numeric, json
    /// A value in JSON, which is read as its type in JSON.
    case jsonValue
    /// An array, which is read as JSON.
    case array
    /// Another type, which is read as text if the server can write it.
    case other

    /// The type with this number in `pg_type`.
    init(oid: UInt32) {
      self =
        switch oid {
        case 16: .boolean
        case 21: .integer16
        case 23, 26: .integer32
        case 20: .integer64
        case 700: .real32
        case 701: .real64
        case 25, 1043, 1042, 19, 705: .text
        case 17: .bytes
        case 1184: .timestamp
        case 1082: .date
        case 2950: .uuid
        case 1700: .numeric
        case 3802: .json
        case 1000, 1005, 1007, 1016, 1021, 1022, 1009, 1015, 2951: .array
        default: .other
        }
    }

    init(_ type: PostgreSQLType) {
      self =
        switch type {
        case .boolean: .boolean
        case .integer(let bits): bits <= 16 ? .integer16 : bits <= 32 ? .integer32 : .integer64
        case .numeric: .numeric
        case .real(let bits): bits <= 32 ? .real32 : .real64
        case .text, .null, .element: .text
        case .bytes: .bytes
        case .timestamp: .timestamp
        case .date: .date
        case .uuid: .uuid
        case .json: .json
        case .jsonValue: .jsonValue
        case .array: .array
        case .vector: .other
        }
    }

    /// The number in `pg_type`.
    var oid: UInt32 {
      switch self {
      case .boolean: 16
      case .integer16: 21
      case .integer32: 23
      case .integer64: 20
      case .real32: 700
      case .real64: 701
      case .text, .array, .other: 25
      case .bytes: 17
      case .timestamp: 1184
      case .date: 1082
      case .uuid: 2950
      case .numeric: 1700
      case .json, .jsonValue: 3802
      }
    }

    /// The number of the type's arrays in `pg_type`.
    var arrayOID: UInt32 {
      switch self {
      case .boolean: 1000
      case .integer16: 1005
      case .integer32: 1007
      case .integer64: 1016
      case .real32: 1021
      case .real64: 1022
      case .text, .array, .other: 1009
      case .bytes: 1001
      case .timestamp: 1185
      case .date: 1182
      case .uuid: 2951
      case .numeric: 1231
      case .json, .jsonValue: 3807
      }
    }
  }

  /// The type of a parameter.
  struct ParameterType: Hashable, Sendable {
    var element: WireType
    var isArray = false
    /// How a text is converted before it is sent.
    var conversion: PostgreSQLConversion?
    var oid: UInt32 { isArray ? element.arrayOID : element.oid }

    init(oid: UInt32) {
      let arrays: [WireType] = [
        .boolean, .integer16, .integer32, .integer64, .real32, .real64, .text, .bytes, .timestamp, .date, .uuid,
        .numeric, .json,
      ]
      if let array = arrays.first(where: { $0.arrayOID == oid }) {
        (element, isArray) = (array, true)
      } else {
        element = WireType(oid: oid)
      }
    }

    init(_ type: PostgreSQLParameters.ParameterType) {
      switch type {
      case .value(let type): element = WireType(type)
      case .array(let type): (element, isArray) = (WireType(type), true)
      case .converted(let conversion): (element, self.conversion) = (.text, conversion)
      }
    }
  }
#endif
