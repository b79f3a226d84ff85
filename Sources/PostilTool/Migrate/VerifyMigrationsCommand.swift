import ArgumentParser
import Foundation
import PostilMigrations

/// `postil migrate verify`
struct VerifyMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Proves that the migrations lead to the models.",
    discussion: """
      All files are replayed in an empty database in memory, which must be what the models ask for; every undo must \
      give what was before; a checkpoint must make what the migrations do that it stands for. With '--databases' a copy \
      of each database in that folder, kept of an earlier version, is migrated and compared too. For CI: nothing is \
      written. Steps in Swift that files 'NAME.step' declare are not run; the output names them.

        postil migrate verify Sources/Tasks --databases Tests/Databases

      The exit status is 0 when everything holds, 1 when something does not, 2 when the command itself is wrong.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "A folder with databases of earlier versions: files that end in .sqlite, .sqlite3 or .db.", valueName: "dir"))
  var databases: String?

  func run() throws {
    let databases = try databases.map(Self.databases) ?? []
    let targets = try reportingRefusals { try MigratedTarget.all(sources.targets()) }
    let migrated = targets.filter { !$0.folder.files.isEmpty }
    if !databases.isEmpty, migrated.count > 1 {
      throw Misuse("the databases are of one target: name its PATH, or '--target NAME'")
    }
    guard !migrated.isEmpty else {
      let names = targets.map { "'\($0.folder.path)'" }.joined(separator: ", ")
      StandardStream.error.write(
        "postil: error: there is no migration in \(names): write the first with 'postil migrate new create PATH'\n")
      throw ExitCode.failure
    }
    var hasFailed = false
    for target in migrated {
      do {
        try reportingRefusals {
          let verification = try MigrationVerification(of: target.folder, for: target.models)
          for line in try verification.report(databases: databases) { StandardStream.output.write(line + "\n") }
        }
      } catch is ExitCode {
        hasFailed = true
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  /// The databases in a folder, in the order of their names.
  private static func databases(in folder: String) throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Misuse("there is no folder '\(folder)'")
    }
    let databases = names.filter { name in
      !name.hasPrefix(".") && [".sqlite", ".sqlite3", ".db"].contains { name.lowercased().hasSuffix($0) }
    }
    guard !databases.isEmpty else {
      throw Misuse("'\(folder)' holds no database: files that end in .sqlite, .sqlite3 or .db")
    }
    return databases.sorted().map { folder + "/" + $0 }
  }
}
