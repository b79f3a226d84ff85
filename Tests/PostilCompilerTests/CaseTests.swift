import Foundation
import PostilCompiler
import PostilDialects
import Testing

/// Programs that must not compile, each with its diagnostics: `Cases/NAME/*.swift` and `Cases/NAME/expected.txt`.
///
/// `POSTIL_RECORD=1 swift test --filter CaseTests` records what the compiler says now; read the difference before it is
/// committed.
struct CaseTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
  static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test("each case gives exactly the expected diagnostics", arguments: names)
  func diagnostics(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let sources = try Self.sources(in: folder)
    // What SQLite takes and PostgreSQL does not is a case of its own.
    let dialect: DDLDialect = name.hasPrefix("PostgreSQL") ? .postgresql : .sqlite
    if dialect != .sqlite {
      #expect(CompilerPipeline(target: "Tasks").run(sources: sources).diagnostics.isEmpty)
    }
    let result = CompilerPipeline(target: "Tasks").run(sources: sources, dialect: dialect)
    let text = result.diagnostics.flatMap(\.lines).map { $0 + "\n" }.joined()
    let expected = folder.appending(path: "expected.txt")
    if Self.isRecording { try Data(text.utf8).write(to: expected) }
    #expect(!result.diagnostics.isEmpty, "a case is a program that must not compile")
    #expect(result.graph == nil)
    #expect(text == (try? String(contentsOf: expected, encoding: .utf8)))
    // The order in which the files come makes no difference.
    let reversed = CompilerPipeline(target: "Tasks").run(sources: sources.reversed(), dialect: dialect)
    #expect(reversed.diagnostics == result.diagnostics)
  }

  @Test("every case is a folder of Swift files and one expected.txt, and there are at least 70")
  func shape() throws {
    #expect(Self.names.count >= 70)
    for name in Self.names {
      let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: name).path).sorted()
      #expect(files.contains("expected.txt"), "\(name) expects nothing")
      #expect(files.contains("Input.swift"), "\(name) has no Input.swift")
      let others = files.filter { $0 != "expected.txt" && !$0.hasSuffix(".swift") }
      #expect(others.isEmpty, "\(name) holds files that nothing reads")
    }
  }

  static func sources(in folder: URL) throws -> [CompilerPipeline.Source] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted().map {
      CompilerPipeline.Source(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }
}
