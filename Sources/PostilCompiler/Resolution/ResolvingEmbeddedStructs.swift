import PostilSchema

/// `@embedded`: structs whose properties become columns of the models that embed them.
///
/// A struct is resolved once, as if it were a model with its own column names. Each model that embeds it gets copies of
/// the columns with its own prefix.
extension Resolver {
  /// The annotations that a property of an embedded struct can have: those about the storage of a column.
  private static let insideEmbedded: Set<String> = [
    "column", "check", "collate", "decimal", "store", "json", "vector", "embedded", "renamed", "transient",
    "noReference",
  ]
  /// The annotations that an embedded property can have.
  private static let besideEmbedded: Set<String> = [
    "embedded", "unique", "index", "check", "renamed", "allow", "secret", "merge",
  ]

  func resolveEmbedded(_ property: AnnotatedProperty, _ note: BoundAnnotation, into state: inout ModelState) {
    for other in property.notes where !Self.besideEmbedded.contains(other.name) {
      report.error(Message.annotationOnEmbedded(other.name, property: property.name), at: other.place)
    }
    guard let written = property.declaration.type else {
      return report.error(Message.typeMissing(property.name), at: property.place)
    }
    let place = SourcePlace(path: property.path, position: written.position)
    let named: TypeResolver.NamedType
    do throws(TypeResolver.Problem) {
      guard let type = try types.named(written, in: state.name), index.types[type.full] != nil else {
        let name = written.text.hasSuffix("?") ? String(written.text.dropLast()) : written.text
        return report.error(Message.embeddedType(property.name, name), at: place)
      }
      guard !type.isOptionalTwice else {
        return report.error(Message.doubleOptional(written.text, "\(type.full)?"), at: place)
      }
      named = type
    } catch {
      return report.error(error.message, at: error.place ?? place)
    }
    guard let inner = embeddedStruct(named.full, usedAt: place) else { return }
    let required = inner.properties.indices.filter { !inner.properties[$0].type.isOptional }
    guard !named.isOptional || !required.isEmpty else {
      return report.error(
        Message.embeddedWithoutRequired(property.name, named.full, properties: inner.properties.map(\.name)), at: place)
    }
    let prefix = note.strings["prefix"]?.text ?? SnakeCase.name(property.name) + "_"
    if let literal = note.strings["prefix"], !prefix.isEmpty {
      check(prefix, what: "prefix", at: note.place(of: literal))
    }
    state.otherProperties.remove(property.name)
    state.add(
      GroupState(
        source: property, name: property.name, type: named.full, isOptional: named.isOptional, kind: .embedded,
        leaves: 0..<inner.properties.count, required: required, columnBase: SnakeCase.name(property.name),
        access: access(of: property, in: state), documentation: Documentation.lines(property.declaration.comments),
        defaultValue: property.declaration.initializer.map { DefaultValue.text($0, model: state.name) }),
      layout: inner, prefix: prefix, place: property.place)
    for leaf in state.properties.suffix(inner.properties.count) {
      check(leaf.column, what: "column", at: property.place)
    }
  }

