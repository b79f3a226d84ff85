/// The messages for types that can't be stored in a column, with suggestions.
extension TypeResolver {
  /// The message for a type that isn't a plain name.
  func refusal(of syntax: TypeSyntax, in scope: String) -> String {
    let text = syntax.description
    switch syntax {
    case .implicitlyUnwrappedOptional(let inner): return Message.implicitlyUnwrapped(text, inner.description)
    case .array(let element):
      if let name = element.plainName, let model = model(name, in: scope) { return Message.arrayOfModels(model) }
      return needsJSON(syntax, "an array", in: scope)
    case .dictionary: return needsJSON(syntax, "a dictionary", in: scope)
    case .inlineArray:
      return Message.noColumnType(text, "an inline array", advice: "write '[…]' with '// @json' above it")
    case .attributed(_, let inner): return refusal(of: inner, in: scope)
    default: return Self.noValue(syntax, holder: "no column") ?? Message.unknownType(text, suggestion: nil)
    }
  }

  /// The message for a type that has no storable values; `nil` for all others.
  static func noValue(_ syntax: TypeSyntax, holder: String) -> String? {
    func message(_ what: String, _ advice: String) -> String {
      Message.noColumnType(syntax.description, what, holder: holder, advice: advice)
    }
    switch syntax {
    case .implicitlyUnwrappedOptional(let inner):
      return Message.implicitlyUnwrapped(syntax.description, inner.description)
    case .tuple(let elements):
      return elements.isEmpty
        ? message("a tuple", "remove the property")
        : message("a tuple", "write a property for each element, or a struct of them")
    case .function: return message("a closure", "mark the property '@transient' and give it a default")
    case .any, .some, .composition, .suppressed: return message("a protocol type", "write a concrete type")
    case .metatype, .protocolMetatype: return message("a metatype", "store a name as 'String'")
    case .attributed(_, let inner): return noValue(inner, holder: holder)
    default: return nil
    }
  }

  /// The message for a type that a column can hold only as JSON, or the reason why it can't.
  func needsJSON(_ syntax: TypeSyntax, _ what: String, in scope: String) -> String {
    do throws(Problem) {
      _ = try jsonText(of: syntax, in: scope)
      return Message.jsonWithoutNote(syntax.description, what)
    } catch {
      guard error.isAboutCodable else { return error.message }
      return what == "a struct"
        ? Message.structWithoutNote(syntax.description) : error.message + Message.andJSON
    }
  }

  /// A type with generic arguments.
  func generic(
    _ syntax: TypeSyntax, _ components: [TypeSyntax.Component], in scope: String, storing note: StorageNote?
  ) throws(Problem) -> ResolvedType {
    let names = components.map(\.name)
    let text = syntax.description
    guard let full = try fullName(names, in: scope) else {
      let name = names.last ?? text
      if BuiltinType.collections.contains(name) { throw Problem(needsJSON(syntax, "a collection", in: scope)) }
      if let refusal = BuiltinType.refusal(of: name, written: text) { throw Problem(refusal) }
      guard let note else { throw Problem(Message.unknownType(text, suggestion: nil)) }
      guard let stored = note.form.ofUnseenType else {
        throw misfit(note, text, forms: [.text, .integer, .real, .blob])
      }
      return ResolvedType(name: text, stored: .custom(name: text, stored))
    }
    let arguments = components.flatMap(\.arguments)
    if let type = try represented(full, arguments: arguments, in: scope, storing: note) { return type }
    throw Problem(needsJSON(syntax, "a generic type", in: scope))
  }
}
