import PostilCatalog

/// Where a database stands among a program's migrations.
struct MigrationStanding {
  /// What comes next, in order. A checkpoint whose work is done already is noted alone.
  struct Pending {
    let entry: MigrationPlan.Entry
    let isNotedAlone: Bool
  }

  private(set) var pending: [Pending] = []
  /// The migrations that made the database what it is, in order; what a checkpoint stands for is not among them.
  private(set) var inEffect: [MigrationPlan.Entry] = []
  /// Why nothing can be applied; the first is the one to solve first.
  private(set) var problems: [MigrationError] = []

  /// Compares what the database notes with what the program has.
  /// - Parameter records: what the database notes, oldest first.
  init(_ plan: MigrationPlan, records: [MigrationRecord], path: String) {
    guard !records.isEmpty else {
      pending = plan.entriesOfNew.map { Pending(entry: $0, isNotedAlone: false) }
      return
    }
    let entries = Dictionary(plan.entries.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    // What was noted before the last checkpoint is what that stands for.
    let start = records.lastIndex { entries[$0.name]?.isCheckpoint == true } ?? records.startIndex
    var since = records[start...].filter { entries[$0.name] != nil || plan.knowsSteps || $0.kind != .swift }
    var replaced = entries[records[start].name].map { $0.isCheckpoint ? $0.ancestors : [] } ?? []
    let lastFile = records.last { $0.kind != .swift }?.name ?? ""
    if entries[lastFile] == nil, let next = plan.entries.first(where: { $0.script?.replaces == lastFile }) {
      // All that the checkpoint stands for is there, and the files are gone.
      since = []
      replaced.formUnion(next.ancestors)
    }
    noteUnknown(since, entries, plan, path: path, lastFile: lastFile)
    let edited = since.filter { record in
      entries[record.name]?.script.map { $0.checksum != record.checksum } ?? false
    }
    if !edited.isEmpty { problems.append(.edited(path: path, names: edited.map(\.name))) }

    let noted = Set(records.map(\.name))
    pending = plan.entries.filter { !noted.contains($0.name) && !replaced.contains($0.name) }
      .map { Pending(entry: $0, isNotedAlone: $0.isCheckpoint) }
    for pending in pending {
      let name = pending.entry.name
      if let applied = plan.entries.last(where: { noted.contains($0.name) && $0.ancestors.contains(name) }) {
        problems.append(.outOfOrder(path: path, name: name, applied: applied.name))
      }
    }
    // A checkpoint that was only noted did not make the database, but what it makes is what is there.
    inEffect = plan.entries.filter { noted.contains($0.name) && !replaced.contains($0.name) }
  }

  /// Where a database stands that has all of `done`, and notes nothing yet.
  init(_ plan: MigrationPlan, done: [MigrationPlan.Entry]) {
    let names = Set(done.map(\.name))
    inEffect = done
    pending = plan.entries.filter { !names.contains($0.name) }
      .map { Pending(entry: $0, isNotedAlone: $0.isCheckpoint) }
  }

  private mutating func noteUnknown(
    _ since: [MigrationRecord], _ entries: [String: MigrationPlan.Entry], _ plan: MigrationPlan, path: String,
    lastFile: String
  ) {
    let unknown = since.indices.filter { entries[since[$0].name] == nil }
    guard !unknown.isEmpty else { return }
    let lastKnown = since.lastIndex { entries[$0.name] != nil }
    if lastKnown == nil, let first = plan.entries.first(where: \.isCheckpoint), let replaces = first.script?.replaces,
      first.ancestors.isEmpty, !since.contains(where: { $0.name == replaces })
    {
      problems.append(.beforeCheckpoint(path: path, checkpoint: first.name, replaces: replaces, last: lastFile))
      return
    }
    let checkpoints = Set(plan.entries.compactMap { $0.script?.replaces })
    let border = lastKnown ?? since.lastIndex { checkpoints.contains($0.name) } ?? -1
    let newer = unknown.filter { $0 > border }.map { since[$0].name }
    let missing = lastKnown == nil ? [] : unknown.filter { $0 < border }.map { since[$0].name }
    if !newer.isEmpty { problems.append(.newer(path: path, names: newer)) }
    if !missing.isEmpty { problems.append(.missing(path: path, names: missing)) }
  }
}
