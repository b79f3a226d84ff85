import PostilSQL
import PostilSchema

/// What the condition of a partial index says about `NULL`.
enum NullCondition {
  /// Whether the condition is `column IS NOT NULL`, alone or joined to others by `AND`.
  ///
  /// A condition that says the same in another way is not recognised.
  static func excludesNull(_ column: String, in condition: String) -> Bool {
    let words = words(of: condition)
    guard !words.contains("or") else { return false }
    let name = column.foldedName
    return words.indices.contains { index in
      guard words[index] == name, index == 0 || words[index - 1] == "and" || words[index - 1] == "(" else {
        return false
      }
      let rest = words[(index + 1)...]
      return rest.starts(with: ["is", "not", "null"]) || rest.starts(with: ["not", "null"])
        || rest.starts(with: ["notnull"])
    }
  }

  /// Whether nothing else than that is asked.
  static func isOnly(_ column: String, in condition: String) -> Bool {
    excludesNull(column, in: condition) && !words(of: condition).contains("and")
  }

  /// The tokens of a piece of SQL as they are compared.
  private static func words(of sql: String) -> [String] {
    SQLLexer.tokens(of: sql).map { $0.kind == .text ? $0.text : $0.foldedName }
  }
}
