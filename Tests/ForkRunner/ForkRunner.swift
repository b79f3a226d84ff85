import Foundation
import Items
import Postil

/// Opens a store, forks, and uses the store in the child process, whose results it prints, one on each line. Then it writes in the parent and
/// checks the file. Argument: the database.
@main
struct ForkRunner {
  static func main() throws {
    let path = CommandLine.arguments[1]
    let parent = try SQLiteStore(path: path, schema: ItemsSchema.self)
    var other: SQLiteStore? = try SQLiteStore(path: path, schema: ItemsSchema.self)
    _ = try other?.read { db in try Tag.all.count(in: db) }
    try parent.write { db in _ = try Tag.Draft(name: "before").insert(in: db) }
    let snapshot = try parent.snapshot()

    inChild {
      report("write") { try parent.write { db in _ = try Tag.Draft(name: "child").insert(in: db) } }
      report("read") { try parent.read { db in _ = try Tag.all.count(in: db) } }
      report("snapshot") { try snapshot.read { db in _ = try Tag.all.count(in: db) } }
      report("backup") { try parent.backup(to: path + ".copy") }
      report("close") { try parent.close() }
      // The last reference, so that its connections are released.
      other = nil
    }
    try parent.write { db in
      _ = try Tag.Draft(name: "around").insert(in: db)
      inChild {
        report("nested write") { try parent.write { _ in } }
      }
    }
    // The child leaves the block of a write, which is committed by the parent only.
    var isChild = false
    do {
      try parent.write { db in
        _ = try Tag.Draft(name: "both").insert(in: db)
        isChild = fork() == 0
      }
    } catch  where isChild {
      say("commit: \(error)")
      _exit(0)
    }
    if isChild { _exit(1) }
    var status: Int32 = 0
    waitpid(-1, &status, 0)
    try parent.write { db in _ = try Tag.Draft(name: "after").insert(in: db) }
    let names = try parent.read { db in try Tag.order { $0.id }.select { $0.name }.fetchAll(in: db) }
    say("rows: \(names.joined(separator: " ")), findings: \(try parent.integrityCheck().count), status: \(status)")
  }

  /// A child process inherits what isn't written yet.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func report(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      say("\(name): success")
    } catch {
      say("\(name): \(error)")
    }
  }

  /// Runs `body` in a child process, and waits until it ends.
  private static func inChild(_ body: () -> Void) {
    guard fork() == 0 else {
      var status: Int32 = 0
      waitpid(-1, &status, 0)
      return
    }
    body()
    _exit(0)
  }

  /// Swift's own `fork` is unavailable; C libraries call it.
  private static func fork() -> Int32 {
    let function = dlsym(dlopen(nil, RTLD_NOW), "fork")
    return unsafeBitCast(function, to: (@convention(c) () -> Int32).self)()
  }
}
