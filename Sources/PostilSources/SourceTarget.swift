import Foundation
import PostilCompiler

/// Sources that are compiled together.
package struct SourceTarget: Sendable {
  package var name: String
  /// The folder that contains the target's folder `Migrations`.
  package var folder: String
  /// Whether only its models are needed, because other targets reference them.
  package var isDependency = false
  /// The paths, as shown in diagnostics.
  package var files: [String]

  package init(name: String, folder: String, isDependency: Bool = false, files: [String]) {
    (self.name, self.folder, self.isDependency, self.files) = (name, folder, isDependency, files)
  }

  /// The folder of its migrations, which may not exist.
  package var migrationFolder: String { (folder == "." ? "" : folder + "/") + "Migrations" }

  /// The contents of the files, except those that 'postil generate' wrote into the same folder, because they declare no models.
  /// - Throws: ``Misuse`` if a file can't be read.
  package func sources() throws -> [CompilerPipeline.Source] {
    try files.map { CompilerPipeline.Source(path: $0, bytes: try SwiftFiles.read($0)) }
      .filter { !$0.bytes.starts(with: GeneratedFile.mark.utf8) }
  }

  /// The files of the target's folder `Migrations`, as they are embedded, with the errors in them.
  /// - Throws: ``Misuse`` if a file can't be read.
  package func migrations() throws -> EmbeddedMigrations {
    let folder = migrationFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.lowercased().hasSuffix(".sql") && !$0.hasPrefix(".") }.sorted()
      .map { folder + "/" + $0 }
    return EmbeddedMigrations(
      reading: try files.map { CompilerPipeline.Source(path: $0, bytes: try SwiftFiles.read($0)) })
  }

  /// The files of the folder `Migrations` that record the schema after a migration: paths, names without `.schema` and contents.
  /// - Throws: ``Misuse`` if a file can't be read, or isn't UTF-8.
  package func recordedSchemas() throws -> [(path: String, name: String, text: String)] {
    try texts(endingIn: ".schema.json")
  }

  /// The files of the folder `Migrations` that declare steps in Swift: paths, names without `.step`, and contents.
  /// - Throws: ``Misuse`` if a file can't be read, or isn't UTF-8.
  package func declaredSteps() throws -> [(path: String, name: String, text: String)] { try texts(endingIn: ".step") }

  private func texts(endingIn suffix: String) throws -> [(path: String, name: String, text: String)] {
    let folder = migrationFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted().map { name in
      let path = folder + "/" + name
      guard let text = String(utf8: try SwiftFiles.read(path)) else {
        throw Misuse("'\(path)' is not valid UTF-8")
      }
      return (path, String(name.dropLast(suffix.count)), text)
    }
  }
}

extension [SourceTarget] {
  /// The targets that paths contain: each folder is a target, and the files that are listed one by one form one target.
  /// - Parameter target: compiles all paths as one target with this name.
  /// - Throws: ``Misuse`` if a path doesn't exist, or contains no Swift file.
  package init(paths: [String], target: String?) throws {
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
      self = [SourceTarget(name: target, folder: folder, files: targets.flatMap(\.files) + loose)]
      return
    }
    self = targets
    guard let first = loose.first, let looseFolder else { return }
    append(SourceTarget(name: SwiftFiles.targetName(ofFile: first), folder: looseFolder, files: loose))
  }

  /// Each target that isn't only a dependency, with the targets whose models it can reference.
  /// - Throws: ``Misuse`` if a file can't be read.
  package func withDependencies() throws -> [(target: SourceTarget, dependencies: [CompilerPipeline.Dependency])] {
    let all = try map { CompilerPipeline.Dependency(module: $0.name, sources: try $0.sources()) }
    return filter { !$0.isDependency }.map { target in (target, all.filter { $0.module != target.name }) }
  }
}
