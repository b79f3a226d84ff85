/// `@projection`: structs that read the rows of queries.
extension Resolver {
  /// Annotations that say something of a property's value, or of a query; all others are about what is stored.
  private static let ofValues: Set<String> = [
    "projection", "column", "json", "store", "embedded", "transient", "query", "allow",
  ]

  /// Refuses what a projection cannot have and takes it out, so that no later step meets it.
  func checkProjections() {
    for model in models.indices {
      guard models[model].isProjection else {
        for note in models[model].source.notes("projection") {
          let main = models[model].isTable ? "table" : "view"
          report.error(Message.mainTwice(models[model].name, main, "projection"), at: note.place)
        }
        continue
      }
      models[model].source.notes.removeAll { refuse($0) }
      for property in models[model].source.properties.indices {
        models[model].source.properties[property].notes.removeAll { refuse($0) }
      }
      if models[model].source.properties.allSatisfy({ $0.note("transient") != nil }) {
        report.error(Message.projectionWithoutProperties(models[model].name), at: models[model].place)
      }
    }
  }

  private func refuse(_ note: BoundAnnotation) -> Bool {
    guard !Self.ofValues.contains(note.name) else { return false }
    report.error(Message.annotationOnProjection(note.name), at: note.place)
    return true
  }
}
