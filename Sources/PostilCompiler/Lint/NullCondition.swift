import PostilSchema

/// What the condition of a partial index says about `NULL`.
enum NullCondition {
  /// Whether the condition is `column IS NOT NULL`, alone or joined to others by `AND`.
  ///
  /// A condition that says the same in another way is not recognised.
  static func excludesNull(_ column: String, in condition: String) -> Bool {
    let words = words(of: condition)
    guard !words.contains("or") else { return false }
    let name = NameRegister.folded(column)
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

  /// The words and the other characters of a piece of SQL, folded; quotes around names are left out.
  private static func words(of sql: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in sql {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { words.append(NameRegister.folded(word)) }
      word = ""
      if !character.isWhitespace, !"\"`[]".contains(character) { words.append(String(character)) }
    }
    return word.isEmpty ? words : words + [NameRegister.folded(word)]
  }
}
