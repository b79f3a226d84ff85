import PostilSchema

/// Circles of references that all cascade: one delete goes round and round, and SQLite stops it at 1,000 levels.
/// Source: SQLite, "Implementation Limits For SQLite", section 10 (`SQLITE_MAX_TRIGGER_DEPTH` holds for foreign keys too).
enum CascadeCycles {
  static func findings(in subject: LintSubject) -> [Finding] {
    let models = subject.models
    let positions = Dictionary(
      models.enumerated().map { ($1.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = models.enumerated().flatMap { owner, model in
      model.table.foreignKeys.filter { $0.onDelete == .cascade }.compactMap { key in
        positions[key.referencedTable].map { (owner: owner, target: $0, key: key) }
      }
    }
    let graph = RequiredReferences(keys.map { ($0.owner, $0.target) }, nodes: models.count)
    var reported: Set<Set<Int>> = []
    return keys.indices.compactMap { start -> Finding? in
      guard let circle = graph.shortestCircle(from: start), reported.insert(Set(circle)).inserted else { return nil }
      let steps = circle.map { index in
        let model = models[keys[index].owner]
        let columns = keys[index].key.columns
        return (model: model, columns: columns, reference: model.reference(ofColumns: columns))
      }
      let names = steps.map { "\($0.model.swiftName).\($0.reference?.displayName ?? $0.model.table.name)" }
      var finding = steps[0].model.finding(
        .cascadeCycle, Message.cascadeCycle(names), onReference: steps[0].columns)
      finding.notes = steps.dropFirst().map { step in
        (Message.cascadeGoesOn, step.reference?.place ?? step.model.place)
      }
      return finding
    }
  }
}
