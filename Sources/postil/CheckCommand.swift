import ArgumentParser

/// `postil check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports every mistake, and writes nothing.",
    discussion: """
      The same as a build would say, in a moment: the annotations are read and resolved, the schema is made in an \
      empty SQLite database, and every piece of SQL in an annotation is prepared against it.
      """)

  @OptionGroup var sources: SourceOptions

  func run() throws {
    _ = try sources.targets().compiled()
  }
}
