import ArgumentParser
import Foundation
import PostilCompiler
import PostilDialects

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
    var loose: [String] = []
    var targets: [SourceTarget] = []
    for path in paths {
      if let files = try SwiftFiles.inFolder(path) {
        guard !files.isEmpty else { throw Misuse("'\(path)' contains no Swift file") }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        targets.append(SourceTarget(name: SwiftFiles.targetName(ofFolder: path), folder: folder, files: files))
      } else {
        loose.append(path)
      }
    }
    let looseFolder = loose.first.map(SwiftFiles.folder(ofFile:))
    if let target {
      let folder = targets.first?.folder ?? looseFolder ?? "."
      return [SourceTarget(name: target, folder: folder, files: targets.flatMap(\.files) + loose)]
    }
    guard let first = loose.first, let looseFolder else { return targets }
    return targets + [SourceTarget(name: SwiftFiles.targetName(ofFile: first), folder: looseFolder, files: loose)]
  }
}

/// Sources that are compiled together.
struct SourceTarget {
  var name: String
  /// The folder that contains the target's folder `Migrations`.
  var folder: String
  /// Whether only its models are needed, because other targets reference them.
  var isDependency = false
  /// The paths, as shown in diagnostics.
  var files: [String]

  /// The folder of its migrations, which may not exist.
  var migrationFolder: String { (folder == "." ? "" : folder + "/") + "Migrations" }

  /// The contents of the files, except those that 'postil generate' wrote into the same folder, because they declare no models.
  /// - Throws: ``Misuse`` if a file can't be read.
  func sources() throws -> [CompilerPipeline.Source] {
    try files.map { CompilerPipeline.Source(path: $0, bytes: try SwiftFiles.read($0)) }
      .filter { !$0.bytes.starts(with: GeneratedFile.mark.utf8) }
  }

  /// The files of the target's folder `Migrations`, as they are embedded.
  /// - Throws: `ExitCode.failure` if a file has an error, ``Misuse`` if a file can't be read.
  func embeddedMigrations() throws -> EmbeddedMigrations {
    let folder = migrationFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.lowercased().hasSuffix(".sql") && !$0.hasPrefix(".") }.sorted()
      .map { folder + "/" + $0 }
    let migrations = EmbeddedMigrations(
      reading: try files.map { CompilerPipeline.Source(path: $0, bytes: try SwiftFiles.read($0)) })
    for line in migrations.diagnostics.flatMap(\.lines) { StandardStream.error.write(line + "\n") }
    guard migrations.diagnostics.isEmpty else { throw ExitCode.failure }
    return migrations
  }

  /// The files of the folder `Migrations` that record the schema after a migration for PostgreSQL.
  /// - Throws: ``Misuse`` if a file can't be read, or isn't UTF-8.
  func recordedSchemas() throws -> [(path: String, name: String, text: String)] {
    try texts(endingIn: ".postgresql.schema.sql")
  }

  /// The files of the folder `Migrations` that declare steps in Swift: paths, names without `.step`, and contents.
  /// - Throws: ``Misuse`` if a file can't be read, or isn't UTF-8.
  func declaredSteps() throws -> [(path: String, name: String, text: String)] { try texts(endingIn: ".step") }

  private func texts(endingIn suffix: String) throws -> [(path: String, name: String, text: String)] {
    let folder = migrationFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted().map { name in
      let path = folder + "/" + name
      guard let text = String(validating: try SwiftFiles.read(path), as: UTF8.self) else {
        throw Misuse("'\(path)' is not valid UTF-8")
      }
      return (path, String(name.dropLast(suffix.count)), text)
    }
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

  /// Each target that isn't only a dependency, with the targets whose models it can reference.
  /// - Throws: ``Misuse`` if a file can't be read.
  func withDependencies() throws -> [(target: SourceTarget, dependencies: [CompilerPipeline.Dependency])] {
    let all = try map { CompilerPipeline.Dependency(module: $0.name, sources: try $0.sources()) }
    return filter { !$0.isDependency }.map { target in (target, all.filter { $0.module != target.name }) }
  }
}
