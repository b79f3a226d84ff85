/// What to write instead of a type that is no column's.
extension TypeResolver {
  /// The message for a type that is no plain name.
  func refusal(of syntax: TypeSyntax, in scope: String) -> String {
    let text = syntax.description
    switch syntax {
    case .implicitlyUnwrappedOptional(let inner): return Message.implicitlyUnwrapped(text, inner.description)
    case .array(let element):
      if let name = element.plainName, let model = model(name, in: scope) { return Message.arrayOfModels(model) }
      return Message.unsupportedType(
        text, advice: "write a model of its own with '@references' to this one, or 'Data' for bytes")
    case .dictionary:
      return Message.unsupportedType(text, advice: "write a model of its own with '@references' to this one")
    case .tuple: return Message.noColumnType(text, "a tuple", advice: "write a property for each element")
    case .function:
      return Message.noColumnType(text, "a closure", advice: "mark the property '@transient' and give it a default")
    case .any, .some, .composition, .suppressed:
      return Message.noColumnType(text, "no concrete type", advice: "write the type of what it holds")
    case .metatype, .protocolMetatype:
      return Message.noColumnType(text, "a metatype", advice: "store a name as 'String'")
    case .attributed(_, let inner): return refusal(of: inner, in: scope)
    case .inlineArray: return Message.unsupportedType(text, advice: "write 'Data' or '[UInt8]'")
    default: return Message.unknownType(text, suggestion: nil)
    }
  }

  /// The message for a type with generic arguments.
  func generic(_ syntax: TypeSyntax, _ components: [TypeSyntax.Component], in scope: String) -> Problem {
    let name = components.map(\.name).joined(separator: ".")
    let base = components.last?.name ?? name
    if index.fullName(of: name, in: scope, orKnown: { _ in false }) == nil,
      let refusal = BuiltinType.refusal(of: base, written: syntax.description)
    {
      return Problem(refusal)
    }
    return Problem(
      Message.noColumnType(
        syntax.description, "a generic type",
        advice: "write a type without generic arguments, or mark the property '@transient'"))
  }
}
