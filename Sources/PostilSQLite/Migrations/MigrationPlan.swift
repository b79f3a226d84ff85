import PostilCatalog

/// A program's migrations in their order, the files read and the steps between them.
struct MigrationPlan: Sendable {
  /// A file or a step.
  struct Entry: Sendable {
    enum Body: Sendable {
      case file(MigrationScript)
      case step(SQLiteMigrations.Step)
    }

    let name: String
    let body: Body
    /// All that come before it, near and far.
    let ancestors: Set<String>

    /// The file; `nil` for a step.
    var script: MigrationScript? {
      if case .file(let script) = body { script } else { nil }
    }

    var isCheckpoint: Bool { script?.replaces != nil }

    /// Whether only the program can apply it: a step that was declared to a tool.
    var isDeclaredAlone: Bool {
      if case .step(let step) = body { step.body == nil } else { false }
    }
  }

  /// Every file and step, in order.
  let entries: [Entry]
  /// The last checkpoint, with which a new database begins; `nil` where there is none.
  let checkpoint: Entry?
  /// Whether the steps are known: a tool sees the files alone.
  let knowsSteps: Bool

  /// Reads the files and finds their order.
  /// - Throws: ``MigrationError/invalidFiles(problems:)``, ``MigrationError/noOrder(reason:)``
  init(_ migrations: SQLiteMigrations, knowsSteps: Bool = true) throws {
    var scripts: [String: MigrationScript] = [:]
    var problems: [String] = []
    for file in migrations.files {
      do {
        let script = try MigrationScript(name: file.name, text: file.sql)
        let isNew = scripts.updateValue(script, forKey: file.name) == nil
        guard isNew else { throw MigrationError.noOrder(reason: "\(MigrationOrderError.duplicate(file.name))") }
      } catch let error as MigrationScriptError {
        problems += error.problems.map(\.description)
      }
    }
    guard problems.isEmpty else { throw MigrationError.invalidFiles(problems: problems) }
    let order: MigrationOrder
    do {
      order = try MigrationOrder(Array(scripts.values))
    } catch {
      throw MigrationError.noOrder(reason: error.description)
    }
    self.knowsSteps = knowsSteps
    entries = try Self.weave(scripts, order, migrations.steps)
    checkpoint = entries.last { $0.name == order.checkpoint }
  }

  /// The files in their order, behind each the steps that come after it.
  private static func weave(
    _ scripts: [String: MigrationScript], _ order: MigrationOrder, _ steps: [SQLiteMigrations.Step]
  ) throws -> [Entry] {
    var names = Set(order.names)
    for step in steps where !names.insert(step.name).inserted {
      throw MigrationError.noOrder(reason: "\(MigrationOrderError.duplicate(step.name))")
    }
    for step in steps where !names.contains(step.after) {
      throw MigrationError.noOrder(
        reason: "the step '\(step.name)' comes after '\(step.after)', which is not there: name a file, without '.sql', "
          + "or another step; a step that every database has behind it can go")
    }
    /// The steps behind one migration, near and far, in the order in which they run.
    func followers(of name: String) -> [SQLiteMigrations.Step] {
      steps.filter { $0.after == name }.flatMap { [$0] + followers(of: $0.name) }
    }
    var entries: [Entry] = []
    for name in order.names {
      guard let script = scripts[name] else { continue }
      let files = order.ancestors[name] ?? []
      let before = files.reduce(into: files) { $0.formUnion(followers(of: $1).map(\.name)) }
      entries.append(Entry(name: name, body: .file(script), ancestors: before))
      var known = [name: before]
      for step in followers(of: name) {
        let ancestors = (known[step.after] ?? []).union([step.after])
        known[step.name] = ancestors
        entries.append(Entry(name: step.name, body: .step(step), ancestors: ancestors))
      }
    }
    guard entries.count == scripts.count + steps.count else {
      let lost = steps.first { step in !entries.contains { $0.name == step.name } }?.name ?? ""
      throw MigrationError.noOrder(reason: "the step '\(lost)' comes after itself: name the file that it comes after")
    }
    return entries
  }

  /// The entry of this name.
  func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// What a new database is made with.
  var entriesOfNew: [Entry] {
    guard let checkpoint else { return entries }
    return entries.filter { !checkpoint.ancestors.contains($0.name) }
  }
}
