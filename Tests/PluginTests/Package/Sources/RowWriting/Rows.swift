import Foundation
import Postil

/// Writes what a model reads of a database, and the SQL that asks `sqlite3` for the same: `Album.rows` and `Album.sql`.
///
/// Numbers without a fraction are written as integers, whichever the column holds. Texts are written as their bytes: `sqlite3` prints
/// a text only up to a NUL.
public func writeRows<M: Postil.Model>(
  of type: M.Type, in db: some ReadTransaction, to folder: URL
) throws {
  let lines = try M.all.fetchAll(in: db).map { row in
    var line = Line()
    row.bindColumns(to: &line)
    return line.values.joined(separator: "|")
  }
  let columns = M.table.columns.map { column in
    let name = "\"\(column.name)\""
    return "CASE WHEN typeof(\(name)) = 'text' THEN 'text ' || hex(\(name)) "
      + "WHEN typeof(\(name)) = 'real' AND \(name) = CAST(\(name) AS INTEGER) THEN CAST(\(name) AS INTEGER) "
      + "ELSE quote(\(name)) END"
  }
  let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM \"\(M.table.name)\";\n"
  try Data(sql.utf8).write(to: folder.appending(path: "\(M.self).sql"))
  try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "\(M.self).rows"))
}

/// The values of a row, as the SQL beside them writes them.
private struct Line: ValueBinder {
  var values: [String] = []

  mutating func bindNull() { values.append("NULL") }
  mutating func bind(_ value: Int64) { values.append("\(value)") }
  mutating func bind(_ value: Double) {
    values.append(Int64(exactly: value).map { "\($0)" } ?? "\(value)")
  }
  mutating func bind(_ value: String) {
    var value = value
    value.withUTF8 { bindUTF8(UnsafeRawBufferPointer($0)) }
  }
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) { values.append("text " + hexadecimal(text)) }
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { values.append("X'" + hexadecimal(bytes) + "'") }

  private func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.map { String(format: "%02X", $0) }.joined()
  }
  mutating func fail(_ error: any Error) { values.append("\(error)") }
}
