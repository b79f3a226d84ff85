import Foundation

/// The command line of `postilc` for one target.
struct CompilerArguments {
  var target: String
  var sources: [URL]
  /// The targets whose models these sources may refer to.
  var dependencies: [ModelDependency]
  /// The files of the target's `Migrations` folder.
  var migrations: [URL]
  var outputs: OutputNames

  /// Longer than this, and the arguments go by way of a file: systems limit what a command line holds.
  private static let limit = 100_000

  /// - Parameter folder: where a file for the arguments may stand.
  func commandLine(in folder: URL) throws -> [String] {
    var arguments = ["--target", target, "--schema-output", outputs.schema.path]
    for model in outputs.models { arguments += ["--output", "\(model.source.path)=\(model.output.path)"] }
    for dependency in dependencies {
      for source in dependency.sources { arguments += ["--dependency", "\(dependency.module)=\(source.path)"] }
    }
    for migration in migrations { arguments += ["--migration", migration.path] }
    arguments += sources.map(\.path)
    let text = arguments.joined(separator: "\n")
    guard text.utf8.count > Self.limit else { return arguments }
    let file = folder.appending(path: "arguments.txt", directoryHint: .notDirectory)
    try Data(text.utf8).write(to: file)
    return ["@" + file.path]
  }
}
