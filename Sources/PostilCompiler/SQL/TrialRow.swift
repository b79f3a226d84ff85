import PostilSQL
import PostilSchema

/// Values for rows that try SQL at build time. The same row has equal values in all columns of a type, so that every reference
/// finds the row of the other table.
struct TrialRow {
  var number: Int64 = 1
  var text = "1"
  /// Whether only required columns have values.
  var isSparse = false

  /// Rows that most expressions can be evaluated on, if they can be evaluated on any row.
  static let usual = [
    TrialRow(), TrialRow(number: 0, text: "{}"), TrialRow(number: 2, text: "2000-01-01"), TrialRow(text: "$"),
  ]

  /// Rows for a `SELECT`, which may compare them with its literals: full ones, and some with only the required values.
  static func rows(matching sql: String) -> [TrialRow] {
    var rows = [TrialRow(), TrialRow(number: 0, text: "0")]
    for token in SQLLexer.tokens(of: sql) where rows.count < 12 {
      if token.kind == .text { rows.append(TrialRow(number: Int64(100 + rows.count), text: token.name)) }
      if token.kind == .number, let number = Int64(token.source) { rows.append(TrialRow(number: number)) }
    }
    return rows + rows.map { TrialRow(number: $0.number &+ 1000, text: $0.text, isSparse: true) }
  }

  /// A value of a type, as SQL.
  func value(of type: ColumnType) -> String {
    let digits = String(1_000_000_000_000 + number.magnitude % 1_000_000_000_000).dropFirst()
    return switch type {
    case .boolean: "\(number & 1)"
    case .integer, .unsignedInteger, .duration, .unixSeconds, .unixMilliseconds, .any: "\(number)"
    case .real, .julianDay, .referenceDate: "\(number).5"
    case .text: SQLText.literal(text)
    case .timestamp, .iso8601Milliseconds: "'2000-01-01 00:00:00.000'"
    case .day: "'2000-01-01'"
    case .decimal: "'\(number).5'"
    case .uuid: "'00000000-0000-0000-0000-\(digits)'"
    case .json: "'{}'"
    case .bytes: "x'01'"
    case .uuidBytes: "CAST('0000\(digits)' AS BLOB)"
    case .packed(let bytes): "zeroblob(\(bytes))"
    }
  }

  /// A statement that inserts the row into a table.
  /// - Parameter generated: a column to which nothing is assigned.
  func insertion(into table: Table, without generated: String? = nil) -> String {
    let columns = table.columns.filter { $0.name != generated && !(isSparse && $0.isNullable) }
    let name = SQLText.identifier(table.name)
    if columns.isEmpty { return "INSERT INTO \(name) DEFAULT VALUES" }
    let values = columns.map { value(of: $0.type) }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(SQLText.identifiers(columns.map(\.name)))) VALUES (\(values))"
  }
}
