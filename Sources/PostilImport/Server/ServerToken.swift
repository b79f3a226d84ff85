/// A token of an expression that a PostgreSQL server prints.
struct ServerToken {
  enum Kind { case name, number, text, symbol }

  var kind: Kind
  /// A name in lower case unless it is quoted; a text without quotes.
  var text: String
  var isQuoted = false

  static func tokens(of sql: String) -> [ServerToken] {
    var tokens: [ServerToken] = []
    var rest = Array(sql.unicodeScalars)[...]
    func isName(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let next = rest.popFirst() {
          if next == first {
            guard rest.first == first else { break }
            rest.removeFirst()
          }
          text.append(next)
        }
        tokens.append(ServerToken(kind: first == "'" ? .text : .name, text: String(text), isQuoted: true))
      } else if ("0"..."9").contains(first) {
        let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "e" || $0 == "E" }
        rest = rest.dropFirst(digits.count)
        tokens.append(ServerToken(kind: .number, text: String(String.UnicodeScalarView(digits))))
      } else if isName(first) {
        let name = rest.prefix(while: isName)
        rest = rest.dropFirst(name.count)
        tokens.append(ServerToken(kind: .name, text: String(String.UnicodeScalarView(name)).lowercased()))
      } else {
        var symbol = String.UnicodeScalarView(rest.prefix(1))
        rest.removeFirst()
        if first == ":" {
          symbol.append(contentsOf: rest.prefix { $0 == ":" })
        } else if !"()[],.;".unicodeScalars.contains(first) {
          symbol.append(contentsOf: rest.prefix { "+*/<>=~!@#%^&|`?".unicodeScalars.contains($0) })
        }
        rest = rest.dropFirst(symbol.count - 1)
        tokens.append(ServerToken(kind: .symbol, text: String(symbol)))
      }
    }
    return tokens
  }
}
