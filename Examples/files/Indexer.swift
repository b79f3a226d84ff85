import Files
import Foundation
import Postil

/// Writes a folder tree into a store.
struct Indexer {
  private let db: SQLiteWriteTransaction
  private var kinds: [String: Kind.ID] = [:]
  private var fileCount = 0
  private var bar: ProgressBar

  /// Indexes everything below `folder` in one transaction.
  static func index(_ folder: URL, into store: SQLiteStore) async throws {
    let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
    let total = enumerator.map { $0.reduce(0) { count, _ in count + 1 } } ?? 0
    let start = ContinuousClock.now
    try await store.write { db in
      var indexer = Indexer(db: db, bar: ProgressBar("Indexing \(folder.path)", total: total))
      try indexer.add(folder, named: folder.lastPathComponent, to: nil, depth: 0)
      let duration = (ContinuousClock.now - start).formatted(
        .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
      indexer.bar.finish("\(indexer.fileCount) files in \(duration)")
    }
  }

  private init(db: SQLiteWriteTransaction, bar: ProgressBar) {
    self.db = db
    self.bar = bar
  }

  private mutating func add(_ folder: URL, named name: String, to parent: Folder?, depth: Int) throws {
    let row = try Folder.Draft(name: name, depth: depth, parentID: parent?.id).insert(in: db)
    let keys: Set<URLResourceKey> = [
      .isDirectoryKey, .isSymbolicLinkKey, .isExecutableKey, .fileSizeKey, .contentModificationDateKey,
    ]
    let contents = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
    for url in contents.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
      let values = try url.resourceValues(forKeys: keys)
      if values.isSymbolicLink == true { continue }
      if values.isDirectory == true {
        try add(url, named: url.lastPathComponent, to: row, depth: depth + 1)
      } else {
        try add(url, values, to: row)
      }
    }
  }

  private mutating func add(_ url: URL, _ values: URLResourceValues, to folder: Folder) throws {
    let content = FileContent(url, isExecutable: values.isExecutable == true)
    let file = try File.Draft(
      name: url.lastPathComponent, size: Int64(values.fileSize ?? 0),
      modifiedAt: values.contentModificationDate ?? .now,
      excerpt: content.excerpt, folderID: folder.id
    ).insert(in: db)
    try File.addToKinds(contentsOf: content.kinds.map { try kind(named: $0) }, of: file.id, in: db)
    fileCount += 1
    bar.update(fileCount, note: "\(fileCount) files")
  }

  private mutating func kind(named name: String) throws -> Kind.ID {
    if let known = kinds[name] { return known }
    let id = try Kind.Draft(name: name).insert(in: db).id
    kinds[name] = id
    return id
  }
}
