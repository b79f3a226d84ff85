import ArgumentParser
import Catalog
import Postil

/// `catalog schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the statements that make the database's tables.")

  func run() { print(CatalogSchema.ddl, terminator: "") }
}
