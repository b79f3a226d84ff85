import ArgumentParser
import PostilCompiler
import PostilLint

/// `postil check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports every mistake, and what is likely not meant; writes nothing.",
    discussion: """
      First what a build would say, in a moment: the annotations are read and resolved, the schema is made in an \
      empty SQLite database, and every piece of SQL in an annotation is prepared against it. Then, where that goes \
      well, what a build keeps quiet about: references without an index, indexes that another one makes redundant, \
      money in a Double and more. Each such finding is a warning with its code in brackets:

        Item.swift:9:6: warning: 'listID' has no index, … [unindexedReference]

      A finding that is meant is silenced on its property, or on the struct:

        // @allow(unindexedReference, reason: "lists are never deleted")

      Docs/Check.md explains every code. The exit status is 0 when there is nothing to say, 1 when there is, 2 when \
      the command itself is wrong.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "What the models must also be fit for: cloudkit.",
      discussion: "Adds what Core Data and SwiftData ask of models that CloudKit carries from device to device.",
      valueName: "name"))
  var profile: String?

  @Flag(help: "Prints what was found as JSON on standard output, an object each, instead of text on standard error.")
  var json = false

  func validate() throws {
    guard let profile, LintProfile(rawValue: profile) == nil else { return }
    throw ValidationError("There is no profile '\(profile)': use --profile cloudkit.")
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
