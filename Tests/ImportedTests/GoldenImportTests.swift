import Foundation
import Postil
import PostilImport
import PostilTestSupport
import Testing

/// The files in `Goldens` are what the import of `Awkward.sql` writes, and this target is made of them.
///
/// `POSTIL_RECORD=1 swift test --filter GoldenImportTests` records what it writes now; read the difference before it is
/// committed.
@Suite("The import of an awkward database")
struct GoldenImportTests {
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  private func imported() throws -> DatabaseImport.Result {
    let folder = try TemporaryFolder()
    let path = folder.path("awkward.sqlite")
    try RawDatabase(path: path, foreignKeys: false).execute(try AwkwardFile.script)
    let result = try DatabaseImport(target: "Imported").run(path: path)
    #expect(try DatabaseImport(target: "Imported").run(path: path).files.map(\.text) == result.files.map(\.text))
    return result
  }

  @Test("The imported files are those of this target, byte for byte")
  func goldens() throws {
    let files = try imported().files
    if Self.isRecording {
      for name in try FileManager.default.contentsOfDirectory(atPath: AwkwardFile.goldens.path) {
        try FileManager.default.removeItem(at: AwkwardFile.goldens.appending(path: name))
      }
      for file in files { try Data(file.text.utf8).write(to: AwkwardFile.goldens.appending(path: file.name)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: AwkwardFile.goldens.path).sorted()
    #expect(names == files.map(\.name).sorted())
    for file in files {
      let golden = try? String(contentsOf: AwkwardFile.goldens.appending(path: file.name), encoding: .utf8)
      #expect(golden == file.text, "\(file.name)")
    }
  }

  @Test("Objects without a struct are listed")
  func missing() throws {
    let result = try imported()
    #expect(result.differences.isEmpty)
    #expect(
      result.notImported.map { $0.prefix { $0 != ":" } } == [
        "the virtual table 'words'", "the trigger 'trg_view'", "the view 'broken'",
      ])
  }

  @Test("A new file gets the same tables as the old one, statement by statement")
  func newFile() throws {
    let file = try AwkwardFile()
    let copy = try RawDatabase(path: ":memory:")
    try copy.execute(ImportedSchema.ddl)
    let query = """
      SELECT name, replace(replace(replace(lower(sql), char(10), ''), ' ', ''), '"', '') FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'words%' AND name NOT LIKE 'sqlite%' ORDER BY name
      """
    let (made, found) = (try copy.rows(query), try file.database.rows(query))
    #expect(made.map { $0[0] } == found.map { $0[0] })
    for (made, found) in zip(made, found) { #expect(made == found) }
  }
}
