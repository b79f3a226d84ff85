import Foundation
import PostilCompiler
import PostilLint
import Testing

/// Docs/Commands.md has a section for every code, and each section's example has exactly that finding.
@Suite("Docs/Commands.md on postil check")
struct CheckDocumentTests {
  /// The lines below `#### code`, up to the next heading.
  private func section(_ heading: String) throws -> [Substring] {
    let path = URL(filePath: #filePath).appending(path: "../../../Docs/Commands.md").standardizedFileURL
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: Substring(heading)), "there is no section '\(heading)'")
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("#") })
  }

  private func examples(in section: [Substring]) -> [String] {
    section.split { $0.hasPrefix("```") }.enumerated().filter { $0.offset % 2 == 1 }
      .map { $0.element.joined(separator: "\n") }
  }

  @Test(
    "The example of each code has exactly that finding, and an annotation suppresses it", arguments: LintCode.allCases)
  func example(code: LintCode) throws {
    let section = try section("#### \(code.rawValue)")
    #expect(section.contains { $0.hasPrefix("Fix: ") })
    let examples = examples(in: section)
    #expect(examples.count == 1)
    for example in examples {
      #expect(codes(example, profile: code.profile) == [code.rawValue])
      guard code.canBeAllowed else { continue }
      let allowed = example.split(separator: "struct ", omittingEmptySubsequences: false)
        .joined(separator: "// @allow(\(code.rawValue), reason: \"an example\")\nstruct ")
      let left = codes(allowed, profile: code.profile)
      // The note silences the struct that it is about; on a second one it silences nothing.
      #expect(!left.contains(code.rawValue))
    }
  }

  @Test("The document shows an annotation that suppresses its finding")
  func silencing() throws {
    let examples = try examples(in: section("### Suppressing findings"))
    #expect(examples.count == 1)
    for example in examples { #expect(codes(example) == []) }
  }

  @Test("The document lists exactly the existing codes")
  func table() throws {
    let rows = try section("## postil check").filter { $0.hasPrefix("| [") }
    #expect(rows.map { $0.dropFirst(3).prefix { $0 != "]" } } == LintCode.allCases.map { Substring($0.rawValue) })
  }
}
