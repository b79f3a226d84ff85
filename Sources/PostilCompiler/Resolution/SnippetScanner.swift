import PostilSQL

/// Checks SQL from an annotation before it is written between the parentheses of a constraint: it must be one
/// expression that can't extend beyond them. SQLite checks the rest.
package enum SnippetScanner {
  package struct Problem: Error {
    enum Reason: Hashable {
      case empty, unbalanced, unclosedQuote, severalStatements, comment, zeroByte, parameter(String)
    }

    var reason: Reason
    /// The offset in the text's UTF-8 bytes.
    var offset: Int
  }

  /// - Parameter takesPlaceholders: whether `:name` is a parameter, as in a named query.
  /// - Returns: the expression, in which each line break outside quotes and the spaces around it are replaced by one space.
  package static func scan(_ text: String, takesPlaceholders: Bool = false) -> Result<String, Problem> {
    do throws(Problem) {
      return .success(try line(of: text, takesPlaceholders: takesPlaceholders))
    } catch {
      return .failure(error)
    }
  }

  private static func line(of text: String, takesPlaceholders: Bool) throws(Problem) -> String {
    var open: [Int] = []
    var result = ""
    var end = text.startIndex
    for token in SQLLexer.tokens(of: text, withComments: true) {
      let gap = text[end..<token.source.startIndex]
      if !result.isEmpty { result += gap.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? " " : gap }
      result += token.source
      end = token.source.endIndex
      func problem(_ reason: Problem.Reason) -> Problem { Problem(reason: reason, offset: token.offset) }
      if let zero = Array(token.source.utf8).firstIndex(of: 0) {
        throw Problem(reason: .zeroByte, offset: token.offset + zero)
      }
      switch token.kind {
      case .comment: throw problem(.comment)
      case .unclosed: throw problem(.unclosedQuote)
      case .parameter where !takesPlaceholders || token.source.first != ":":
        throw problem(.parameter(String(token.source)))
      case .symbol where [":", "@", "#", "$"].contains(token.source):
        throw problem(.parameter(String(token.source)))
      case .symbol where token.is("("): open.append(token.offset)
      case .symbol where token.is(")"): if open.popLast() == nil { throw problem(.unbalanced) }
      case .symbol where token.is(";"): throw problem(.severalStatements)
      default: break
      }
    }
    if let offset = open.last { throw Problem(reason: .unbalanced, offset: offset) }
    guard !result.isEmpty else { throw Problem(reason: .empty, offset: 0) }
    return result
  }

  /// The names in double quotes, except those after `COLLATE`, which don't name a column.
  static func doubleQuotedNames(in text: String) -> [SQLToken] {
    let tokens = SQLLexer.tokens(of: text)
    return tokens.indices.filter { index in
      tokens[index].source.first == "\"" && tokens[index].isQuoted && !(index > 0 && tokens[index - 1].is("collate"))
    }.map { tokens[$0] }
  }

  /// The first call whose result isn't determined by its arguments: a random number, the current time, the local time zone, the
  /// last changes, or a value of the transaction. Source: SQLite, "Deterministic SQL Functions".
  package static func nondeterministicCall(in text: String) -> (text: String, offset: Int)? {
    nondeterministicCall(in: SQLLexer.tokens(of: text)[...])
  }

  /// - Parameter functions: the names of the functions to look for; `nil` for all.
  static func nondeterministicCall(
    in tokens: ArraySlice<SQLToken>, of functions: Set<String>? = nil
  ) -> (text: String, offset: Int)? {
    for (index, token) in zip(tokens.indices, tokens) where token.kind == .word {
      let name = token.source.lowercased()
      guard functions?.contains(name) != false else { continue }
      if ["current_time", "current_date", "current_timestamp"].contains(name) {
        return (String(token.source), token.offset)
      }
      guard tokens.indices.contains(index + 1), tokens[index + 1].is("(") else { continue }
      var depth = 0
      let end = tokens[(index + 1)...].firstIndex { token in
        depth += token.is("(") ? 1 : token.is(")") ? -1 : 0
        return depth == 0
      }
      guard let end else { return nil }
      let arguments = tokens[(index + 2)..<end]
      // The first argument of 'strftime' is the format.
      let time = name == "strftime" ? arguments.drop { !$0.is(",") }.dropFirst() : arguments
      let isChanging =
        ["random", "randomblob", "changes", "total_changes", "last_insert_rowid", "postil_context"].contains(name)
        || timeFunctions.contains(name)
          && (time.isEmpty || time.first?.source.lowercased().hasPrefix("'subsec") == true
            || time.contains { timeWords.contains($0.source.lowercased()) })
      if isChanging {
        let text = token.source.base[token.source.startIndex..<tokens[end].source.endIndex]
        return (String(text), token.offset)
      }
    }
    return nil
  }

  static let timeFunctions: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]
  /// The arguments for the current time and for the time zone of the computer.
  private static let timeWords: Set<String> = ["'now'", "'localtime'", "'utc'"]

  /// The statements of a text, separated by semicolons.
  static func pieces(of text: String) -> [Range<Int>] {
    SQLLexer.tokens(of: text, withComments: true).split(at: ";").compactMap { tokens in
      guard let first = tokens.first, let last = tokens.last else { return nil }
      return first.offset..<last.range.upperBound
    }
  }
}
