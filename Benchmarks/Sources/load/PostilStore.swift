import BenchmarkModels
import Foundation
import Postil

struct PostilStore: LoadStore {
  static let name = "Postil"
  private let store: SQLiteStore

  init(path: String) throws {
    store = try SQLiteStore(
      path: path, schema: BenchmarkModelsSchema.self, options: SQLiteOptions(busyTimeout: .seconds(30)))
  }

  /// Creates the file that every contender gets a copy of.
  static func create(at path: String, entries: Int) throws {
    let store = try SQLiteStore(path: path, schema: BenchmarkModelsSchema.self)
    try store.write { db in
      let folder = try Folder.Draft(name: "all").insert(in: db)
      try Entry.insert(
        (0..<entries).map {
          Entry.Draft(
            title: "entry \($0)", note: "a note of some length", quantity: 0, rank: 1, price: 2.5, folderID: folder.id)
        }, in: db)
    }
    try store.close()
  }

  func lookUp(_ ids: [Int64]) async throws -> Int {
    try await store.read { db in
      var count = 0
      for id in ids where try Entry.fetch(Entry.ID(id), in: db) != nil { count += 1 }
      return count
    }
  }

  func countUp(_ ids: [Int64]) async throws {
    try await store.write { db in
      for id in ids {
        var entry = try Entry.find(Entry.ID(id), in: db)
        entry.quantity += 1
        try entry.update(in: db)
      }
    }
  }

  func sums(apart seconds: Double) async throws -> (Int, Int) {
    try await store.read { db in
      let sum = Entry.all.select { $0.quantity.sum() }
      let first = try sum.fetchOnly(in: db)
      Thread.sleep(forTimeInterval: seconds)
      return (first ?? 0, try sum.fetchOnly(in: db) ?? 0)
    }
  }

  func close() throws { try store.close() }
}
