@testable import PostilSyntax
import SwiftParser
import SwiftSyntax

/// What swift-syntax makes of a source, put in the terms of `SourceTree`.
///
/// Nothing of the parser under test is used. Declarations come from the syntax tree, and the comments beside them from
/// its trivia, by the rules that `SourceTree` states: see `ReferenceComments`.
struct Reference {
  let source: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  let converter: SourceLocationConverter
  let comments: [ReferenceComment]

  init(_ source: String) {
    self.source = source
    bytes = Array(source.utf8)
    tree = Parser.parse(source: source)
    converter = SourceLocationConverter(fileName: "", tree: tree)
    comments = tree.hasError ? [] : ReferenceComment.all(in: tree, converter)
  }

  /// Whether swift-syntax itself refuses the source.
  var isBroken: Bool { tree.hasError }

  func read() -> SourceTree {
    var file = Container()
    collect(tree.statements, [], into: &file)
    attach(to: &file, from: 0, to: bytes.count, openingBrace: nil)
    var result = SourceTree(path: "")
    result.imports = file.imports
    result.types = file.types
    result.typeAliases = file.aliases
    result.looseComments = file.loose
    return result
  }

  // MARK: Places and texts

  func position(_ position: AbsolutePosition) -> SourcePosition {
    let location = converter.location(for: position)
    return SourcePosition(offset: position.utf8Offset, line: location.line, column: location.column)
  }

  func start(_ node: some SyntaxProtocol) -> SourcePosition { position(node.positionAfterSkippingLeadingTrivia) }

  func text(_ from: AbsolutePosition, _ to: AbsolutePosition) -> String {
    guard from < to else { return "" }
    return String(decoding: bytes[from.utf8Offset..<to.utf8Offset], as: UTF8.self)
  }

  func text(_ node: some SyntaxProtocol) -> SourceText {
    SourceText(
      text(node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia), at: start(node))
  }

  /// What stands between two tokens.
  func text(between first: TokenSyntax, _ last: TokenSyntax) -> String {
    guard let from = first.nextToken(viewMode: .sourceAccurate), let to = last.previousToken(viewMode: .sourceAccurate),
      from.position < last.position
    else { return "" }
    return text(from.positionAfterSkippingLeadingTrivia, to.endPositionBeforeTrailingTrivia)
  }

  func name(_ token: TokenSyntax) -> SourceText {
    var text = token.text
    if text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") { text = String(text.dropFirst().dropLast()) }
    return SourceText(text, at: start(token))
  }

  // MARK: Attributes and modifiers

  func attributes(_ list: AttributeListSyntax) -> [Attribute] {
    list.flatMap { element -> [Attribute] in
      switch element {
      case .attribute(let attribute):
        var arguments: String?
        if let opening = attribute.leftParen, let closing = attribute.rightParen {
          arguments = text(between: opening, closing)
        }
        return [Attribute(name: text(attribute.attributeName), arguments: arguments)]
      case .ifConfigDecl(let config):
        return config.clauses.flatMap { clause -> [Attribute] in
          guard case .attributes(let inner) = clause.elements else { return [] }
          return attributes(inner)
        }
      }
    }
  }

  func modifiers(_ list: DeclModifierListSyntax) -> [Modifier] {
    list.map { Modifier(name: $0.name.text, detail: $0.detail.map { text($0.detail).text }, position: start($0)) }
  }
}
