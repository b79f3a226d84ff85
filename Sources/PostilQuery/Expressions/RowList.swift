/// The values of an `IN` of several columns, in the manner of ``ValueList``: parameters where they are few, one JSON array of
/// arrays where they are many.
struct RowList: Sendable {
  /// The rows that are parameters.
  private(set) var parameters: [[Binding]] = []
  /// The rows that are in the JSON array.
  private(set) var members: [[Binding]] = []
  /// The columns whose members are bytes, written as hexadecimal digits.
  private(set) var hexadecimal: Set<Int> = []
  /// The columns whose members are all integers, and those of which all are text: they are read from JSON as such, for SQLite
  /// drives a row value by the index only where each column has the type that it is compared with.
  private(set) var integers: Set<Int> = []
  private(set) var texts: Set<Int> = []

  init(_ rows: [[Binding]]) {
    // The statement will not run; its binding says why.
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
    let exceptions = rows.filter { !fitsJSON($0) }
    if exceptions.isEmpty || exceptions.count * width > ValueList.maximumExceptions {
      members = rows
    } else {
      parameters = exceptions
      members = rows.filter { fitsJSON($0) }
    }
  }

  private func fitsJSON(_ row: [Binding]) -> Bool {
    row.indices.allSatisfy { hexadecimal.contains($0) || row[$0].isExactInJSON }
  }

  var isEmpty: Bool { parameters.isEmpty && members.isEmpty }

  /// The members as a JSON array of arrays.
  var json: String { JSONText.array(of: members) }
}
