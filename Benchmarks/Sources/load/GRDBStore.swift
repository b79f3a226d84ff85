import Foundation
import GRDB

/// GRDB with the settings that Postil has by default.
struct GRDBStore: LoadStore {
  static let name = "GRDB"
  private let pool: DatabasePool

  init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -16384")
    }
    pool = try DatabasePool(path: path, configuration: configuration)
    // Afterwards, because GRDB sets NORMAL when it turns the write-ahead log on.
    try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
  }

  func lookUp(_ ids: [Int64]) async throws -> Int {
    try await pool.read { db in
      var count = 0
      let statement = try db.cachedStatement(sql: "SELECT * FROM entry WHERE id = ?")
      for id in ids where try EntryRow.fetchOne(statement, arguments: [id]) != nil { count += 1 }
      return count
    }
  }

  func countUp(_ ids: [Int64]) async throws {
    try await pool.write { db in
      let statement = try db.cachedStatement(sql: "SELECT * FROM entry WHERE id = ?")
      for id in ids {
        guard var entry = try EntryRow.fetchOne(statement, arguments: [id]) else { continue }
        entry.quantity += 1
        try entry.update(db)
      }
    }
  }

  func sums(apart seconds: Double) async throws -> (Int, Int) {
    try await pool.read { db in
      let first = try Int.fetchOne(db, sql: "SELECT sum(quantity) FROM entry") ?? 0
      Thread.sleep(forTimeInterval: seconds)
      return (first, try Int.fetchOne(db, sql: "SELECT sum(quantity) FROM entry") ?? 0)
    }
  }

  func close() throws { try pool.close() }
}

/// The same row as `Entry`.
private struct EntryRow: FetchableRecord, PersistableRecord, Sendable {
  static let databaseTableName = "entry"
  let id: Int64
  let title: String
  let note: String
  var quantity: Int
  let rank: Int32
  let price: Double
  let done: Bool
  let dueAt: String?
  let folderID: Int64

  init(row: Row) {
    id = row["id"]
    title = row["title"]
    note = row["note"]
    quantity = row["quantity"]
    rank = row["rank"]
    price = row["price"]
    done = row["done"]
    dueAt = row["due_at"]
    folderID = row["folder_id"]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["title"] = title
    container["note"] = note
    container["quantity"] = quantity
    container["rank"] = rank
    container["price"] = price
    container["done"] = done
    container["due_at"] = dueAt
    container["folder_id"] = folderID
  }
}
