#if PostgreSQL
  import PostilPostgreSQL

  /// The reason why a database isn't copied. Nothing was changed.
  package enum CopyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Tables of the models are missing in the file.
    case missingInFile([String])
    /// Tables of the models, and columns as `item.due_at`, are missing in the server's database.
    case missingOnServer([String])
    /// Tables of the server's database already contain rows.
    case rowsOnServer([String])
    /// A value can't be stored by the other database.
    /// - Parameter row: the columns of its key with their values, `with id = 5`, or its number in the order of reading.
    case value(table: String, column: String, row: String, reason: String)
    /// The other database refuses a row, or finds at the end that one is missing.
    case refused(by: String, table: String?, message: String)
    /// The rows on the server aren't those of the file.
    case different(table: String, file: RowChecksum, server: RowChecksum)

    package var description: String {
      switch self {
      case .missingInFile(let names):
        "the file has no \(Self.list(names)); apply the migrations of the models to it, or remove the models"
      case .missingOnServer(let names):
        "the server's database has no \(Self.list(names)); create the schema with 'postil ddl --dialect postgresql' first"
      case .rowsOnServer(let names):
        "the server's database already contains rows in \(Self.list(names)); copy into a database without rows"
      case .value(let table, let column, let row, let reason):
        "'\(table).\(column)' of the row \(row) can't be copied: \(reason)"
      case .refused(let database, let table, let message):
        "\(database) refuses \(table.map { "a row of '\($0)'" } ?? "the rows"): \(message)"
      case .different(let table, let file, let server):
        "'\(table)' has \(server.count) rows with the checksum \(server) on the server, and \(file.count) rows with \(file) "
          + "in the file; a trigger or a rule may have changed them"
      }
    }

    init(_ error: PostgreSQLError, table: String?) {
      self = .refused(by: "the server", table: table, message: error.message + (error.detail.map { ": \($0)" } ?? ""))
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
  }
#endif