  /// The layout of a struct that a model embeds; `nil` if an error was reported.
  func embeddedStruct(_ full: String, usedAt place: SourcePlace) -> ModelState? {
    if let known = layouts.structs[full] { return known.isWhole ? known : nil }
    guard layouts.open.insert(full).inserted else {
      report.error(Message.circularType(full), at: place)
      return nil
    }
    defer { layouts.open.remove(full) }
    guard let type = index.types[full]?.first else { return nil }
    if let message = refusal(of: type) {
      report.error(message, at: place)
      return nil
    }
    let source = AnnotationCollector.embeddedStruct(type, index: index, report: report)
    var state = ModelState(source: source, tableName: SnakeCase.tableName(full))
    state.isEmbedded = true
    for note in source.notes {
      report.error(Message.annotationInEmbedded(note.name, type: full, property: nil), at: note.place)
    }
    for property in source.properties {
      let refused = property.notes.filter { !Self.insideEmbedded.contains($0.name) }
      for note in refused {
        report.error(
          Message.annotationInEmbedded(note.name, type: full, property: property.name), at: note.place)
      }
      if refused.isEmpty { resolve(property, into: &state) } else { state.otherProperties.insert(property.name) }
    }
    if state.properties.isEmpty, state.areColumnsComplete {
      report.error(Message.embeddedWithoutColumns(full), at: type.place)
    }
    checkNames(ofEmbedded: &state)
    state.key = state.properties.first.map {
      ResolvedKey(identifier: .property, properties: [$0.name], isAssigned: false)
    }
    // The SQL in a struct is checked once, against the struct's own columns.
    for index in state.properties.indices {
      if let holder = ReferenceHolder(at: index, of: state) { checkIntent(of: holder, in: state) }
    }
    for property in state.properties where !property.name.contains(".") {
      for note in property.source.notes where note.name == "check" {
        guard let literal = note.strings[""] else { continue }
        let snippet = SQLSnippet(
          kind: .check, annotation: "@check", column: property.column, literal: literal, place: note.place)
        if scan(snippet) != nil { state.origin.snippets.append(snippet) }
      }
    }
    layouts.structs[full] = state
    return state.isWhole ? state : nil
  }

  /// The reason why a type can't be embedded; `nil` if it can.
  private func refusal(of type: DeclaredType) -> String? {
    let name = type.name
    if types.isModel(name) { return Message.modelAsType(name) }
    if let module = type.module, !isEmbedded(name, in: module) {
      return Message.embeddedElsewhere(name, module: module)
    }
    guard type.declaration.kind == .struct else { return Message.embeddedKind(name, type.declaration.kind.rawValue) }
    if type.visibility == .hidden { return Message.hiddenType(name) }
    if type.isInsideGeneric || type.declaration.genericParameters != nil { return Message.genericRawType(name) }
    if type.declaration.inheritance.contains(where: { $0.text.contains("~") }) { return Message.noncopyableModel(name) }
    if !Conformances(of: type, in: index).mayInclude("Sendable") {
      return Message.rawTypeNotSendable(name, kind: type.declaration.kind.rawValue)
    }
    return nil
  }

  /// Whether the type of a property is a struct that could be embedded and has no other stored form.
  func isPlainStruct(_ property: AnnotatedProperty, in state: ModelState) -> Bool {
    guard let written = property.declaration.type, let named = try? types.named(written, in: state.name),
      let type = index.types[named.full]?.first
    else { return false }
    return type.declaration.kind == .struct && (try? types.rawType(named.full)) == nil
  }

  /// Whether a model of another target embeds the struct, directly or in another struct. That target then has its conformance.
  private func isEmbedded(_ name: String, in module: String) -> Bool {
    if let known = layouts.structsOfTargets[module] { return known.contains(name) }
    var embedded: Set<String> = []
    var open = models.map(\.source).filter { $0.type.module == module }
    while let source = open.popLast() {
      for property in source.properties where property.note("embedded") != nil {
        guard let written = property.declaration.type,
          let full = (try? types.named(written, in: source.name))?.full, embedded.insert(full).inserted,
          let type = index.types[full]?.first
        else { continue }
        // Errors in its annotations are reported where it is resolved.
        open.append(AnnotationCollector.embeddedStruct(type, index: index, report: DiagnosticReport()))
      }
    }
    layouts.structsOfTargets[module] = embedded
    return embedded.contains(name)
  }

  private func checkNames(ofEmbedded state: inout ModelState) {
    checkColumnNames(of: state)
    for property in state.properties where property.name == "columnSlice" {
      report.error(Message.generatedMember(property.name, column: property.column), at: property.place)
    }
    let nested = "\(state.name).Columns"
    if let place = index.types[nested]?.first?.place ?? index.aliases[nested]?.place {
      report.error(Message.generatedTypeDeclared("Columns", model: state.name), at: place)
    }
  }

  func access(of property: AnnotatedProperty, in state: ModelState) -> Access {
    min(Visibility(property.declaration.modifiers) ?? .internal, state.source.type.visibility).access
  }
}
