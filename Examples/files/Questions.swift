import Files
import Foundation
import Postil

/// Questions to the index, each with the SQL that answers it.
enum Questions {
  static func ask(_ store: SQLiteStore) async throws {
    try await largestFiles(store)
    try await folderSizes(store)
    try await kinds(store)
    try await search(store)
    try await below(store)
  }

  private static func title(_ text: String, _ query: some CustomStringConvertible) {
    print("\n\(text)\n\n    \(query.description.split(separator: "\n").joined(separator: "\n    "))\n")
  }

  /// `12.3 MB`
  private static func size(_ bytes: Int64) -> String {
    bytes.formatted(.byteCount(style: .file))
  }

  private static func line(_ left: String, _ right: String) {
    print("  " + String(repeating: " ", count: max(0, 10 - left.count)) + left + "  " + right)
  }

  private static func largestFiles(_ store: SQLiteStore) async throws {
    let query = File.order { $0.size.descending }.limit(5).select { ($0.name, $0.size, $0.folder.name) }
    title("The largest files", query)
    for (name, bytes, folder) in try await store.read({ db in try query.fetchAll(in: db) }) {
      line(size(bytes), "\(folder)/\(name)")
    }
  }

  private static func folderSizes(_ store: SQLiteStore) async throws {
    let query = Folder.where { $0.files.count > 0 }.order { ($0.files.sum { $0.size }.descending, $0.name) }.limit(5)
      .select { ($0.name, $0.files.count, $0.files.sum { $0.size }) }
    title("The folders with the most bytes", query)
    for (name, count, bytes) in try await store.read({ db in try query.fetchAll(in: db) }) {
      line(size(bytes ?? 0), "\(name), \(count) files")
    }
  }

  private static func kinds(_ store: SQLiteStore) async throws {
    let query = Kind.order { ($0.files.count.descending, $0.name) }.limit(6).select { ($0.name, $0.files.count) }
    title("The most frequent kinds of files", query)
    for (name, count) in try await store.read({ db in try query.fetchAll(in: db) }) { line("\(count)", name) }
    let both = File.where { file in
      file.kinds.any { $0.name == "text" } && file.kinds.any { $0.name == "executable" }
    }
    let scripts = try await store.read { db in try both.count(in: db) }
    line("\(scripts)", "text and executable: scripts")
  }

  private static func search(_ store: SQLiteStore) async throws {
    let words = "actor isolation"
    let query = File.where { $0.fullText.matches(words: words) }.order { $0.fullText.rank }.limit(5)
      .select { ($0.folder.name, $0.name, $0.size) }
    title("Files about '\(words)', by relevance", query)
    for (folder, name, bytes) in try await store.read({ db in try query.fetchAll(in: db) }) {
      line(size(bytes), "\(folder)/\(name)")
    }
  }

  private static func below(_ store: SQLiteStore) async throws {
    try await store.read { db in
      guard let root = try Folder.where({ $0.parentID == nil }).fetchOne(in: db) else { return }
      let top = try root.folders.order { $0.name }.fetchAll(in: db)
      title("How much is below each folder of the root, to any depth", top.first?.descendants().description ?? "")
      for folder in top {
        let below = try folder.descendants().fetchAll(in: db).map(\.id) + [folder.id]
        let files = File.where { $0.folderID.in(below) }
        let bytes = try files.select { $0.size.total() }.fetchOne(in: db)
        line(size(Int64(bytes ?? 0)), "\(folder.name), \(try files.count(in: db)) files in \(below.count) folders")
      }
    }
  }
}
