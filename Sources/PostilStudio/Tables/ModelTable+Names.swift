import PostilQuery
import PostilRows

/// The names by which people recognise and find rows.
extension ModelTable {
  /// The name of a row from the cells of ``displayColumns``; `nil` if all of them are `NULL` or empty.
  static func name(of cells: [JSONTree]) -> String? {
    let texts = cells.filter { !$0.isNull }.map { $0.string ?? $0["text"]?["start"]?.string ?? $0.text }
    let name = texts.filter { !$0.isEmpty }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }

  /// The condition that each word of a text is part of the name of a row, ignoring case, or that the text is its key.
  func condition(search: String, _ source: _Source) -> _ExpressionNode {
    var conditions: [_ExpressionNode] = []
    let names = displayColumns.compactMap { column(named: $0) }.filter { [.text, .url].contains($0.form) }
      .map { Column<StudioRow, String>($0.name, of: source) }
    let words = names.count == 1 ? [search] : search.split(separator: " ").map(String.init)
    if !names.isEmpty, !words.isEmpty {
      let found = words.map { word in
        names.dropFirst().reduce(names[0].containsIgnoringCase(word).node) {
          .or($0, $1.containsIgnoringCase(word).node)
        }
      }
      conditions.append(found.dropFirst().reduce(found[0]) { .and($0, $1) })
    }
    if key.count == 1, let value = try? keyColumns[0].storedValue(of: .string(search)) {
      conditions.append((Column<StudioRow, SQLValue>(key[0], of: source) == value).node)
    }
    guard let first = conditions.first else { return SQLPredicate(false).node }
    return conditions.dropFirst().reduce(first) { .or($0, $1) }
  }
}
