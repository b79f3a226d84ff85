import PostilEvolution
import PostilQuery
import PostilSQL

/// The position of a database that was created before the program had migrations.
package struct MigrationBaseline {
  /// The last migration whose result the database has; it and all earlier ones are recorded as adopted.
  package let last: MigrationSequence.Entry

  /// Finds the migration that results in the objects of the database. Objects that no migration creates, such as an index that
  /// somebody added, are accepted. Of several with the same result it is the first, so that the others are applied to the rows.
  /// - Throws: ``MigrationError/unknownDatabase(path:nearest:differences:)``
  package init(_ sequence: MigrationSequence, objects: [SchemaObject], path: String) throws {
    let stages = try Self.stages(of: sequence)
    let known = stages.flatMap(\.objects)
    var best: (entry: MigrationSequence.Entry, additional: Int)?
    var nearest: (name: String, differences: [SchemaMismatch.Difference])?
    for stage in stages where !stage.objects.isEmpty {
      let differences = SchemaObject.differences(found: objects, expected: stage.objects)
      let harmful = differences.filter { !$0.isUnknown(beside: known) }
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

  /// The objects after each file.
  private static func stages(
    of sequence: MigrationSequence
  ) throws -> [(entry: MigrationSequence.Entry, objects: [SchemaObject])] {
    let replay = try MigrationReplay()
    return try sequence.entries.compactMap { entry in
      guard let script = entry.script else { return nil }
      try replay.advance(script)
      return (entry, try replay.objects())
    }
  }
}

extension SchemaMismatch.Difference {
  /// Whether the object is additional, and none of these.
  fileprivate func isUnknown(beside known: [SchemaObject]) -> Bool {
    guard case .additional(let kind, let name) = self else { return false }
    return !known.contains { $0.kind == kind && $0.name.isSameName(as: name) }
  }

  /// Whether a database is refused because of it: all differences except additional objects.
  package var isHarmful: Bool {
    switch self {
    case .additional, .interfering: false
    case .missing, .different: true
    }
  }
}
