import Foundation
import PostilQuery

extension ModelTable {
  /// The value that an insert gives a column for which it has none: the default of the property; `nil` is `NULL`.
  /// - Throws: ``ValueRefusal`` if there is no default, or only the program can compute it.
  package func defaultValue(of column: ModelColumn) throws(ValueRefusal) -> SQLValue? {
    let property = model?.properties.first { $0.columnNames.contains(column.name) }
    if let literal = column.defaultSQL.flatMap({ SQLValue(sqlLiteral: $0) }) { return literal }
    let text = property?.defaultValue?.filter { !$0.isWhitespace }
    if column.form == .date, ["Date()", "Date.now", ".now", "Date.init()"].contains(text) {
      let now = Instant(timeInterval: Date().timeIntervalSinceReferenceDate)
      if let value = now.flatMap({ try? column.value(ofCell: .string($0.iso8601)) }) { return value }
    }
    let isKey = key == [column.name] && model?.key.draftDefault != nil
    if column.form == .uuid, isKey || ["UUID()", "UUID.init()", ".init()"].contains(text) {
      if let value = try? column.value(ofCell: .string(UUID().uuidString)) { return value }
    }
    if column.isOptional, text == nil || text == "nil" { return nil }
    throw ValueRefusal(
      column: column.name,
      description: text.map {
        "'\(column.swiftName)' has a default that only the program can compute, '\($0)'; enter a value"
      } ?? "'\(column.swiftName)' must have a value")
  }
}
