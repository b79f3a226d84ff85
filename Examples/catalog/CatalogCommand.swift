import ArgumentParser
import Catalog
import Postil

/// The package index of a Debian or Ubuntu system as a database, and questions to it.
@main
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Debian's package index in an SQLite file, and questions to it.",
    subcommands: [
      LoadCommand.self, SearchCommand.self, TaggedCommand.self, DependentsCommand.self, MaintainerCommand.self,
      TagsCommand.self, SchemaCommand.self, DemoCommand.self,
    ])
}

/// Where the database is; every command takes it.
struct DatabaseOption: ParsableArguments {
  @Option(name: .long, help: "The SQLite file.")
  var database = "catalog.sqlite"

  /// Opens the file, which is made where it is missing; a file of another schema is refused.
  func open() throws -> SQLiteStore {
    try SQLiteStore(path: database, schema: CatalogSchema.self)
  }
}
