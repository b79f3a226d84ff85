import PostilSchema

/// `@view` and `@projection`: structs that read a `SELECT`, and those that read the rows of queries.
extension Resolver {
  /// Annotations about tables, which a view can't have.
  private static let ofTables: Set<String> = [
    "primaryKey", "index", "unique", "exclude", "check", "default", "collate", "decimal", "vector", "generated",
    "version",
    "createdAt", "updatedAt", "softDelete", "lazy", "hasMany", "hasOne", "manyToMany", "singleton", "changes", "secret",
    "fullText", "trigger", "renamed", "distributed", "referenceTable", "partitioned", "extension", "noReference",
    "sync", "merge",
  ]

  /// Rejects what a view can't have and removes it, so that later steps don't see it.
  func checkViews() {
    for model in models.indices {
      guard models[model].isView else {
        for note in models[model].source.notes("view") {
          report.error(Message.mainTwice(models[model].name, "table", "view"), at: note.place)
        }
        continue
      }
      refuseNotes(of: model) { Self.ofTables.contains($0) ? Message.annotationOfTables($0) : nil }
      let source = models[model].source
      for note in source.notes("references") + source.properties.compactMap({ $0.note("references") }) {
        for label in ["inverse", "onDelete", "min", "max"] {
          guard let text = note.names[label] ?? note.counts[label]?.text else { continue }
          report.error(Message.labelOfViewReference(label), at: note.place(of: text))
        }
      }
      resolveView(model)
    }
  }

  /// Reports and removes the annotations of a struct and its properties that have a message.
  private func refuseNotes(of model: Int, message: (String) -> String?) {
    func isRefused(_ note: BoundAnnotation) -> Bool {
      guard let text = message(note.name) else { return false }
      report.error(text, at: note.place)
      return true
    }
    models[model].source.notes.removeAll(where: isRefused)
    for property in models[model].source.properties.indices {
      models[model].source.properties[property].notes.removeAll(where: isRefused)
    }
  }

  private func resolveView(_ model: Int) {
    // A `@view` that couldn't be read was reported.
    guard let note = models[model].source.notes("view").first, let literal = note.strings[""] else { return }
    let snippet = SQLSnippet(kind: .view, annotation: "@view", literal: literal, place: note.place)
    guard let oneLine = accept(snippet, of: model) else { return }
    models[model].select = literal.text.utf8.contains(0x0D) ? oneLine : SQLLines.trimmed(literal.text)
  }

  /// The view in the schema.
  func view(of state: ModelState) -> View {
    var view = View(
      name: state.tableName, columns: state.properties.map(\.column), select: state.select ?? "",
      documentation: Documentation.lines(state.source.type.declaration.comments))
    let flags = state.source.notes("view").first?.flags
    view.listsColumns = flags?["unlisted"] == nil
    view.isMaterialized = flags?["materialized"] != nil
    if view.isMaterialized { view.key = state.properties.first { $0.name == "id" }?.column }
    view.types = state.properties.map(\.type.stored.columnType)
    return view
  }

  /// Annotations about a property's value or a query. All others are about storage.
  private static let ofValues: Set<String> = [
    "projection", "column", "json", "store", "embedded", "transient", "query", "allow",
  ]

  /// Rejects what a projection can't have and removes it, so that later steps don't see it.
  func checkProjections() {
    for model in models.indices {
      guard models[model].isProjection else {
        for note in models[model].source.notes("projection") {
          let main = models[model].isTable ? "table" : "view"
          report.error(Message.mainTwice(models[model].name, main, "projection"), at: note.place)
        }
        continue
      }
      refuseNotes(of: model) { Self.ofValues.contains($0) ? nil : Message.annotationOnProjection($0) }
      if models[model].source.properties.allSatisfy({ $0.note("transient") != nil }) {
        report.error(Message.projectionWithoutProperties(models[model].name), at: models[model].place)
      }
    }
  }
}
