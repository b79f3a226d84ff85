import Foundation
import Postil

/// Writes what a model reads of a database, and the SQL that asks `sqlite3` for the same: `Album.rows` and `Album.sql`.
///
/// Numbers without a fraction are written as integers, whichever the column holds.
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
    return "quote(CASE WHEN typeof(\(name)) = 'real' AND \(name) = CAST(\(name) AS INTEGER) "
      + "THEN CAST(\(name) AS INTEGER) ELSE \(name) END)"
  }
  let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM \"\(M.table.name)\";\n"
  try Data(sql.utf8).write(to: folder.appending(path: "\(M.self).sql"))
  try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "\(M.self).rows"))
}

/// The values of a row, as SQLite's `quote` writes them.
private struct Line: ValueBinder {
  var values: [String] = []

  mutating func bindNull() { values.append("NULL") }
  mutating func bind(_ value: Int64) { values.append("\(value)") }
  mutating func bind(_ value: Double) {
    values.append(Int64(exactly: value).map { "\($0)" } ?? "\(value)")
  }
  mutating func bind(_ value: String) {
    values.append("'" + value.replacingOccurrences(of: "'", with: "''") + "'")
  }
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) { bind(String(decoding: text, as: UTF8.self)) }
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) {
    values.append("X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'")
  }
  mutating func fail(_ error: any Error) { values.append("\(error)") }
}
