@testable import PostilSyntax

/// One thing that a tree says: of what declaration, what about it, and where.
struct Fact: Hashable {
  var subject: String
  var key: String
  var value: String
  var position: SourcePosition
}

/// A tree taken apart into facts, so that two trees are compared piece by piece and a difference has a place.
struct FactList {
  var facts: [Fact] = []
  var declarations = 0

  init(_ tree: SourceTree) {
    let start = SourcePosition(offset: 0, line: 1, column: 1)
    add("file", "imports", tree.imports.joined(separator: " "), start)
    for alias in tree.typeAliases { add(alias, in: "file") }
    for type in tree.types { add(type, in: "") }
    add("file", "loose", tree.looseComments)
  }

  private mutating func add(_ subject: String, _ key: String, _ value: String?, _ position: SourcePosition) {
    facts.append(Fact(subject: subject, key: key, value: value ?? "none", position: position))
  }

  private mutating func add(_ subject: String, _ key: String, _ text: SourceText?, _ position: SourcePosition) {
    add(subject, key, text?.text, text?.position ?? position)
  }

  private mutating func add(_ subject: String, _ key: String, _ comments: [Comment]) {
    for comment in comments {
      let kind: String
      switch comment.kind {
      case .line: kind = "//"
      case .documentationLine: kind = "///"
      case .block: kind = "/*"
      case .documentationBlock: kind = "/**"
      }
      let place = "\(comment.textPosition.offset - comment.position.offset)"
      add(subject, "\(key) comment", kind + place + comment.text, comment.position)
    }
  }

  private mutating func add(_ subject: String, _ conditions: [ConditionalBranch], _ position: SourcePosition) {
    let texts = conditions.map { branch in
      "\(branch.precedingConditions)->\(branch.condition)@\(branch.position.line):\(branch.position.column)"
    }
    if !texts.isEmpty { add(subject, "conditions", texts.joined(separator: " "), position) }
  }

  private mutating func add(_ subject: String, _ attributes: [Attribute], _ modifiers: [Modifier]) {
    for attribute in attributes {
      add(subject, "attribute", "\(attribute.name.text)(\(attribute.arguments ?? "none"))", attribute.name.position)
    }
    for modifier in modifiers {
      add(subject, "modifier", "\(modifier.name)(\(modifier.detail ?? "none"))", modifier.position)
    }
  }

  private mutating func add(_ alias: TypeAliasDeclaration, in parent: String) {
    declarations += 1
    let subject = "\(parent).\(alias.name.text)"
    add(subject, "typealias", alias.name, alias.name.position)
    add(subject, "type", alias.type, alias.name.position)
    add(subject, [], alias.modifiers)
    add(subject, alias.conditions, alias.name.position)
    add(subject, "leading", alias.comments.leading)
    add(subject, "trailing", alias.comments.trailing)
  }

  private mutating func add(_ property: PropertyDeclaration, in parent: String) {
    declarations += 1
    let subject = "\(parent).\(property.name.text)"
    add(subject, property.isLet ? "let" : "var", property.name, property.position)
    add(subject, "start", "", property.position)
    add(subject, property.attributes, property.modifiers)
    add(subject, "pattern", property.isSimplePattern ? "name" : "tuple", property.position)
    add(subject, "storage", "\(property.storage)", property.position)
    add(subject, "type", property.type, property.position)
    add(subject, "initializer", property.initializer, property.position)
    add(subject, property.conditions, property.position)
    add(subject, "leading", property.comments.leading)
    add(subject, "trailing", property.comments.trailing)
  }

  private mutating func add(_ element: EnumCaseDeclaration, in parent: String) {
    declarations += 1
    let subject = "\(parent).\(element.name.text)"
    add(subject, "case", element.name, element.name.position)
    add(subject, "payload", element.associatedValues, element.name.position)
    add(subject, "raw value", element.rawValue, element.name.position)
    add(subject, element.conditions, element.name.position)
    add(subject, "leading", element.comments.leading)
    add(subject, "trailing", element.comments.trailing)
  }

  private mutating func add(_ type: TypeDeclaration, in parent: String) {
    declarations += 1
    let subject = parent.isEmpty ? type.name.text : "\(parent).\(type.name.text)"
    add(subject, type.kind.rawValue, type.name, type.position)
    add(subject, "start", "", type.position)
    add(subject, type.attributes, type.modifiers)
    add(subject, "generic parameters", type.genericParameters, type.position)
    for inherited in type.inheritance { add(subject, "inherits", inherited, type.position) }
    add(subject, "where", type.genericWhereClause, type.position)
    add(subject, type.conditions, type.position)
    add(subject, "leading", type.comments.leading)
    for alias in type.typeAliases { add(alias, in: subject) }
    for property in type.properties { add(property, in: subject) }
    for element in type.cases { add(element, in: subject) }
    for inner in type.types { add(inner, in: subject) }
    add(subject, "loose", type.looseComments)
    add(subject, "trailing", type.comments.trailing)
  }
}
