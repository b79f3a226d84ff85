/// An element of an XML document, without its text.
///
/// Reads the documents that Xcode writes: elements and attributes, the predefined entities and character references.
struct XMLTree {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLTree] = []

  func children(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// The root element.
  /// - Returns: `nil` if the text isn't well-formed.
  init?(parsing text: String) {
    var stack: [XMLTree] = [XMLTree(name: "")]
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...].dropFirst()
      if rest.hasPrefix("?") || rest.hasPrefix("!--") || rest.hasPrefix("!") {
        let end = rest.hasPrefix("?") ? "?>" : rest.hasPrefix("!--") ? "-->" : ">"
        guard let range = rest.firstRange(of: end) else { return nil }
        rest = rest[range.upperBound...]
      } else if rest.hasPrefix("/") {
        guard let end = rest.firstIndex(of: ">"), stack.count > 1, let closed = stack.popLast() else { return nil }
        stack[stack.count - 1].children.append(closed)
        rest = rest[end...].dropFirst()
      } else {
        guard let element = Self.element(&rest) else { return nil }
        if element.isClosed {
          stack[stack.count - 1].children.append(element.tree)
        } else {
          stack.append(element.tree)
        }
      }
    }
    guard stack.count == 1, stack[0].children.count == 1 else { return nil }
    self = stack[0].children[0]
  }

  private init(name: String) { self.name = name }

  /// Reads `name a="b">` or `name a="b"/>`.
  private static func element(_ rest: inout Substring) -> (tree: XMLTree, isClosed: Bool)? {
    var tree = XMLTree(name: String(rest.prefix(while: isName)))
    guard !tree.name.isEmpty else { return nil }
    rest = rest.dropFirst(tree.name.count)
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("/>") {
        rest = rest.dropFirst(2)
        return (tree, true)
      }
      if rest.hasPrefix(">") {
        rest = rest.dropFirst()
        return (tree, false)
      }
      let name = String(rest.prefix(while: isName))
      rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
      guard !name.isEmpty, rest.popFirst() == "=" else { return nil }
      rest = rest.drop(while: \.isWhitespace)
      guard let quote = rest.popFirst(), quote == "\"" || quote == "'", let end = rest.firstIndex(of: quote) else {
        return nil
      }
      tree.attributes[name] = decoded(rest[..<end])
      rest = rest[end...].dropFirst()
    }
  }

  private static func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_-.:".contains(character)
  }

  private static func decoded(_ text: Substring) -> String {
    String(text).replacing(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-z]+);/) { match in
      let name = match.1
      if name.hasPrefix("#") {
        let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
        let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10)
        return value.flatMap(Unicode.Scalar.init).map(String.init) ?? String(match.0)
      }
      return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][String(name)] ?? String(match.0)
    }
  }
}
