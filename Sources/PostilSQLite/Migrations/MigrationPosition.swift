import PostilEvolution

/// The position of a database in a program's migrations.
package struct MigrationPosition {
  /// A migration that comes next.
  package struct Pending {
    package let entry: MigrationSequence.Entry
    /// Whether it is recorded and not run: a checkpoint whose result the database has.
    package let isRecordedOnly: Bool
  }

  /// In order.
  package private(set) var pending: [Pending] = []
  /// The migrations that created the database, in order, without those that a checkpoint replaces.
  let inEffect: [MigrationSequence.Entry]
  /// The reasons why nothing can be applied; the first one has to be resolved first.
  package private(set) var problems: [MigrationError] = []

  /// Compares the records of the database with the program's migrations.
  /// - Parameter records: oldest first.
  package init(_ sequence: MigrationSequence, records: [MigrationRecord], path: String) {
    guard !records.isEmpty else {
      pending = sequence.entriesOfNew.map { Pending(entry: $0, isRecordedOnly: false) }
      inEffect = []
      return
    }
    let entries = Dictionary(sequence.entries.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    // The last checkpoint replaces everything that was recorded before it.
    let start = records.lastIndex { entries[$0.name]?.isCheckpoint == true } ?? records.startIndex
    var since = records[start...].filter { entries[$0.name] != nil || sequence.knowsSteps || $0.kind != .swift }
    var replaced = entries[records[start].name].map { $0.isCheckpoint ? $0.ancestors : [] } ?? []
    let lastFile = records.last { $0.kind != .swift }?.name ?? ""
    if entries[lastFile] == nil, let next = sequence.entries.first(where: { $0.script?.replaces == lastFile }) {
      // The database has everything that the checkpoint replaces, and the files were removed.
      since = []
      replaced.formUnion(next.ancestors)
    }
    let recorded = Set(records.map(\.name))
    // A checkpoint that was only recorded didn't create the database, but the database has its result.
    inEffect = sequence.entries.filter { recorded.contains($0.name) && !replaced.contains($0.name) }
    addUnknown(since, entries, sequence, path: path, lastFile: lastFile)
    let edited = since.filter { record in
      entries[record.name]?.script.map { $0.checksum != record.checksum } ?? false
    }
    if !edited.isEmpty { problems.append(.edited(path: path, names: edited.map(\.name))) }
    pending = sequence.entries.filter { !recorded.contains($0.name) && !replaced.contains($0.name) }
      .map { Pending(entry: $0, isRecordedOnly: $0.isCheckpoint) }
    for pending in pending {
      let name = pending.entry.name
      if let applied = sequence.entries.last(where: { recorded.contains($0.name) && $0.ancestors.contains(name) }) {
        problems.append(.outOfOrder(path: path, name: name, applied: applied.name))
      }
    }
  }

  /// The position of a database that has the results of all of `done` and no records.
  init(_ sequence: MigrationSequence, done: [MigrationSequence.Entry]) {
    let names = Set(done.map(\.name))
    inEffect = done
    pending = sequence.entries.filter { !names.contains($0.name) }
      .map { Pending(entry: $0, isRecordedOnly: $0.isCheckpoint) }
  }

  private mutating func addUnknown(
    _ since: [MigrationRecord], _ entries: [String: MigrationSequence.Entry], _ sequence: MigrationSequence,
    path: String, lastFile: String
  ) {
    let unknown = since.indices.filter { entries[since[$0].name] == nil }
    guard !unknown.isEmpty else { return }
    for record in unknown.map({ since[$0] }) {
      let file = sequence.entries.first { entry in
        entry.script?.checksum == record.checksum && !since.contains { $0.name == entry.name }
      }
      if let file { problems.append(.renamed(path: path, name: record.name, file: file.name)) }
    }
    let lastKnown = since.lastIndex { entries[$0.name] != nil }
    if lastKnown == nil, let first = sequence.entries.first(where: \.isCheckpoint),
      let replaces = first.script?.replaces, first.ancestors.isEmpty, !since.contains(where: { $0.name == replaces })
    {
      problems.append(.beforeCheckpoint(path: path, checkpoint: first.name, replaces: replaces, last: lastFile))
      return
    }
    let checkpoints = Set(sequence.entries.compactMap { $0.script?.replaces })
    let border = lastKnown ?? since.lastIndex { checkpoints.contains($0.name) } ?? -1
    let newer = unknown.filter { $0 > border }.map { since[$0].name }
    let missing = lastKnown == nil ? [] : unknown.filter { $0 < border }.map { since[$0].name }
    if !newer.isEmpty { problems.append(.newer(path: path, names: newer)) }
    if !missing.isEmpty { problems.append(.missing(path: path, names: missing)) }
  }
}
