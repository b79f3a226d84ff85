/// SQL in annotations.
extension Message {
  static func snippetRefused(_ annotation: String, _ reason: SnippetScanner.Problem.Reason) -> String {
    switch reason {
    case .empty: "the SQL of '\(annotation)' is empty; write an expression"
    case .unbalanced: "a parenthesis of this SQL has no partner; close what is open, and nothing else"
    case .unclosedQuote: "a quotation in this SQL is never closed; write the quote that ends it"
    case .severalStatements:
      "'\(annotation)' takes one expression, and ';' would end it; remove the ';' and what follows"
    case .comment: "a comment in this SQL would swallow what follows it; write the remark behind the annotation"
    case .zeroByte: "this SQL has a zero byte in it, where SQLite would stop reading; remove it"
    case .parameter(let name): "'\(name)' is a parameter, and nothing is bound to it here; write the value itself"
    }
  }
}
