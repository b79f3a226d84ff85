import ArgumentParser
import PostilCompiler
import PostilSources

/// `postil`: the tool for people and CI.
@main
struct PostilTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postil",
    abstract: "Derives database schemas and migrations from annotated Swift structs.",
    discussion: """
      A struct with the comment '// @table' above it becomes a table; further annotations configure its columns and \
      relationships. The build plugin generates typed queries for such structs in every build. This tool shows and \
      checks the schema, and writes migrations.

        postil ddl Sources/Tasks | sqlite3 tasks.sqlite
        postil check Sources/Tasks
        postil generate Sources/Tasks --output Sources/Tasks/Generated
        postil diagram Sources/Tasks --output schema.svg
        postil migrate new add_due_day Sources/Tasks
        postil import tasks.sqlite --output Sources/Tasks
        postil copy tasks.sqlite postgresql://app@db.example/tasks Sources/Tasks
        postil seed tasks.sqlite Sources/Tasks
        postil studio tasks.sqlite Sources/Tasks

      In a package that uses the plugin, 'swift package postil check' and the other commands work on its targets; no \
      path is needed.

      Data is written to standard output, diagnostics to standard error in the compiler's format. The exit status is 0 \
      on success, 1 when something in the sources must be fixed, 2 when the command is used incorrectly.
      """,
    version: PostilVersion.current,
    subcommands: [
      DDLCommand.self, CheckCommand.self, GenerateCommand.self, DiagramCommand.self, MigrateCommand.self,
      ImportCommand.self, CopyCommand.self, SeedCommand.self, StudioCommand.self,
    ])

  /// Runs the command; incorrect use exits with 2 instead of the parser's 64.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as Misuse {
      StandardStream.error.write("postil: error: \(error)\n")
      exit(withCode: ExitCode(2))
    } catch {
      let code = exitCode(for: error)
      guard code == .validationFailure else { exit(withError: error) }
      StandardStream.error.write(fullMessage(for: error) + "\n")
      exit(withCode: ExitCode(2))
    }
  }

  private static func exit(withCode code: ExitCode) -> Never { exit(withError: code) }
}
