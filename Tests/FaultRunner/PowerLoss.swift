import FaultyStorage
import Foundation
import Items
import PostilQuery
import PostilSQLite
import PostilTestSupport

/// Records what a program writes, and opens the files that a power failure leaves at any moment.
///
/// The transactions of the workload are numbered. A file that survives contains exactly the first so many of them, each whole; with
/// durability `full`, all that were acknowledged.
struct PowerLoss {
  let report: FaultReport
  /// Every so many of the moments are tried.
  let stride: Int
  /// How many files are made for each moment: nothing that wasn't synced, all of it, and random parts of it.
  let seeds: Int
  private let folder: TemporaryFolder
  private let image: TemporaryFolder

  init(report: FaultReport, stride: Int, seeds: Int) throws {
    self.report = report
    self.stride = max(stride, 1)
    self.seeds = max(seeds, 1)
    folder = try TemporaryFolder()
    image = try TemporaryFolder()
  }

  func run() throws {
    for durability in [SQLiteOptions.Durability.full, .normal] {
      faulty_start_recording()
      // The log is moved into the file often.
      let options = SQLiteOptions(
        durability: durability, prepareConnection: { try $0.execute("PRAGMA wal_autocheckpoint = 12") })
      try write(to: folder.path("\(durability).sqlite"), options)
      faulty_stop_recording()
      try cut("durability \(durability)", file: "\(durability).sqlite") { path, acknowledged in
        let survived = try survivedTransactions(path)
        if durability == .full, survived < acknowledged {
          throw Violation("\(acknowledged) transactions were acknowledged, \(survived) survived")
        }
      }
    }
    faulty_start_recording()
    try migrate(folder.path("migrated.sqlite"))
    faulty_stop_recording()
    try cut("migration", file: "migrated.sqlite", checkMigration)
  }

  struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private static let transactionCount = 60
  /// How many items there are at most.
  private static let window = 10

  private func write(to path: String, _ options: SQLiteOptions) throws {
    var store = try SQLiteStore(path: path, schema: ItemsSchema.self, options: options)
    for number in 1...Self.transactionCount {
      if number % 17 == 0 {
        // Closing moves the log into the file and deletes it.
        try store.close()
        store = try SQLiteStore(path: path, schema: ItemsSchema.self, options: options)
      }
      try store.write { db in
        if number > 1 { try Project.all.delete(in: db) }
        let project = try Project.Draft(name: "\(number)").insert(in: db)
        let numbers = max(1, number - Self.window + 1)...number
        for kept in numbers {
          let item = try Item.Draft(
            title: "\(kept) \(String(repeating: "x", count: kept * 40))", projectID: project.id,
            steps: [.init(text: "a"), .init(text: "b"), .init(text: "c")]
          ).insert(in: db)
          try item.addToTags(Tag.Draft(name: "tag").upsert(on: { $0.name }, in: db), in: db)
        }
      }
      faulty_mark(Int64(number))
    }
    try store.close()
  }

  /// The number of the last transaction in a file.
  /// - Throws: ``Violation`` if the file contains a part of a transaction.
  private func survivedTransactions(_ path: String) throws -> Int {
    let store = try SQLiteStore(path: path, schema: ItemsSchema.self)
    defer { try? store.close() }
    let (projects, items) = try store.read { db in
      (try Project.all.fetchAll(in: db), try Item.all.order { $0.id }.with { ($0.tags, $0.steps) }.fetchAll(in: db))
    }
    guard let project = projects.first else {
      guard items.isEmpty else { throw Violation("there are items and no project") }
      return 0
    }
    guard projects.count == 1, let number = Int(project.name) else { throw Violation("projects: \(projects)") }
    let expected = (max(1, number - Self.window + 1)...number).map {
      "\($0) \(String(repeating: "x", count: $0 * 40))"
    }
    guard items.map(\.0.title) == expected,
      items.allSatisfy({ $0.1.count == 1 && $0.2.map(\.text) == ["a", "b", "c"] })
    else { throw Violation("transaction \(number) is incomplete") }
    // The file can be written.
    try store.write { db in _ = try Tag.Draft(name: "after the power failure").insert(in: db) }
    return number
  }

  private func migrate(_ path: String) throws {
    let old = try SQLiteStore(
      path: path, schema: MigratedSchema.Old.self, migrations: SchemaMigrations([MigratedSchema.create]))
    try MigratedSchema.insertRows(old)
    faulty_mark(1)
    try old.close()
    let new = try MigratedSchema.open(path)
    faulty_mark(2)
    try new.close()
  }

  /// Checks that the file is the old one or the new one, and can be migrated.
  private func checkMigration(_ path: String, _ acknowledged: Int) throws {
    let database = try RawDatabase(path: path)
    let columns = try database.rows("SELECT name FROM pragma_table_info('item') ORDER BY cid").map { $0[0] }
    switch columns {
    case ["id", "title", "priority"]: break
    case ["id", "title"] where acknowledged < 2: break
    case [] where acknowledged < 1: break
    default: throw Violation("the columns are \(columns) after \(acknowledged) steps")
    }
    let count = columns.isEmpty ? 0 : Int(try database.rows("SELECT count(*) FROM item")[0][0] ?? "") ?? 0
    guard count == MigratedSchema.rowCount || (count == 0 && acknowledged < 1) else {
      throw Violation("\(count) rows are left after \(acknowledged) steps")
    }
    let store = try MigratedSchema.open(path)
    defer { try? store.close() }
    let rows = try RawDatabase(path: path).rows("SELECT count(*), count(priority) FROM item")
    guard rows == [["\(count)", "\(count)"]] else { throw Violation("the migration leaves \(rows) of \(count) rows") }
  }

  /// Makes the files of every moment and checks them.
  /// - Parameter check: gets the path of the database and the last mark.
  private func cut(_ group: String, file: String, _ check: (String, Int) throws -> Void) throws {
    var moments: Set<Int64> = []
    for index in 0..<faulty_event_count() where faulty_event_kind(index) != FAULTY_WRITTEN {
      // Before and after each sync, and each change of the folder; after each acknowledgement.
      moments.formUnion([index, index + 1])
    }
    for (position, moment) in moments.sorted().enumerated() where position % stride == 0 {
      for seed in 0..<UInt64(seeds) {
        for name in try FileManager.default.contentsOfDirectory(atPath: image.url.path) {
          try FileManager.default.removeItem(atPath: image.path(name))
        }
        guard faulty_write_image(moment, seed, image.url.path) == 0 else { throw Violation("can't write the files") }
        let acknowledged = Int(faulty_marked_before(moment))
        do {
          let path = image.path(file)
          let database = try RawDatabase(path: path)
          let integrity = try database.rows("PRAGMA integrity_check")
          guard integrity == [["ok"]] else { throw Violation("integrity_check: \(integrity)") }
          try check(path, acknowledged)
          report.count(group, "intact")
        } catch {
          report.count(group, "violated")
          report.violation("\(group), power failure before event \(moment), seed \(seed): \(error)")
        }
      }
    }
  }
}
