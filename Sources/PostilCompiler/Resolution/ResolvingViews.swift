import PostilSchema

/// `@view`: structs that read a `SELECT`.
extension Resolver {
  /// Annotations that make something of a table, which a view does not have.
  private static let ofTables: Set<String> = [
    "primaryKey", "index", "unique", "check", "default", "collate", "generated", "version", "createdAt", "updatedAt",
    "softDelete", "hasMany", "hasOne", "manyToMany", "singleton", "fullText", "trigger", "renamed",
  ]

  /// Refuses what a view cannot have and takes it out, so that no later step meets it.
  func checkViews() {
    for model in models.indices {
      guard models[model].isView else {
        for note in models[model].source.notes("view") {
          report.error(Message.mainTwice(models[model].name, "table", "view"), at: note.place)
        }
        continue
      }
      models[model].source.notes.removeAll { refuse($0) }
      for property in models[model].source.properties.indices {
        models[model].source.properties[property].notes.removeAll { refuse($0) }
      }
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

  private func refuse(_ note: BoundAnnotation) -> Bool {
    guard Self.ofTables.contains(note.name) else { return false }
    report.error(Message.annotationOfTables(note.name), at: note.place)
    return true
  }

  private func resolveView(_ model: Int) {
    // One that could not be read was reported.
    guard let note = models[model].source.notes("view").first, let literal = note.strings[""] else { return }
    let snippet = SQLSnippet(kind: .view, annotation: "@view", literal: literal, place: note.place)
    guard let oneLine = accept(snippet, of: model) else { return }
    models[model].select = literal.text.utf8.contains(0x0D) ? oneLine : SQLLines.trimmed(literal.text)
  }

  /// A view as the schema has it.
  func view(of state: ModelState) -> View {
    var view = View(
      name: state.tableName, columns: state.properties.map(\.column), select: state.select ?? "",
      documentation: Documentation.lines(state.source.type.declaration.comments))
    view.listsColumns = state.source.notes("view").first?.flags["unlisted"] == nil
    view.types = state.properties.map(\.type.stored.columnType)
    return view
  }
}
