import Foundation
import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("Files that aren't readable stores")
struct StoreFileTests {
  private func error(_ bytes: Data, _ name: String = "x.store") throws -> String {
    let folder = try TemporaryFolder()
    try bytes.write(to: folder.url.appending(path: name))
    do {
      _ = try StoreImport(target: "Sample").run(store: folder.path(name), copy: folder.path("copy.sqlite"))
    } catch let error as ImportError {
      #expect(!FileManager.default.fileExists(atPath: folder.path("copy.sqlite")))
      return error.description.replacing(folder.url.path + "/", with: "")
    }
    return "no error"
  }

  @Test("A file that isn't a store, an encrypted one and a damaged one are refused with the reason")
  func refusals() throws {
    #expect(try error(Data()) == "cannot read 'x.store': the file is empty")
    let encrypted = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })
    #expect(try error(encrypted) == "cannot read 'x.store': the file is not an SQLite database, or it is encrypted")
    #expect(try error(Data("<?xml version=\"1.0\"?>".utf8)).contains("is an XML store"))
    let folder = try TemporaryFolder()
    try RawDatabase(path: folder.path("plain.sqlite")).execute("CREATE TABLE a (x)")
    let plain = try Data(contentsOf: folder.url.appending(path: "plain.sqlite"))
    #expect(try error(plain).hasPrefix("'x.store' is not a Core Data or SwiftData store, because it has no tables"))
    #expect(try error(plain.prefix(100) + Data(repeating: 7, count: 5000)).hasPrefix("cannot read 'x.store': "))
  }

  @Test("A model whose entities are in other tables than the store's is refused")
  func otherModel() throws {
    #expect {
      try StoreSample(
        ["Car": 0], "CREATE TABLE ZCAR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);",
        model: #"<entity name="Vehicle"/><entity name="Car" parentEntity="Vehicle"/>"#)
    } throws: {
      "\($0)".contains("'Car' inherits from 'Vehicle' in the model, and its rows are in the table of 'Car'")
    }
  }

  @Test("Damage in the middle of a table stops the copy, and no file remains")
  func damage() throws {
    let folder = try TemporaryFolder()
    let database = try RawDatabase(path: folder.path("x.sqlite"), foreignKeys: false)
    try database.execute(
      StoreSample.frame + """
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 9);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO ZITEM SELECT i, 1, 1, printf('%050d', i) FROM n;
        """)
    var bytes = try Data(contentsOf: folder.url.appending(path: "x.sqlite"))
    for offset in (bytes.count / 2)..<(bytes.count / 2 + 9000) { bytes[offset] = 0xA5 }
    #expect(try error(bytes) == "cannot read 'x.store': database disk image is malformed")
  }
}
