import PostilCompiler
import PostilSchema

/// References with `deny` between rows that a cascade deletes together. PostgreSQL refuses such a delete, because `RESTRICT` is checked for
/// each row; SQLite deletes the rows if each one comes before the row that it refers to. Source: PostgreSQL 15, section 5.4.5.
enum DeniedCascades {
  static func findings(in subject: LintSubject) -> [Finding] {
    let models = subject.models
    let positions = Dictionary(
      models.enumerated().map { ($1.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    /// The models whose rows a delete from each model deletes directly.
    var cascades: [[Int]] = models.map { _ in [] }
    for (owner, model) in models.enumerated() {
      for key in model.table.foreignKeys where key.onDelete == .cascade {
        if let target = positions[key.referencedTable] { cascades[target].append(owner) }
      }
    }
    let deleted = models.indices.map { reached(from: $0, cascades) }
    return models.enumerated().flatMap { owner, model in
      model.table.foreignKeys.filter { $0.onDelete == .deny }.compactMap { key -> Finding? in
        guard let target = positions[key.referencedTable],
          let root = deleted.indices.first(where: { deleted[$0].isSuperset(of: [owner, target]) })
        else { return nil }
        let name = model.reference(ofColumns: key.columns)?.displayName ?? model.table.name
        return model.finding(
          .deniedCascade,
          Message.deniedCascade(
            "\(model.swiftName).\(name)", root: models[root].swiftName, model.swiftName, models[target].swiftName),
          onReference: key.columns)
      }
    }
  }

  /// The models whose rows a delete from a model can delete.
  private static func reached(from start: Int, _ cascades: [[Int]]) -> Set<Int> {
    var found: Set<Int> = []
    var next = cascades[start]
    while let model = next.popLast() {
      if found.insert(model).inserted { next += cascades[model] }
    }
    return found
  }
}
