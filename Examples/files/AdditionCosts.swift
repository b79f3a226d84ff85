import Files
import Foundation
import Postil

/// What it costs to add a thousand members to a relationship, one by one, when it has 100 to 100,000 already.
enum AdditionCosts {
  private static let sizes = [100, 1_000, 10_000, 100_000]
  private static let additions = 1_000

  /// Adds rows to the store, and removes them afterwards.
  static func measure(in store: SQLiteStore) async throws {
    print("\nThe cost of adding \(additions) kinds to a file, one 'addToKinds' for each\n")
    for size in sizes {
      let (file, ids) = try await prepare(size, in: store)
      let start = ContinuousClock.now
      try await store.write { db in
        for id in ids { try File.addToKinds(id, of: file, in: db) }
      }
      let duration = ContinuousClock.now - start
      print("  beside \(column(size.formatted(), 7)) others  \(column(milliseconds(duration), 6)) ms")
      try await cleanUp(in: store)
    }
    print(
      """

        Published for SwiftData: 1,000 appends to an array of tags take 9,000 ms, and 10,000 don't finish.
      """)
  }

  /// A file with `size` kinds, and the kinds to add.
  private static func prepare(_ size: Int, in store: SQLiteStore) async throws -> (File.ID, [Kind.ID]) {
    try await store.write { db in
      let folder = try Folder.Draft(name: name, depth: 0, parentID: nil).insert(in: db)
      let file = try File.Draft(name: name, size: 0, modifiedAt: .now, folderID: folder.id).insert(in: db)
      try Kind.insert((0..<(size + additions)).map { Kind.Draft(name: "\(name) \($0)") }, in: db)
      let kinds = try Kind.where { $0.name.hasPrefix(name) }.order { $0.id }.select { $0.id }.fetchAll(in: db)
      try File.addToKinds(contentsOf: Array(kinds[..<size]), of: file.id, in: db)
      return (file.id, Array(kinds[size...]))
    }
  }

  private static func cleanUp(in store: SQLiteStore) async throws {
    try await store.write { db in
      try Folder.where { $0.name == name }.delete(in: db)
      try Kind.where { $0.name.hasPrefix(name) }.delete(in: db)
    }
  }

  /// No file of a toolchain has this name.
  private static let name = "(measured)"

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func milliseconds(_ duration: Duration) -> String {
    (duration / .milliseconds(1)).formatted(.number.precision(.fractionLength(1)))
  }
}
