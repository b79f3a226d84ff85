import Foundation
import PostilImport
import Testing

/// The files in the folders `Goldens` are what the import of `Database.sql` writes. They are compiled as targets of their own.
///
/// `POSTIL_RECORD=1 swift test --filter FrameworkTests.GoldenTests` records what it writes now; read the difference before it is
/// committed.
@Suite("The imports of databases of other frameworks")
struct GoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  @Test("The imported files are those of the compiled targets, byte for byte", arguments: FrameworkDatabase.names)
  func goldens(framework: String) throws {
    let file = try FrameworkDatabase(framework)
    let result = try DatabaseImport(target: "\(framework)Import").run(path: file.path)
    #expect(result.differences.isEmpty)
    let folder = FrameworkDatabase.folder(of: framework).appending(path: "Goldens")
    if Self.isRecording {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in result.files { try Data(file.text.utf8).write(to: folder.appending(path: file.name)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == result.files.map(\.name).sorted())
    for file in result.files {
      let golden = try? String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
      #expect(golden == file.text, "\(file.name)")
    }
  }
}
