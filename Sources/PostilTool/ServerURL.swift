import PostilServer
import PostilSources

/// The URL of a server in place of a database file.
enum ServerURL {
  /// Whether an argument is the URL of a PostgreSQL server.
  static func matches(_ argument: String) -> Bool {
    ["postgresql://", "postgres://"].contains { argument.lowercased().hasPrefix($0) }
  }

  /// A database in messages: the file, or the URL without its password.
  static func shown(_ database: String) -> String {
    #if PostgreSQL
      if matches(database) { return DatabaseServer(database).name }
    #endif
    return database
  }

  /// The error of a tool that was built without the trait `PostgreSQL`.
  static func unsupported(_ argument: String) -> Misuse {
    Misuse(
      "this 'postil' can't connect to a PostgreSQL server, because it was built without the trait 'PostgreSQL'; add the "
        + "trait to the package's dependency on Postil, '.package(url: …, traits: [\"Command\", \"PostgreSQL\"])', and "
        + "run 'swift package postil', or run 'swift run --traits Command,PostgreSQL postil' in Postil's own package")
  }
}
