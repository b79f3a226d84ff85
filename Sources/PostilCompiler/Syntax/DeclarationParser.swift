/// Reads one Swift source.
///
/// - Parameters:
///   - path: The file's name, as shown in diagnostics.
///   - bytes: The file's content.
/// - Returns: The type declarations of the file with their comments.
/// - Throws: `SyntaxProblem` if the source isn't text, has an unterminated literal, comment or bracket, or declares a
///   type without a name or body. All other errors are left to the Swift compiler.
public func parseSource(path: String, bytes: [UInt8]) throws(SyntaxProblem) -> SourceTree {
  var parser = DeclarationParser(source: try Lexer.lex(bytes))
  return try parser.parseFile(path: path)
}

/// Reads one Swift source from a string; see `parseSource(path:bytes:)`.
public func parseSource(path: String, text: String) throws(SyntaxProblem) -> SourceTree {
  try parseSource(path: path, bytes: Array(text.utf8))
}

/// Reads declarations from the tokens of a source: TSPL "Declarations".
///
/// Types, properties, enum cases and type aliases are kept. All other declarations, statements and expressions are only
/// read to their end, so expressions are parsed by form, not by meaning. No function of the parser moves past the last
/// token, and every loop moves forward or stops.
struct DeclarationParser {
  let source: LexedSource
  /// The next token.
  var index = 0
  /// The number of bytes of that token that were already read: `>>` closes two argument lists.
  var split = 0
  /// The end of the text that was last read.
  var previousEnd = 0
  /// The first comment that isn't before the current position.
  var commentIndex = 0
  /// The tokens that start the types of the tree.
  var typeTokens: Set<Int> = []
  /// The nesting depth of the current construct.
  var depth = 0

  /// The maximum nesting, so that no input can exhaust the stack.
  static let deepestNesting = 96

  init(source: LexedSource) {
    self.source = source
  }

  mutating func parseFile(path: String) throws(SyntaxProblem) -> SourceTree {
    var members = MemberCollector(container: nil)
    let end = source.tokens.count - 1
    try parseItems(into: &members, until: end, conditions: [])
    _ = takeGap(of: &members, before: source.bytes.count + 1, isKept: false)
    return SourceTree(
      path: path, imports: members.imports, types: members.types, looseComments: members.looseComments,
      typeAliases: members.typeAliases, localComments: localComments())
  }
}
