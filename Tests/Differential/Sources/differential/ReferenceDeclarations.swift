@testable import PostilSyntax
import SwiftSyntax

/// The members of a file or of a type, and the stretches of source that they take up.
struct Container {
  /// A stretch of source between two of which comments can stand.
  struct Unit {
    enum Owner {
      case skipped
      case type(Int)
      case alias(Int)
      /// Properties with the ends of their patterns.
      case properties(Range<Int>)
      case cases(Range<Int>)
    }
    var start: Int
    var end: Int
    var owner: Owner
  }
  var kind: TypeDeclaration.Kind?
  var imports: [String] = []
  var types: [TypeDeclaration] = []
  var aliases: [TypeAliasDeclaration] = []
  var properties: [PropertyDeclaration] = []
  var cases: [EnumCaseDeclaration] = []
  var loose: [Comment] = []
  var afterBrace: [Comment] = []
  var units: [Unit] = []
  /// Where each property's and each case's own text starts and ends.
  var propertyRanges: [Range<Int>] = []
  var caseRanges: [Range<Int>] = []

  mutating func add(_ node: some SyntaxProtocol, _ owner: Unit.Owner) {
    units.append(
      Unit(
        start: node.positionAfterSkippingLeadingTrivia.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset,
        owner: owner))
  }
}

extension Reference {
  func collect(_ items: CodeBlockItemListSyntax, _ conditions: [ConditionalBranch], into container: inout Container) {
    for item in items {
      switch item.item {
      case .decl(let declaration): collect(declaration, conditions, into: &container)
      case .stmt(let statement): container.add(statement, .skipped)
      case .expr(let expression): container.add(expression, .skipped)
      }
    }
  }

  func collect(_ items: MemberBlockItemListSyntax, _ conditions: [ConditionalBranch], into container: inout Container) {
    for item in items { collect(item.decl, conditions, into: &container) }
  }

  private func collect(_ declaration: DeclSyntax, _ conditions: [ConditionalBranch], into container: inout Container) {
    if let config = declaration.as(IfConfigDeclSyntax.self) {
      collect(config, conditions, into: &container)
    } else if let node = declaration.as(ImportDeclSyntax.self) {
      if let first = node.path.first { container.imports.append(name(first.name).text) }
      container.add(node, .skipped)
    } else if let node = declaration.as(VariableDeclSyntax.self), container.kind != nil {
      collect(node, conditions, into: &container)
    } else if let node = declaration.as(EnumCaseDeclSyntax.self), container.kind == .enum {
      collect(node, conditions, into: &container)
    } else if let node = declaration.as(TypeAliasDeclSyntax.self) {
      let leading = headComments(node, node.attributes, before: node.name)
      container.aliases.append(
        TypeAliasDeclaration(
          name: name(node.name), type: text(node.initializer.value), modifiers: modifiers(node.modifiers),
          conditions: conditions, comments: AttachedComments(leading: leading)))
      container.add(node, .alias(container.aliases.count - 1))
    } else if let type = readType(declaration, conditions) {
      container.types.append(type)
      container.add(declaration, .type(container.types.count - 1))
    } else {
      container.add(declaration, .skipped)
    }
  }

  private func collect(
    _ config: IfConfigDeclSyntax, _ conditions: [ConditionalBranch], into container: inout Container
  ) {
    var preceding: [String] = []
    for clause in config.clauses {
      let condition = clause.condition.map { text($0).text } ?? ""
      let branch = ConditionalBranch(
        condition: condition, precedingConditions: preceding, position: start(clause.poundKeyword))
      preceding.append(condition)
      let end = clause.condition?.endPositionBeforeTrailingTrivia ?? clause.poundKeyword.endPositionBeforeTrailingTrivia
      container.units.append(
        Container.Unit(
          start: clause.poundKeyword.positionAfterSkippingLeadingTrivia.utf8Offset, end: end.utf8Offset,
          owner: .skipped))
      switch clause.elements {
      case .statements(let items): collect(items, conditions + [branch], into: &container)
      case .decls(let items): collect(items, conditions + [branch], into: &container)
      default: break
      }
    }
    container.add(config.poundEndif, .skipped)
  }

  private func collect(
    _ node: VariableDeclSyntax, _ conditions: [ConditionalBranch], into container: inout Container
  ) {
    let first = container.properties.count
    let bindings = Array(node.bindings)
    guard let firstBinding = bindings.first else { return }
    let leading = headComments(node, node.attributes, before: firstBinding.pattern)
    for (index, binding) in bindings.enumerated() {
      var property = PropertyDeclaration(
        name: text(binding.pattern), position: start(node), attributes: attributes(node.attributes),
        modifiers: modifiers(node.modifiers), isLet: node.bindingSpecifier.tokenKind == .keyword(.let),
        conditions: conditions)
      if let pattern = binding.pattern.as(IdentifierPatternSyntax.self) { property.name = name(pattern.identifier) }
      property.isSimplePattern = !binding.pattern.is(TuplePatternSyntax.self)
      property.storage = storage(binding.accessorBlock)
      property.type = binding.typeAnnotation.map { text($0.type) } ?? sharedType(index, bindings)
      property.initializer = binding.initializer.map { text($0.value) }
      property.comments.leading = leading
      container.properties.append(property)
      container.propertyRanges.append(contentRange(binding, comma: binding.trailingComma))
    }
    container.add(node, .properties(first..<container.properties.count))
  }

  /// The stretch of an element without the comma behind it.
  private func contentRange(_ node: some SyntaxProtocol, comma: TokenSyntax?) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let last = comma?.previousToken(viewMode: .sourceAccurate)
    return start..<(last?.endPositionBeforeTrailingTrivia ?? node.endPositionBeforeTrailingTrivia).utf8Offset
  }

  /// The type that a pattern without a type and a value takes from the patterns behind it.
  private func sharedType(_ index: Int, _ bindings: [PatternBindingSyntax]) -> SourceText? {
    for binding in bindings[index...] {
      if let annotation = binding.typeAnnotation { return text(annotation.type) }
      if binding.initializer != nil || binding.accessorBlock != nil { return nil }
    }
    return nil
  }

  private func storage(_ block: AccessorBlockSyntax?) -> PropertyDeclaration.Storage {
    guard let block else { return .stored }
    guard case .accessors(let accessors) = block.accessors, !accessors.isEmpty else { return .computed }
    let observes = accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    return observes ? .observed : .computed
  }

  private func collect(
    _ node: EnumCaseDeclSyntax, _ conditions: [ConditionalBranch], into container: inout Container
  ) {
    let first = container.cases.count
    guard let firstElement = node.elements.first else { return }
    let leading = headComments(node, node.attributes, before: firstElement.name)
    for element in node.elements {
      container.cases.append(
        EnumCaseDeclaration(
          name: name(element.name),
          associatedValues: element.parameterClause.map { text(between: $0.leftParen, $0.rightParen) },
          rawValue: element.rawValue.map { text($0.value) }, comments: AttachedComments(leading: leading),
          conditions: conditions))
      container.caseRanges.append(contentRange(element, comma: element.trailingComma))
    }
    container.add(node, .cases(first..<container.cases.count))
  }
}
