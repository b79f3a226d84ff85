import ArgumentParser
import PostilDialects

/// The database that a command on migrations is about.
struct DialectOption: ParsableArguments {
  @Option(help: ArgumentHelp("The database of the migrations: sqlite or postgresql.", valueName: "name"))
  var dialect = "sqlite"

  func validate() throws {
    if [.sqlite, .postgresql].contains(DDLDialect(rawValue: dialect)) { return }
    if let other = DDLDialect(rawValue: dialect) {
      throw ValidationError(
        "Migrations for \(other.product) aren't supported; print its schema with 'postil ddl --dialect \(dialect)'.")
    }
    throw ValidationError("Unknown dialect '\(dialect)'; use '--dialect sqlite' or '--dialect postgresql'.")
  }

  var value: DDLDialect { DDLDialect(rawValue: dialect) ?? .sqlite }
  var isPostgreSQL: Bool { value == .postgresql }
}
