import PostilSchema

/// `@store(as:)`, and types that declare their own stored form.
extension TypeResolver {
  /// The storage of a built-in type, in the form given by an annotation.
  func form(of stored: StoredType, _ written: String, storing note: StorageNote?) throws(Problem) -> StoredType {
    guard let note else {
      if stored == .day { throw Problem(Message.dayWithoutNote(written)) }
      return stored
    }
    guard let form = note.form.stored(stored) else { throw misfit(note, written, forms: StorageForm.forms(of: stored)) }
    return form
  }

  func misfit(_ note: StorageNote, _ written: String, forms: [StorageForm]) -> Problem {
    Problem(
      Message.storageDoesNotFit(note.form.rawValue, written, forms: forms.map(\.rawValue)), at: note.place)
  }

  // MARK: - Packed arrays

  /// The number type of an array's elements; `nil` if they can't be packed.
  func packable(_ element: TypeSyntax, in scope: String) -> (name: String, bytes: Int)? {
    guard let type = try? resolve(element, in: scope), !type.isOptional else { return nil }
    switch type.stored {
    case .integer(let bits, _), .real(let bits): return (type.name, bits / 8)
    default: return nil
    }
  }

  func array(
    of element: TypeSyntax, _ syntax: TypeSyntax, in scope: String, storing note: StorageNote?
  ) throws(Problem) -> ResolvedType {
    let text = syntax.description
    guard let number = packable(element, in: scope) else {
      throw Problem(note == nil ? refusal(of: syntax, in: scope) : Message.notPackable(text), at: note?.place)
    }
    guard let note else { throw Problem(Message.arrayWithoutNote(text)) }
    guard note.form == .packed else { throw misfit(note, text, forms: [.packed]) }
    return ResolvedType(name: "[\(number.name)]", stored: .packed(element: number.name, bytes: number.bytes))
  }

  // MARK: - Identifiers

  /// The `@store(as:)` of a model's key, if the key is one property.
  func keyNote(of model: String) -> StorageNote? {
    guard let keys = annotatedModel(model)?.keyProperties, keys.count == 1 else { return nil }
    return keys[0].storageNote
  }

  /// The stored form of `Item.ID` from the annotation on the key of `Item`; `nil` without one.
  func keyForm(of type: String) -> StorageForm? {
    type.hasSuffix(".ID") ? keyNote(of: String(type.dropLast(3)))?.form : nil
  }

  // MARK: - Custom types

  /// A type that conforms to `ColumnRepresentable`, in its declaration or in an extension of the target; `nil` for any other.
  func represented(
    _ full: String, arguments: [TypeSyntax], in scope: String, storing note: StorageNote?
  ) throws(Problem) -> ResolvedType? {
    let parts = index.parts(of: full)
    let inherited = parts.flatMap(\.declaration.inheritance).map(\.text)
    guard inherited.contains(where: { ["ColumnRepresentable", "Postil.ColumnRepresentable"].contains($0) }) else {
      return nil
    }
    if let note { throw Problem(Message.storageOfCustomType(full), at: note.place) }
    if let hidden = index.types[full]?.first, hidden.visibility == .hidden { throw Problem(Message.hiddenType(full)) }
    guard let stored = try storedType(of: full, parts: parts, arguments: arguments, in: scope) else {
      throw Problem(Message.customTypeWithoutStored(full), at: parts.first?.place)
    }
    guard !stored.isOptional else { throw Problem(Message.customTypeOptional(full), at: parts.first?.place) }
    let name = try arguments.isEmpty ? full : "\(full)<\(texts(of: arguments, in: scope))>"
    return ResolvedType(name: name, stored: .custom(name: full, stored.stored))
  }

  /// `typealias Stored = …`, or the type of `var stored`.
  private func storedType(
    of full: String, parts: [DeclaredType], arguments: [TypeSyntax], in scope: String
  ) throws(Problem) -> ResolvedType? {
    let property = parts.flatMap(\.declaration.properties).first { $0.name.text == "stored" && !$0.isStatic }
    guard let text = index.aliases["\(full).Stored"]?.type ?? property?.type else { return nil }
    let syntax = try Self.syntax(text)
    // A generic parameter is replaced by its argument.
    if let parameters = index.types[full]?.first?.declaration.genericParameters,
      let position = Self.names(of: parameters).firstIndex(of: syntax.description), position < arguments.count
    {
      return try resolve(arguments[position], in: scope)
    }
    if let wrapped = wrapper(syntax, in: full) { return ResolvedType(name: syntax.description, stored: wrapped) }
    return try resolve(syntax, in: full)
  }

  /// The stored types of the runtime that can't be a property's type.
  private func wrapper(_ syntax: TypeSyntax, in scope: String) -> StoredType? {
    guard case .identifier(let components) = syntax, let component = components.last else { return nil }
    switch component.name {
    case "Packed":
      let element = component.arguments.first.flatMap { packable($0, in: scope) }
      return element.map { .packed(element: $0.name, bytes: $0.bytes) }
    case "JSONColumn": return component.arguments.first.map { .json($0.description) }
    default: return ResolvedStorage.Wrapper(rawValue: component.name)?.stored
    }
  }

  /// The names of generic parameters: `Key` and `Value` for `Key: Hashable, Value`.
  static func names(of parameters: String) -> [String] {
    parameters.split(separator: ",").map { parameter in
      String(parameter.prefix { $0 != ":" }.filter { !$0.isWhitespace })
    }
  }
}

extension AnnotatedProperty {
  /// The form in its `@store(as:)`.
  var storageNote: TypeResolver.StorageNote? {
    guard let note = note("store"), let word = note.names["as"], let form = StorageForm(rawValue: word.text) else {
      return nil
    }
    return TypeResolver.StorageNote(form: form, place: note.place(of: word))
  }
}
