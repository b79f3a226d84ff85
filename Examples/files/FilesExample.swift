import Files
import Foundation
import Postil

/// Indexes a folder tree into an SQLite file, asks it questions, and measures what adding to a relationship costs.
///
///     FilesExample DATABASE [FOLDER]
///
/// Without a folder it indexes the Swift toolchain, which every machine that builds this has.
@main
struct FilesExample {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let database = arguments.first, arguments.count <= 2 else {
      FileHandle.standardError.write(Data("usage: FilesExample DATABASE [FOLDER]\n".utf8))
      exit(2)
    }
    do {
      try await run(database: database, folder: arguments.dropFirst().first)
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(database: String, folder: String?) async throws {
    let folder = try folder.map { URL(filePath: $0) } ?? Toolchain.folder()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
    let store = try SQLiteStore(path: database, schema: FilesSchema.self)

    try await Indexer.index(folder, into: store)
    try await Questions.ask(store)
    try await AdditionCosts.measure(in: store)
  }
}
