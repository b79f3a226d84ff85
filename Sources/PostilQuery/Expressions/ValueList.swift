/// The values of an `IN`. A few values are parameters, and many values are one JSON array. This way, a list of any
/// length stays within SQLite's limit of 32,766 parameters, and lists of all lengths share one prepared statement.
struct ValueList: Sendable {
  /// The values that are parameters.
  private(set) var parameters: [BoundValue] = []
  /// The values that are in the JSON array.
  private(set) var members: [BoundValue] = []
  /// Whether the array's members are bytes, written as hexadecimal digits.
  private(set) var isHexadecimal = false

  /// The maximum length of a list that is written only as parameters.
  static let maximumParameters = 8
  /// The maximum number of values that stay parameters because JSON can't represent them exactly.
  static let maximumExceptions = 30_000
  /// The placeholder for a list with more such values. The statement won't run.
  static let refusal = BoundValue.unstorable(
    ColumnEncodingError(
      type: "Array",
      reason: "it has more than \(maximumExceptions) texts with a NUL, or blobs among other values; use a subquery"))

  init(_ values: [BoundValue]) {
    // The statement won't run; its binding contains the reason.
    if let unstorable = values.first(where: \.isUnstorable) {
      parameters = [unstorable]
      return
    }
    guard values.count > Self.maximumParameters else {
      parameters = values
      return
    }
    if values.allSatisfy(\.isBlob) {
      members = values
      isHexadecimal = true
      return
    }
    // JSON has enough digits for these numbers, but on some machines SQLite rounds them.
    let takesReals = values.count { !$0.isExactInJSON } > Self.maximumExceptions
    for value in values {
      if value.isExactInJSON || takesReals && value.isReal { members.append(value) } else { parameters.append(value) }
    }
    if parameters.count > Self.maximumExceptions { (parameters, members) = ([Self.refusal], []) }
  }

  var isEmpty: Bool { parameters.isEmpty && members.isEmpty }

  /// The members of the array as JSON.
  var json: String { JSONText.array(of: members) }
}

extension BoundValue {
  var isBlob: Bool { if case .blob = self { true } else { false } }
  var isInteger: Bool { if case .integer = self { true } else { false } }
  var isReal: Bool { if case .real = self { true } else { false } }
  var isText: Bool { if case .text = self { true } else { false } }
  var isUnstorable: Bool { if case .unstorable = self { true } else { false } }

  /// Whether SQLite reads the value from JSON unchanged on every machine. Numbers that must be rounded and text with a
  /// NUL, where SQLite would truncate it, are not exact.
  var isExactInJSON: Bool {
    switch self {
    case .null, .integer: true
    case .text(let text): !text.utf8.contains(0)
    case .real, .blob, .unstorable: false
    }
  }
}

/// The values of an `IN` over several columns. As in ``ValueList``, a few values are parameters, and many are one JSON
/// array of arrays.
struct RowList: Sendable {
  /// The rows that are parameters.
  private(set) var parameters: [[BoundValue]] = []
  /// The rows that are in the JSON array.
  private(set) var members: [[BoundValue]] = []
  /// The columns whose members are bytes, written as hexadecimal digits.
  private(set) var hexadecimal: Set<Int> = []
  /// The columns that contain only integers, and those that contain only text. They are read from JSON with that type,
  /// because SQLite can use an index for a row value only if each column has the type that it is compared with.
  private(set) var integers: Set<Int> = []
  private(set) var texts: Set<Int> = []

  init(_ rows: [[BoundValue]]) {
    // The statement won't run; its binding contains the reason.
    if let unstorable = rows.first(where: { $0.contains(where: \.isUnstorable) }) {
      parameters = [unstorable]
      return
    }
    guard rows.count > ValueList.maximumParameters, let width = rows.first?.count else {
      parameters = rows
      return
    }
    hexadecimal = Set((0..<width).filter { column in rows.allSatisfy { $0[column].isBlob } })
    integers = Set((0..<width).filter { column in rows.allSatisfy { $0[column].isInteger } })
    texts = Set((0..<width).filter { column in rows.allSatisfy { $0[column].isText } })
    let takesReals = rows.count { !fitsJSON($0, takesReals: false) } * width > ValueList.maximumExceptions
    for row in rows {
      if fitsJSON(row, takesReals: takesReals) { members.append(row) } else { parameters.append(row) }
    }
    if parameters.count * width > ValueList.maximumExceptions {
      (parameters, members) = ([Array(repeating: ValueList.refusal, count: width)], [])
    }
  }

  private func fitsJSON(_ row: [BoundValue], takesReals: Bool) -> Bool {
    row.indices.allSatisfy { hexadecimal.contains($0) || row[$0].isExactInJSON || takesReals && row[$0].isReal }
  }

  var isEmpty: Bool { parameters.isEmpty && members.isEmpty }

  /// The members as a JSON array of arrays.
  var json: String { JSONText.array(of: members) }
}
