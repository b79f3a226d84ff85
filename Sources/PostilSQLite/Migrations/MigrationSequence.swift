import PostilEvolution

/// The migrations of a program in their order: the files, and the steps in Swift between them.
package struct MigrationSequence: Sendable {
  /// A file or a step.
  package struct Entry: Sendable {
    enum Body: Sendable {
      case file(MigrationScript)
      case step(SchemaMigrations.Step)
    }

    package let name: String
    let body: Body
    /// All entries that come before this one in every order.
    package let ancestors: Set<String>

    /// The file; `nil` for a step.
    package var script: MigrationScript? {
      if case .file(let script) = body { script } else { nil }
    }

    var isCheckpoint: Bool { script?.replaces != nil }

    /// Whether only the program can apply it: a step that was declared to a tool.
    var isDeclaration: Bool {
      if case .step(let step) = body { step.body == nil } else { false }
    }
  }

  /// Every file and step, in order.
  package let entries: [Entry]
  /// The last checkpoint, with which a new database begins.
  let checkpoint: Entry?
  /// Whether all steps are known: a tool may have the files only.
  let knowsSteps: Bool

  /// Reads the files and puts them in order.
  /// - Throws: ``MigrationError/invalidFiles(problems:)``, ``MigrationError/noOrder(reason:)``
  package init(
    _ migrations: SchemaMigrations, knowsSteps: Bool = true, dialect: MigrationDialect = .sqlite,
    by split: @escaping MigrationScript.Splitter = MigrationScript.sqliteStatements
  ) throws {
    var scripts: [MigrationScript] = []
    var problems: [String] = []
    for file in migrations.files {
      do {
        scripts.append(try MigrationScript(name: file.name, text: file.sql, by: split))
      } catch {
        problems += error.problems.map(\.description)
      }
    }
    guard problems.isEmpty else { throw MigrationError.invalidFiles(problems: problems) }
    let order: MigrationOrder
    do {
      order = try MigrationOrder(scripts)
    } catch {
      throw MigrationError.noOrder(reason: error.text(for: dialect))
    }
    self.knowsSteps = knowsSteps
    entries = try Self.entries(scripts, order, migrations.steps)
    checkpoint = entries.last { $0.name == order.checkpoint }
  }

  /// The files in their order, each followed by the steps that come after it.
  private static func entries(
    _ scripts: [MigrationScript], _ order: MigrationOrder, _ steps: [SchemaMigrations.Step]
  ) throws -> [Entry] {
    var names = Set(order.names)
    for step in steps where !names.insert(step.name).inserted {
      throw MigrationError.noOrder(reason: "\(MigrationOrderError.duplicate(step.name))")
    }
    for step in steps where !names.contains(step.after) {
      throw MigrationError.noOrder(
        reason:
          "the step '\(step.name)' comes after '\(step.after)', which is missing; name a migration, or another "
          + "step; if every database has the step, remove it")
    }
    /// The steps after a migration and after each other, in the order in which they run.
    func followers(of name: String) -> [SchemaMigrations.Step] {
      steps.filter { $0.after == name }.flatMap { [$0] + followers(of: $0.name) }
    }
    var entries: [Entry] = []
    for name in order.names {
      guard let script = scripts.first(where: { $0.name == name }) else { continue }
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
    if let lost = steps.first(where: { step in !entries.contains { $0.name == step.name } }) {
      throw MigrationError.noOrder(
        reason: "the step '\(lost.name)' comes after itself; name the file that it comes after")
    }
    return entries
  }

  /// The entries that a new database gets.
  var entriesOfNew: [Entry] {
    guard let checkpoint else { return entries }
    return entries.filter { !checkpoint.ancestors.contains($0.name) }
  }
}
