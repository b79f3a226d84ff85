import PostilCatalog
import PostilQuery
import PostilSQL

/// Where a database that was made before there were migrations stands among them.
struct MigrationBaseline {
  /// The last migration whose work is done: all up to it are noted as adopted.
  let last: MigrationPlan.Entry

  /// Finds the migration that makes what the database has. Objects that no migration knows, such as an index that somebody
  /// added, are no reason against it. Where several make the same, it is the first, so that what the others do to rows is done.
  /// - Throws: ``MigrationError/unknownDatabase(path:nearest:differences:)`` where there is none.
  init(_ plan: MigrationPlan, objects: [SchemaObject], path: String) throws {
    let stages = try Self.stages(of: plan)
    let known = stages.flatMap(\.objects)
    var best: (entry: MigrationPlan.Entry, additional: Int)?
    var nearest: (name: String, differences: [SchemaMismatch.Difference])?
    for stage in stages where !stage.objects.isEmpty {
      let differences = SchemaObject.differences(found: objects, expected: stage.objects)
      let harmful = differences.filter { !$0.isHarmless(beside: known) }
      if harmful.isEmpty, best.map({ differences.count < $0.additional }) ?? true {
        best = (stage.entry, differences.count)
      }
      if nearest.map({ harmful.count < $0.differences.count }) ?? true { nearest = (stage.entry.name, harmful) }
    }
    guard let best else {
      throw MigrationError.unknownDatabase(
        path: path, nearest: nearest?.name, differences: nearest?.differences ?? [])
    }
    last = best.entry
  }

  /// What there is behind each file.
  private static func stages(
    of plan: MigrationPlan
  ) throws -> [(entry: MigrationPlan.Entry, objects: [SchemaObject])] {
    let replay = try MigrationReplay()
    return try plan.entries.compactMap { entry in
      guard let script = entry.script else { return nil }
      try replay.advance(script)
      return (entry, try replay.objects())
    }
  }
}

extension SchemaMismatch.Difference {
  /// Whether the object is one that nobody else knows.
  fileprivate func isHarmless(beside known: [SchemaObject]) -> Bool {
    guard case .additional(let kind, let name) = self else { return false }
    return !known.contains { $0.kind == kind && $0.name.isSameName(as: name) }
  }
}

extension [SchemaMismatch.Difference] {
  /// Those that are a reason to refuse a database: all but objects that the program does not know.
  var harmful: [SchemaMismatch.Difference] {
    filter { if case .additional = $0 { false } else { true } }
  }
}
