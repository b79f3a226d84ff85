import ArgumentParser
import PostilDialects

/// The database that a command on migrations is about.
struct DialectOption: ParsableArguments {
  @Option(help: ArgumentHelp("The database of the migrations: sqlite or postgresql.", valueName: "name"))
  var dialect = "sqlite"

  func validate() throws {
    guard DDLDialect(rawValue: dialect) == nil else { return }
    throw ValidationError("Unknown dialect '\(dialect)'; use '--dialect sqlite' or '--dialect postgresql'.")
  }

  var isPostgreSQL: Bool { DDLDialect(rawValue: dialect) == .postgresql }
}
