import ArgumentParser
import PostilCompiler
import PostilDialects
import PostilSources

/// The sources that a command works on.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Swift files, or folders that contain Swift files.",
      discussion: "Each folder is a target, which can import the others. Files that are listed one by one form one "
        + "target.", valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compiles all paths as one target with this name.",
      discussion: "It gives the schema its name: 'TasksSchema' for 'Tasks'. By default, the folder's name.",
      valueName: "name"))
  var target: String?

  /// Passed by `swift package postil`; users pass paths.
  @Option(help: .hidden)
  var targetList: String?

  func validate() throws {
    guard target?.isEmpty != true else { throw ValidationError("'--target' can't be empty.") }
  }

  /// The targets that the paths contain.
  /// - Throws: ``Misuse`` if a path doesn't exist, or contains no Swift file.
  func targets() throws -> [SourceTarget] {
    try Self.targets(paths: paths, target: target, targetList: targetList)
  }

  /// The targets that paths contain, for commands with other options.
  /// - Throws: ``Misuse`` if a path doesn't exist, or contains no Swift file.
  static func targets(paths: [String], target: String?, targetList: String?) throws -> [SourceTarget] {
    if let targetList { return try TargetList.targets(in: targetList) }
    guard !paths.isEmpty else {
      throw ValidationError("Missing PATH; pass Swift files, or folders that contain Swift files.")
    }
    return try [SourceTarget](paths: paths, target: target)
  }
}

extension SourceTarget {
  /// The files of the target's folder `Migrations`, as they are embedded.
  /// - Throws: `ExitCode.failure` if a file has an error, ``Misuse`` if a file can't be read.
  func embeddedMigrations() throws -> EmbeddedMigrations {
    let migrations = try migrations()
    for line in migrations.diagnostics.flatMap(\.lines) { StandardStream.error.write(line + "\n") }
    guard migrations.diagnostics.isEmpty else { throw ExitCode.failure }
    return migrations
  }

  /// Compiles the sources and reports errors.
  /// - Parameter dependencies: the targets whose models can be referenced.
  /// - Throws: `ExitCode.failure` if there is an error, ``Misuse`` if a file can't be read.
  func compiled(
    dependencies: [CompilerPipeline.Dependency], dialect: DDLDialect = .sqlite
  ) throws -> ModelGraph {
    let result = CompilerPipeline(target: name).run(
      sources: try sources(), dependencies: dependencies, dialect: dialect, checksQueries: false)
    for line in result.diagnostics.flatMap(\.lines) { StandardStream.error.write(line + "\n") }
    guard let graph = result.graph, !result.diagnostics.contains(where: { $0.severity == .error }) else {
      throw ExitCode.failure
    }
    return graph
  }
}

extension [SourceTarget] {
  /// Compiles each target, which can reference the models of the others. Reports the errors of all targets before throwing.
  func compiled(for dialect: DDLDialect = .sqlite) throws -> [ModelGraph] {
    var graphs: [ModelGraph] = []
    var failure: (any Error)?
    for (target, others) in try withDependencies() {
      do { graphs.append(try target.compiled(dependencies: others, dialect: dialect)) } catch let error as ExitCode {
        failure = error
      }
    }
    if let failure { throw failure }
    return graphs
  }
}
