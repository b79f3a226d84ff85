import ArgumentParser
import PostilCompiler

/// `postil`: the tool for people and CI.
@main
struct PostilTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postil",
    abstract: "Reads annotated Swift structs, and says what their database is.",
    discussion: """
      A struct with the comment '// @table' above it is a table; further notes beside its properties say the rest. \
      The build plugin turns such structs into typed queries whenever a package is built; this tool shows what it \
      makes of them.

        postil ddl Sources/Tasks | sqlite3 tasks.sqlite
        postil check Sources/Tasks
        postil generate Sources/Tasks --output Sources/Tasks/Generated
        postil diagram Sources/Tasks --output schema.svg
        postil migrate new add_due_day Sources/Tasks
        postil import tasks.sqlite --output Sources/Tasks

      In a package that uses the plugin 'swift package postil check' and the like take its targets without a path.

      Data goes to standard output, diagnostics to standard error in the compiler's form. The exit status is 0 when \
      all is well, 1 when there is something to mend in the sources, 2 when the command itself is wrong.
      """,
    version: PostilVersion.current,
    subcommands: [
      DDLCommand.self, CheckCommand.self, GenerateCommand.self, DiagramCommand.self, MigrateCommand.self,
      ImportCommand.self,
    ])

  /// Runs the command; a misuse exits with 2, where the parser by itself would say 64.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
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
