import Foundation
import Testing

/// A file that this package compiles contains every Swift block of the README and of Docs/, line for line.
@Suite("The documents")
struct DocumentationTests {
  struct Block: CustomTestStringConvertible, Sendable {
    let document: String
    let line: Int
    let code: [String]

    var testDescription: String { "\(document):\(line)" }
  }

  @Test("Every code block in the documents compiles", arguments: try blocks())
  func isCompiled(_ block: Block) throws {
    let wanted = Self.normalized(block.code)
    let isThere = Self.compiledSources.contains { source in Self.contains(source, wanted) }
    #expect(isThere, "\(block.document):\(block.line): no compiled file contains this block")
  }

  @Test("The documents contain code blocks")
  func thereAreBlocks() throws {
    #expect(try Self.blocks().count > 5)
  }

  /// The `swift` blocks of every document. Three kinds are excluded: manifests, whose first line names Package.swift; code
  /// that uses another library, whose first line names the library; and the tutorial, which `Tests/TutorialTests/run` builds.
  static func blocks() throws -> [Block] {
    let documents = try FileManager.default.contentsOfDirectory(atPath: Document.root.appending(path: "Docs").path)
      .filter { $0.hasSuffix(".md") && $0 != "Tutorial.md" }.sorted().map { "Docs/\($0)" }
    return try (["README.md"] + documents).flatMap { path in
      try Document(path: path).numberedBlocks("swift")
        .filter {
          $0.code.first?.hasPrefix("// Package.swift") != true && !otherLibraries.contains($0.code.first ?? "")
        }
        .map { Block(document: path, line: $0.line, code: $0.code) }
    }
  }

  private static let otherLibraries: Set = ["// SwiftData", "// Core Data", "// GRDB", "// Fluent"]

  /// The lines of every Swift file under the folders that are compiled. The views of `Examples/ios` need SwiftUI: Xcode compiles them in
  /// `Tests/XcodeTests/run`, and `.ci/check-darwin` type-checks them. Everything else is compiled into tests, models and examples.
  private static let compiledSources: [[String]] = ["Tests", "Models", "Examples", "Bridges", "Sync"].flatMap {
    folder -> [[String]] in
    let files = FileManager.default.enumerator(atPath: Document.root.appending(path: folder).path)
    return (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.contains("Cases/") && !$0.contains(".build") }
      .compactMap { try? String(contentsOf: Document.root.appending(path: "\(folder)/\($0)"), encoding: .utf8) }
      .map { normalized($0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)) }
  }

  /// Lines without indentation and without those that are blank or `…`.
  private static func normalized(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func contains(_ source: [String], _ block: [String]) -> Bool {
    guard block.count <= source.count else { return false }
    return (0...(source.count - block.count)).contains { start in
      zip(source[start...], block).allSatisfy { $0 == $1 }
    }
  }
}
