import ArgumentParser
import PostilCompiler
import PostilLint

/// `postil check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports errors and lint findings; writes nothing.",
    discussion: """
      First, everything that a build reports: the annotations are read and resolved, the schema is created in an empty \
      SQLite database, and every piece of SQL in an annotation is prepared against it. If there are no errors, the \
      lint rules run too: foreign keys without an index, redundant indexes, money in a Double and more. Each lint \
      finding is a warning with its code in brackets:

        Item.swift:9:6: warning: 'projectID' has no index, … [unindexedReference]

      To suppress a finding that is intended, annotate its property or struct:

        // @allow(unindexedReference, reason: "projects are never deleted")

      Docs/Commands.md explains every code. The exit status is 0 when nothing is found, 1 when something is found, 2 when \
      the command is used incorrectly.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "A profile with additional rules: cloudkit, citus.",
      discussion: """
        'cloudkit' adds the rules of Core Data and SwiftData for models that are synced with CloudKit, 'citus' the named \
        queries that Citus can't run.
        """,
      valueName: "name"))
  var profile: String?

  @Flag(help: "Prints the diagnostics as a JSON array on standard output instead of text on standard error.")
  var json = false

  func validate() throws {
    guard let profile, LintProfile(rawValue: profile) == nil else { return }
    throw ValidationError("Unknown profile '\(profile)'; use 'cloudkit' or 'citus'.")
  }

  func run() throws {
    var diagnostics: [Diagnostic] = []
    for (target, dependencies) in try sources.targets().withDependencies() {
      let pipeline = CompilerPipeline(target: target.name)
      diagnostics +=
        pipeline.check(
          sources: try target.sources(), dependencies: dependencies, profile: profile.flatMap(LintProfile.init)
        ).diagnostics
    }
    if json {
      StandardStream.output.write(try DiagnosticJSON.text(diagnostics))
    } else {
      for line in diagnostics.flatMap(\.lines) { StandardStream.error.write(line + "\n") }
    }
    guard diagnostics.isEmpty else { throw ExitCode.failure }
  }
}
