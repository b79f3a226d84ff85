import PostilSchema

extension ColumnType {
  /// The word for the type in records and in messages.
  var word: String {
    switch self {
    case .boolean: "boolean"
    case .integer(let bits): bits < 64 ? "integer\(bits)" : "integer"
    case .unsignedInteger(let bits): "unsigned\(bits)"
    case .real(let bits): bits < 64 ? "real\(bits)" : "real"
    case .text: "text"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .iso8601Milliseconds: "iso8601Milliseconds"
    case .unixSeconds: "unixSeconds"
    case .unixMilliseconds: "unixMilliseconds"
    case .julianDay: "julianDay"
    case .referenceDate: "referenceDate"
    case .any: "any"
    case .day: "day"
    case .duration: "duration"
    case .decimal: "decimal"
    case .uuid: "uuid"
    case .uuidBytes: "uuidBytes"
    case .packed(let bytes): "packed\(bytes)"
    case .json: "json"
    }
  }

  /// Every type of a property. Add new cases of the enum here.
  static let all: [ColumnType] =
    [
      .boolean, .text, .bytes, .timestamp, .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay,
      .referenceDate, .day, .duration, .decimal, .uuid, .any,
    ]
    + [.uuidBytes, .json] + [8, 16, 32, 64].flatMap { [.integer(bits: $0), .unsignedInteger(bits: $0)] }
    + [32, 64].map { .real(bits: $0) } + [1, 2, 4, 8, 16].map { .packed(elementBytes: $0) }

  /// The type with this word; `nil` for any other word.
  init?(word: String) {
    // Positions in ordered relationships have fewer bits.
    guard let type = (Self.all + [.integer(bits: 62)]).first(where: { $0.word == word }) else { return nil }
    self = type
  }
}
