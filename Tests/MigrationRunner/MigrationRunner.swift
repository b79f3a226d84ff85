import Foundation
import PostilPostgreSQL
import PostilSQLite

/// Migrates a PostgreSQL database as a program does that starts, and prints what its pre-checks counted; a test kills it while it works.
///
/// Arguments: the URL, the folder of the migrations, and `apply`, or `take-back NAME`, which undoes an interrupted migration. The status is
/// 3 if rows are at risk and nothing was changed, 4 if a statement after the transaction failed, and 1 for other errors.
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
        default: exit(1)
        }
      }
    #else
      FileHandle.standardError.write(Data("built without the trait PostgreSQL\n".utf8))
      exit(1)
    #endif
  }

  #if PostgreSQL
    private static func migrate() throws {
      let arguments = CommandLine.arguments
      let folder = URL(fileURLWithPath: arguments[2])
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let files = try names.filter { $0.hasSuffix(".postgresql.sql") }.map { name in
        SQLiteMigrations.File(name: String(name.dropLast(4)), sql: try text(name))
      }
      let migrator = try ServerMigrator(ServerSession(arguments[1]), SQLiteMigrations(files))
      if arguments[3] == "take-back" {
        try migrator.takeBack(arguments[4], sql: text("\(arguments[4]).postgresql.down.sql"))
      } else {
        for count in try migrator.apply().flatMap(\.counts) { print(count.code, count.rows, count.subject) }
      }
    }
  #endif
}
