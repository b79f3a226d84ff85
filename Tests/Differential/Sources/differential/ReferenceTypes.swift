@testable import PostilSyntax
import SwiftSyntax

extension Reference {
  /// The parts that all kinds of type declaration have.
  private struct Parts {
    var kind: TypeDeclaration.Kind
    var name: SourceText
    var firstOfName: TokenSyntax?
    var attributes: AttributeListSyntax
    var modifiers: DeclModifierListSyntax
    var generics: (TokenSyntax, TokenSyntax)?
    var inheritance: InheritanceClauseSyntax?
    var constraints: GenericWhereClauseSyntax?
    var members: MemberBlockSyntax
  }

  func readType(_ declaration: DeclSyntax, _ conditions: [ConditionalBranch]) -> TypeDeclaration? {
    guard let parts = parts(of: declaration) else { return nil }
    var type = TypeDeclaration(kind: parts.kind, name: parts.name, position: start(declaration))
    type.attributes = attributes(parts.attributes)
    type.modifiers = modifiers(parts.modifiers)
    type.genericParameters = parts.generics.map { text(between: $0.0, $0.1) }
    type.inheritance = parts.inheritance?.inheritedTypes.map { text($0.type) } ?? []
    type.genericWhereClause = parts.constraints.map { text($0.requirements).text }
    type.conditions = conditions
    if let first = parts.firstOfName {
      type.comments.leading = headComments(declaration, parts.attributes, before: first)
    }
    var members = Container()
    members.kind = parts.kind
    collect(parts.members.members, conditions, into: &members)
    let opening = parts.members.leftBrace
    attach(
      to: &members, from: opening.endPositionBeforeTrailingTrivia.utf8Offset,
      to: parts.members.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset,
      openingBrace: start(opening).line)
    type.comments.trailing = members.afterBrace
    type.properties = members.properties
    type.cases = members.cases
    type.typeAliases = members.aliases
    type.types = members.types
    type.looseComments = members.loose
    return type
  }

  private func parts(of declaration: DeclSyntax) -> Parts? {
    if let node = declaration.as(StructDeclSyntax.self) { return group(node, .struct, node.genericParameterClause) }
    if let node = declaration.as(ClassDeclSyntax.self) { return group(node, .class, node.genericParameterClause) }
    if let node = declaration.as(EnumDeclSyntax.self) { return group(node, .enum, node.genericParameterClause) }
    if let node = declaration.as(ActorDeclSyntax.self) { return group(node, .actor, node.genericParameterClause) }
    if let node = declaration.as(ProtocolDeclSyntax.self) {
      var parts = group(node, .protocol, nil)
      parts.generics = node.primaryAssociatedTypeClause.map { ($0.leftAngle, $0.rightAngle) }
      return parts
    }
    if let node = declaration.as(ExtensionDeclSyntax.self) {
      return Parts(
        kind: .extension, name: text(node.extendedType),
        firstOfName: node.extendedType.firstToken(viewMode: .sourceAccurate), attributes: node.attributes,
        modifiers: node.modifiers, generics: nil, inheritance: node.inheritanceClause,
        constraints: node.genericWhereClause, members: node.memberBlock)
    }
    return nil
  }

  private func group(
    _ node: some DeclGroupSyntax & NamedDeclSyntax, _ kind: TypeDeclaration.Kind,
    _ generics: GenericParameterClauseSyntax?
  ) -> Parts {
    Parts(
      kind: kind, name: name(node.name), firstOfName: node.name, attributes: node.attributes,
      modifiers: node.modifiers, generics: generics.map { ($0.leftAngle, $0.rightAngle) },
      inheritance: node.inheritanceClause, constraints: node.genericWhereClause, members: node.memberBlock)
  }
}
