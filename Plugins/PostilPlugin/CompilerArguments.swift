import Foundation

/// The command line of `postilc` for one target.
struct CompilerArguments {
  var target: String
  var sources: [URL]
  /// The targets whose models these sources can reference.
  var dependencies: [ModelDependency]
  /// The files of the target's `Migrations` folder.
  var migrations: [URL]
  /// Whether the target runs on PostgreSQL.
  var isForPostgreSQL: Bool
  var outputs: OutputNames

  /// Longer arguments are passed in a file, because operating systems limit the length of a command line.
  private static let limit = 100_000

  /// - Parameter folder: the folder for a file with the arguments.
  func commandLine(in folder: URL) throws -> [String] {
    var arguments = ["--target", target, "--schema-output", outputs.schema.path]
    for model in outputs.models { arguments += ["--output", "\(model.source.path)=\(model.output.path)"] }
    for dependency in dependencies {
      for source in dependency.sources { arguments += ["--dependency", "\(dependency.module)=\(source.path)"] }
    }
    for migration in migrations { arguments += ["--migration", migration.path] }
    if isForPostgreSQL { arguments.append("--postgresql") }
    arguments += sources.map(\.path)
    let text = arguments.joined(separator: "\n")
    guard text.utf8.count > Self.limit else { return arguments }
    let file = folder.appending(path: "arguments.txt", directoryHint: .notDirectory)
    try Data(text.utf8).write(to: file)
    return ["@" + file.path]
  }
}
