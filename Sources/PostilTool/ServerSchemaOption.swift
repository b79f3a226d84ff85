import ArgumentParser

/// The schema that a command works in on a PostgreSQL server.
struct ServerSchemaOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "PostgreSQL: the schema that contains the tables. By default the first one of the search path.",
      valueName: "name"))
  var schema: String?

  /// - Throws: `ValidationError` if the option is used without a server.
  func validate(isServer: Bool) throws {
    if schema != nil, !isServer {
      throw ValidationError("'--schema' is for PostgreSQL; an SQLite file has no schemas.")
    }
  }
}
