import PostilQuery
import PostilSQL

/// What SQLite's constraint messages name: `UNIQUE constraint failed: item.title, item.project_id`.
///
/// SQLite quotes nothing there, and a table or column may well have a dot or a comma in its name, so the message is not
/// cut at these but matched against names that exist, byte by byte: a `Character` can be a dot with a combining mark.
@_spi(Bridges) public enum ConstraintMessage {
  /// What follows the prefix, `nil` if the message begins otherwise.
  public static func names(in message: String, after prefix: String) -> String? {
    message.utf8.starts(with: prefix.utf8) ? String(message.utf8.dropFirst(prefix.utf8.count)) : nil
  }

  /// The storage class and the column in `cannot store TEXT value in INTEGER column item.done`. Source: SQLite, `OP_TypeCheck` in
  /// `vdbe.c`.
  public static func mismatch(in message: String) -> (found: StorageClass, names: String)? {
    let words = message.utf8.split(separator: UInt8(ascii: " "), maxSplits: 7).map { String($0) ?? "" }
    guard words.count == 8, words.prefix(2) == ["cannot", "store"], words[6] == "column" else { return nil }
    return StorageClass(rawValue: words[2] == "INT" ? "INTEGER" : words[2]).map { ($0, words[7]) }
  }

  /// The name in `index 'item_title_lower'`, where quotes are doubled; `nil` if the names are of columns.
  public static func indexName(_ names: String) -> String? {
    guard let quoted = self.names(in: names, after: "index ") else { return nil }
    let tokens = SQLLexer.tokens(of: quoted)
    return tokens.count == 1 && tokens[0].kind == .text ? tokens[0].name : nil
  }

  /// The columns that `names` lists, if every one is of `table` and among `candidates`.
  ///
  /// `item.title, item.project_id`, of `item`, is `title` and `project_id`. The file may have the names in another case.
  public static func columns(_ names: String, of table: String, among candidates: [ColumnName]) -> [ColumnName]? {
    columns(
      Array(names.foldedName.utf8)[...], prefix: Array("\(table).".foldedName.utf8),
      candidates: candidates.map { ($0, Array($0.name.foldedName.utf8)) }.sorted { $0.1.count > $1.1.count })
  }

  /// Takes one column off the front, the longest first, and the rest of the list if that can be read too.
  private static func columns(
    _ names: ArraySlice<UInt8>, prefix: [UInt8], candidates: [(column: ColumnName, name: [UInt8])]
  ) -> [ColumnName]? {
    guard names.starts(with: prefix) else { return nil }
    let names = names.dropFirst(prefix.count)
    for candidate in candidates where names.starts(with: candidate.name) {
      let rest = names.dropFirst(candidate.name.count)
      if rest.isEmpty { return [candidate.column] }
      guard rest.starts(with: ", ".utf8) else { continue }
      if let others = columns(rest.dropFirst(2), prefix: prefix, candidates: candidates) {
        return [candidate.column] + others
      }
    }
    return nil
  }
}
