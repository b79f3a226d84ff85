/// A struct with `@table`, `@view` or `@projection`, with its annotations assigned to the struct or to properties.
struct AnnotatedModel {
  var type: DeclaredType
  /// The annotations of the struct, including relationships among its members, in the order of the source.
  var notes: [BoundAnnotation]
  /// The stored instance properties, in the order of the source.
  var properties: [AnnotatedProperty]
  /// The names of annotations with a reported error, so that they aren't reported as missing too.
  var brokenNotes: Set<String> = []

  var name: String { type.name }
  /// The name without the module of another target.
  var localName: String { type.module.map { String(type.name.dropFirst($0.count + 1)) } ?? type.name }
  var path: String { type.path }
  var place: SourcePlace { type.place }
  /// Whether the struct describes the rows of a table.
  var isTable: Bool { has("table") }
  /// Whether the struct describes the rows of a view.
  var isView: Bool { !isTable && (has("view") || !has("projection")) }
  /// Whether the struct describes the rows of queries.
  var isProjection: Bool { !isTable && !isView }

  private func has(_ name: String) -> Bool { !notes(name).isEmpty || brokenNotes.contains(name) }

  /// The annotations with a name.
  func notes(_ name: String) -> [BoundAnnotation] { notes.filter { $0.name == name } }

  /// The properties of the primary key: those with `@primaryKey`, otherwise the one named `id`.
  var keyProperties: [AnnotatedProperty] {
    let marked = properties.filter { $0.note("primaryKey") != nil }
    return marked.isEmpty ? properties.filter { $0.name == "id" } : marked
  }
}

/// A stored property with its annotations.
struct AnnotatedProperty {
  var declaration: PropertyDeclaration
  var notes: [BoundAnnotation]
  var path: String

  var name: String { declaration.name.text }
  var place: SourcePlace { SourcePlace(path: path, position: declaration.name.position) }

  /// The annotation with that name; `nil` if there is none.
  func note(_ name: String) -> BoundAnnotation? { notes.first { $0.name == name } }
}

extension AnnotatedProperty {
  /// The property of a `@lazy(data: Data)`, which the struct doesn't declare.
  init?(lazy note: BoundAnnotation) {
    guard let (name, type) = note.relationship.map({ ($0.name, $0.target) }) else { return nil }
    var declaration = PropertyDeclaration(name: name, position: name.position, isLet: false)
    declaration.type = type
    var notes = [note]
    for (label, (annotation, key)) in ["column": ("column", ""), "renamedFrom": ("renamed", "from")] {
      guard let literal = note.strings[label] else { continue }
      var other = BoundAnnotation(name: annotation, place: note.place)
      other.strings[key] = literal
      notes.append(other)
    }
    self.init(declaration: declaration, notes: notes, path: note.place.path)
  }
}
