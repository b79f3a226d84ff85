import PostilCompiler
import PostilSchema

/// References with `deny` between rows that a cascade deletes together. PostgreSQL refuses such a delete, because `RESTRICT` is checked for
/// each row; SQLite deletes the rows if each one comes before the row that it refers to. Source: PostgreSQL 15, section 5.4.5.
enum DeniedCascades {
  static func findings(in subject: LintSubject) -> [Finding] {
    let models = subject.models
    // The models whose rows a delete from each model deletes directly.
    var cascades: [[Int]] = models.map { _ in [] }
    for reference in subject.references(onDelete: .cascade) { cascades[reference.target].append(reference.owner) }
    let deleted = models.indices.map { reached(from: $0, cascades) }
    return subject.references(onDelete: .deny).compactMap { owner, target, key in
      guard let root = deleted.indices.first(where: { deleted[$0].isSuperset(of: [owner, target]) }) else { return nil }
      let model = models[owner]
      let name = model.reference(ofColumns: key.columns)?.displayName ?? model.table.name
      return model.finding(
        .deniedCascade,
        Message.deniedCascade(
          "\(model.swiftName).\(name)", root: models[root].swiftName, model.swiftName, models[target].swiftName),
        onReference: key.columns)
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
