import Foundation
import PostilMigrations
import PostilSQLite

/// Migrates a database as a program does that starts, and prints the names of what it applied; a test kills it at a statement, or
/// gives it little room on the disk.
///
/// Arguments: the database, the folder of the migrations, and what happens: `kill 17` ends the process as statement 17 begins,
/// `room 65536` lets no file grow beyond that many bytes, `go` lets it run.
@main
struct CrashMigrator {
  static func main() {
    do {
      try migrate()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func migrate() throws {
    let arguments = CommandLine.arguments
    let number = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0
    if arguments[3] == "room" {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(number), rlim_max: rlim_t(number))
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
        setrlimit(RLIMIT_FSIZE, &limit)
      #endif
    }
    let folder = URL(fileURLWithPath: arguments[2])
    let files = try FileManager.default.contentsOfDirectory(atPath: arguments[2]).sorted().map { name in
      SchemaMigrations.File(
        name: String(name.dropLast(4)),
        sql: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    let statements = Counter()
    let fatal = arguments[3] == "kill" ? number : -1
    let database = try MigrationDatabase(
      path: arguments[1], migrations: SchemaMigrations(files), busyTimeout: .seconds(60),
      trace: { _ in if statements.next() == fatal { kill(getpid(), SIGKILL) } })
    for outcome in try database.apply(ddl: nil) { print(outcome.name) }
  }
}

/// Counts from 1.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
