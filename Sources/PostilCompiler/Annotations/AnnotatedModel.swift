/// A struct with `@table`, `@view` or `@projection`, its annotations sorted by what they are about.
struct AnnotatedModel {
  var type: DeclaredType
  /// The annotations of the struct, relationship ones among its members included, in the order of the source.
  var notes: [BoundAnnotation]
  /// The properties that have storage and belong to an instance, in the order of the source.
  var properties: [AnnotatedProperty]
  /// The names of annotations in which a mistake was reported, so that what they would have said is not missed too.
  var brokenNotes: Set<String> = []

  var name: String { type.name }
  /// The name without the module that a model of another target has in front.
  var localName: String { type.module.map { String(type.name.dropFirst($0.count + 1)) } ?? type.name }
  var path: String { type.path }
  var place: SourcePlace { type.place }
  /// Whether the struct's rows are a table's.
  var isTable: Bool { has("table") }
  /// Whether it is a view's rows that the struct reads.
  var isView: Bool { !isTable && (has("view") || !has("projection")) }
  /// Whether it is the rows of queries that the struct reads.
  var isProjection: Bool { !isTable && !isView }

  private func has(_ name: String) -> Bool { !notes(name).isEmpty || brokenNotes.contains(name) }
}

/// A stored property with its annotations.
package struct AnnotatedProperty {
  var declaration: PropertyDeclaration
  var notes: [BoundAnnotation]
  var path: String

  var name: String { declaration.name.text }
  var place: SourcePlace { SourcePlace(path: path, position: declaration.name.position) }

  /// The annotation of that name, `nil` where there is none.
  package func note(_ name: String) -> BoundAnnotation? { notes.first { $0.name == name } }
}

extension AnnotatedModel {
  /// The annotations of a name.
  func notes(_ name: String) -> [BoundAnnotation] { notes.filter { $0.name == name } }
}

extension AnnotatedModel {
  /// The properties of the primary key: those with `@primaryKey`, else the one called `id`.
  var keyProperties: [AnnotatedProperty] {
    let marked = properties.filter { $0.note("primaryKey") != nil }
    return marked.isEmpty ? properties.filter { $0.name == "id" } : marked
  }
}
