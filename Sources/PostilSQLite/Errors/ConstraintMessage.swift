import PostilQuery
import PostilSQL

/// What SQLite's constraint messages name: `UNIQUE constraint failed: item.title, item.project_id`.
///
/// SQLite quotes nothing there, and a table or column may well have a dot or a comma in its name, so the message is not
/// cut at these but matched against names that exist.
enum ConstraintMessage {
  /// What follows the prefix, `nil` if the message begins otherwise.
  static func names(in message: String, after prefix: String) -> String? {
    message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
  }

  /// The name in `index 'item_title_lower'`, where quotes are doubled; `nil` if the names are of columns.
  static func indexName(_ names: String) -> String? {
    guard names.hasPrefix("index '"), names.hasSuffix("'"), names.count > 8 else { return nil }
    return String(names.dropFirst(7).dropLast()).replacing("''", with: "'")
  }

  /// The columns that `names` lists, if every one is of `table` and among `candidates`.
  ///
  /// `item.title, item.project_id`, of `item`, is `title` and `project_id`. The file may have the names in another case.
  static func columns(_ names: String, of table: String, among candidates: [ColumnName]) -> [ColumnName]? {
    columns(
      names.foldedName[...], prefix: "\(table).".foldedName,
      candidates: candidates.sorted { $0.name.utf8.count > $1.name.utf8.count })
  }

  /// Takes one column off the front, the longest first, and the rest of the list if that can be read too.
  private static func columns(_ names: Substring, prefix: String, candidates: [ColumnName]) -> [ColumnName]? {
    guard names.hasPrefix(prefix) else { return nil }
    let names = names.dropFirst(prefix.count)
    for candidate in candidates where names.hasPrefix(candidate.name.foldedName) {
      let rest = names.dropFirst(candidate.name.count)
      if rest.isEmpty { return [candidate] }
      guard rest.hasPrefix(", ") else { continue }
      if let others = columns(rest.dropFirst(2), prefix: prefix, candidates: candidates) { return [candidate] + others }
    }
    return nil
  }
}
