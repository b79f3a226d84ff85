import PostilSQL
import PostilSchema

/// Gives the columns that an SQL expression names other names: an embedded struct's checks name its own columns, which every model
/// calls after its own prefix.
enum SQLColumnNames {
  /// The expression with each name that is a key of `names` replaced by the value, in quotes.
  ///
  /// A name is a column unless it is called (`length(`), qualified, or after `COLLATE` or `AS`, where it names a collation or a
  /// type. Names are compared as SQL compares them. Source: SQLite, "SQL Language Expressions".
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
