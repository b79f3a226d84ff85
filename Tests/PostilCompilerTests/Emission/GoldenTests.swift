import Foundation
import PostilCompiler
import Testing

/// A target of the package, by its folder in Models/.
struct GoldenTarget: CustomTestStringConvertible, Sendable {
  var name: String
  var folder: String
  var testDescription: String { name }
}

/// The generated code of Models/, file by file, as it was when somebody last looked at it. The targets of Models/ compile
/// the same text through the plugin, so a golden that does not compile cannot stand.
///
/// `POSTIL_RECORD=1 swift test --filter GoldenTests` writes the goldens anew.
@Suite("Generated files")
struct GoldenTests {
  fileprivate static let targets: [GoldenTarget] = [
    GoldenTarget(name: "Items", folder: "Items"), GoldenTarget(name: "Houses", folder: "House"),
    GoldenTarget(name: "Profile", folder: "Profile"), GoldenTarget(name: "Catalog", folder: "Catalog"),
    GoldenTarget(name: "Playlists", folder: "Playlists"), GoldenTarget(name: "Shipping", folder: "Shipping"),
    GoldenTarget(name: "Notes", folder: "Notes"),
  ]

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL
  private static let goldens = root.appending(path: "Tests/PostilCompilerTests/Goldens")
  private static let isRecording = ProcessInfo.processInfo.environment["POSTIL_RECORD"] == "1"

  @Test("The generated files are exactly the recorded ones", arguments: GoldenTests.targets)
  func goldens(of target: GoldenTarget) throws {
    let generated = try generatedFiles(of: target)
    let folder = Self.goldens.appending(path: target.name)
    if Self.isRecording { return try record(generated, in: folder) }

    let recorded = try names(in: folder)
    #expect(Set(generated.keys) == recorded, "a file came or went: \(Self.howToRecord)")
    for (name, text) in generated where recorded.contains(name) {
      let golden = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(golden == text, "\(target.name)/\(name) differs\(firstDifference(golden, text)): \(Self.howToRecord)")
    }
  }

  @Test("Every target has a golden folder, and every golden folder a target")
  func completeness() throws {
    guard !Self.isRecording else { return }
    #expect(try names(in: Self.goldens) == Set(Self.targets.map(\.name)))
  }

  @Test("The generated files don't depend on the order of the sources", arguments: GoldenTests.targets)
  func order(of target: GoldenTarget) throws {
    #expect(try generatedFiles(of: target) == generatedFiles(of: target, reversed: true))
  }

  @Test("The generated files contain no folder name", arguments: GoldenTests.targets)
  func paths(of target: GoldenTarget) throws {
    for (name, text) in try generatedFiles(of: target) {
      #expect(!text.contains(Self.root.path) && !text.contains("Models/"), "\(name)")
    }
  }

  @Test("The schema's file contains the models of a source without an output", arguments: GoldenTests.targets)
  func homelessModels(of target: GoldenTarget) throws {
    let emitter = try emitter(for: target)
    let source = try #require(emitter.annotatedSources.first)
    let schema = emitter.schemaFile(including: [source]).text
    let section = emitter.file(for: source).text.split(separator: "// MARK: - ", maxSplits: 1)[1]
    #expect(schema.contains(section))
    #expect(!emitter.schemaFile().text.contains("MARK"))
  }

  @Test("The file of a source without models contains only a comment")
  func emptyFile() throws {
    let text = try emitter(for: Self.targets[0]).file(for: "Sources/Plain.swift").text
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
  }

  // MARK: - Files

  private static let howToRecord = "if that is right, record it with POSTIL_RECORD=1"

  private func generatedFiles(of target: GoldenTarget, reversed: Bool = false) throws -> [String: String] {
    let files = try emitter(for: target, reversed: reversed).files()
    #expect(Set(files.map(\.name)).count == files.count)
    return Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
  }

  private func emitter(for target: GoldenTarget, reversed: Bool = false) throws -> Emitter {
    let sources = try files(of: target, ".swift")
      .map { CompilerPipeline.Source(path: "Models/\(target.folder)/\($0)", bytes: $1) }
    let result = CompilerPipeline(target: target.name).run(sources: reversed ? sources.reversed() : sources)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    let migrations = try EmbeddedMigrations(
      reading: files(of: target, in: "Migrations", ".sql").map { CompilerPipeline.Source(path: $0, bytes: $1) })
    return Emitter(graph: try #require(result.graph), migrations: migrations.files)
  }

  /// The files of a folder of the target, by their names; none where there is no folder.
  private func files(
    of target: GoldenTarget, in subfolder: String = "", _ suffix: String
  ) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Self.root.appending(path: "Models/\(target.folder)").appending(path: subfolder)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
      .map { ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
  }

  private func names(in folder: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") })
  }

  private func record(_ files: [String: String], in folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }

  private func firstDifference(_ golden: String, _ text: String) -> String {
    let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let line = (0..<max(old.count, new.count)).first(where: { old.dropFirst($0).first != new.dropFirst($0).first })
    else { return "" }
    return
      " in line \(line + 1), recorded '\(old.dropFirst(line).first ?? "")', now '\(new.dropFirst(line).first ?? "")'"
  }
}
