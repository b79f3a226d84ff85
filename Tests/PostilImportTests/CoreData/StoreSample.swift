import Foundation
import PostilCompiler
import PostilImport
import PostilTestSupport
import Testing

/// A Core Data store made of SQL, and the result of its import. Each one checks that the folder of the store keeps its bytes.
struct StoreSample {
  let result: StoreImport.Result
  /// The new file.
  let copy: RawDatabase
  private let folder: TemporaryFolder

  /// The tables that each store has.
  static let frame = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);

    """

  /// - Parameters:
  ///   - entities: the names in the order of their numbers, from 1, each with the number of its parent.
  ///   - model: the elements of a `.xcdatamodel`.
  ///   - classes: the sources of `@Model` classes.
  ///   - external: the files beside the store.
  ///   - columns: those of `--columns`.
  init(
    _ entities: KeyValuePairs<String, Int>, _ sql: String, model: String? = nil, classes: String? = nil,
    external: [String: String] = [:], columns: [String] = []
  ) throws {
    folder = try TemporaryFolder()
    let stored = folder.url.appending(path: "store")
    let files = stored.appending(path: ".default_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for (name, text) in external { try Data(text.utf8).write(to: files.appending(path: name)) }
    let path = stored.appending(path: "default.store").path
    let rows = entities.enumerated().map { "(\($0.offset + 1), '\($0.element.key)', \($0.element.value), 9)" }
    let database = try RawDatabase(path: path, foreignKeys: false)
    try database.execute(
      "PRAGMA journal_mode = WAL;" + Self.frame
        + (rows.isEmpty ? "" : "INSERT INTO Z_PRIMARYKEY VALUES \(rows.joined(separator: ", "));") + sql)
    var storeImport = StoreImport(target: "Sample")
    if let model {
      let contents = folder.url.appending(path: "M.xcdatamodel/contents")
      try FileManager.default.createDirectory(
        at: contents.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("<?xml version=\"1.0\"?>\n<model>\(model)</model>".utf8).write(to: contents)
      storeImport.dataModel = contents.deletingLastPathComponent().path
    }
    storeImport.columns = try StatedColumns(columns)
    if let classes { storeImport.sources = [CompilerPipeline.Source(path: "App.swift", bytes: Array(classes.utf8))] }
    // The connection is open, so the latest rows are in the write-ahead log.
    let before = try Self.contents(of: stored)
    result = try storeImport.run(store: path, copy: folder.path("copy.sqlite"))
    #expect(try Self.contents(of: stored) == before)
    #expect(before["default.store-wal"] != nil)
    _ = try database.rows("SELECT 1")
    copy = try RawDatabase(path: folder.path("copy.sqlite"), decimals: true)
    #expect(try copy.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try copy.rows("PRAGMA foreign_key_check").isEmpty)
  }

  /// The bytes of all files in a folder.
  static func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      contents[name] = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
    }
    return contents
  }

  func text(_ name: String) throws -> String {
    try #require(result.files.first { $0.name == "\(name).swift" }, "there are \(result.files.map(\.name))").text
  }

  /// The lines in a struct, without indentation.
  func members(_ name: String) throws -> [String] { ImportedText(try text(name)).members }

  func remarks(_ name: String) throws -> [String] { ImportedText(try text(name)).remarks }
}

/// The parts of a written file.
struct ImportedText {
  let members: [String]
  let remarks: [String]
  /// The annotations of the struct.
  let notes: [String]

  init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    members = Array(lines.drop { !$0.hasPrefix("struct ") }.dropFirst().dropLast())
    notes = lines.prefix { !$0.hasPrefix("struct ") }.filter { $0.hasPrefix("// @") }
    var remarks: [String] = []
    for line in text.split(separator: "\n").prefix(while: { !$0.hasPrefix("// @") }) {
      if line.hasPrefix("// - ") { remarks.append(String(line.dropFirst(5))) }
      if line.hasPrefix("//   ") { remarks[remarks.count - 1] += " " + line.dropFirst(5) }
    }
    self.remarks = remarks
  }
}
