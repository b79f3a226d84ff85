import PostilSQL
import PostilSchema

/// Renames the columns in an SQL expression. An embedded struct's checks use its own column names, which each model prefixes.
enum SQLColumnNames {
  /// Replaces each name that is a key of `names` by its quoted value.
  ///
  /// A name is a column unless it is called (`length(`), qualified, or after `COLLATE` or `AS`, where it is a collation
  /// or a type. Names are compared as in SQL. Source: SQLite, "SQL Language Expressions".
  static func replacing(_ names: [String: String], in expression: String) -> String {
    let folded = Dictionary(
      names.map { ($0.key.foldedName, $0.value) }, uniquingKeysWith: { first, _ in first })
    let tokens = SQLLexer.tokens(of: expression)
    var result = ""
    var end = expression.startIndex
    for (index, token) in tokens.enumerated() {
      result += expression[end..<token.source.startIndex]
      end = token.source.endIndex
      let isCalled = index + 1 < tokens.count && tokens[index + 1].is("(")
      let isOther = index > 0 && tokens[index - 1].is(in: ["collate", "as", "."])
      if token.isName, !isCalled, !isOther, let name = folded[token.foldedName] {
        result += SQLText.identifier(name)
      } else {
        result += token.source
      }
    }
    return result + expression[end...]
  }
}
