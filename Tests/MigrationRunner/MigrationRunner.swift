import Foundation
import PostilPostgreSQL
import PostilSQLite

/// Migrates a PostgreSQL database as a program does that starts, and prints what its pre-checks counted; a test kills it while it works.
///
/// Arguments: the URL, the folder of the migrations, and `apply`, `repair`, which completes an interrupted migration, or `take-back NAME`,
/// which undoes it. The status is 3 if rows are at risk, 5 if the server refuses rows, 4 if a statement after the transaction failed, and 1
/// for other errors. Nothing was changed with 3 and 5.
@main
struct MigrationRunner {
  static func main() {
    #if PostgreSQL
      do {
        try migrate()
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        switch error {
        case MigrationError.rowsAtRisk: exit(3)
        case PostgreSQLMigrationError.incomplete: exit(4)
        case MigrationError.statementFailed(_, _, _, let reason as PostgreSQLError) where Self.isAboutRows(reason):
          exit(5)
        default: exit(1)
        }
      }
    #else
      FileHandle.standardError.write(Data("built without the trait PostgreSQL\n".utf8))
      exit(1)
    #endif
  }

  #if PostgreSQL
    /// Class 22 is about values that can't be converted, class 23 about constraints. Source: PostgreSQL 15, appendix A.
    private static func isAboutRows(_ error: PostgreSQLError) -> Bool { ["22", "23"].contains(error.code.prefix(2)) }

    private static func migrate() throws {
      let arguments = CommandLine.arguments
      let folder = URL(fileURLWithPath: arguments[2])
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let files = try names.filter { $0.hasSuffix(".postgresql.sql") }.map { name in
        SchemaMigrations.File(name: String(name.dropLast(4)), sql: try text(name))
      }
      let migrator = try ServerMigrator(ServerSession(arguments[1]), SchemaMigrations(files))
      switch arguments[3] {
      case "take-back": try migrator.takeBack(arguments[4], sql: text("\(arguments[4]).postgresql.down.sql"))
      case "repair": _ = try migrator.complete()
      default: for count in try migrator.apply().flatMap(\.counts) { print(count.code, count.rows, count.subject) }
      }
    }
  #endif
}
