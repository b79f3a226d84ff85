import Foundation
import Testing

// The compiler is started, which applications can't do on the other systems.
#if os(macOS) || os(Linux)
  /// Programs that must not compile: `Refused/*.swift`, each wrong line with `// error: …`, a part of the first error in it. A line with
  /// `// warning: …` compiles. In a line with `// later error: …`, Swift reports another error first.
  ///
  /// All are type-checked together, in one run of the compiler, which reports all wrong lines.
  @Suite("Programs that must not compile")
  struct RefusedProgramTests {
    private static let folder = Document.root.appending(path: "Tests/IntegrationTests/Programs/Refused")

    /// A line that is to be refused, or warned about.
    private struct Expectation {
      let kind: SwiftCompiler.Diagnostic.Kind
      /// Whether it is the first error of the line.
      let isFirst: Bool
      let file: String
      let line: Int
      let source: String
      let fragment: String
    }

    private let expectations: [Expectation]
    private let diagnostics: [SwiftCompiler.Diagnostic]

    init() throws {
      let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
      expectations = try files.flatMap(Self.expectations)
      diagnostics = try SwiftCompiler.typeCheck(
        files, arguments: ["-Xfrontend", "-warn-long-expression-type-checking=1000"])
    }

    @Test(
      "Each marked line is refused, with the column or the types in the message, in less than a second, and no other line is"
    )
    func refused() throws {
      #expect(expectations.count >= 100 && expectations.filter { !$0.isFirst }.count <= 3)
      for expectation in expectations {
        let here = diagnostics.filter { $0.file == expectation.file && $0.line == expectation.line }
        #expect(
          here.contains { $0.kind == expectation.kind },
          "\(expectation.file):\(expectation.line): \(expectation.source)")
        let messages = here.filter { $0.kind == expectation.kind }.map(\.message)
        #expect(
          messages.prefix(expectation.isFirst ? 1 : .max).contains { $0.contains(expectation.fragment) },
          "\(expectation.file):\(expectation.line): \(expectation.source)\n\(here.map(\.message).joined(separator: "\n"))"
        )
      }
      for diagnostic in diagnostics where diagnostic.kind == .error {
        #expect(
          expectations.contains { $0.kind == .error && $0.file == diagnostic.file && $0.line == diagnostic.line },
          "\(diagnostic.file):\(diagnostic.line): \(diagnostic.message)")
      }
      let slow = diagnostics.filter { $0.message.hasPrefix("expression took") }
      #expect(slow.isEmpty, "\(slow.map { "\($0.file):\($0.line): \($0.message)" })")

      let shown = try Document("Queries").blocks("text").flatMap { $0.split(separator: "\n") }.filter {
        $0.hasPrefix("error: ")
      }
      #expect(shown.count >= 7)
      for line in shown {
        let message = line.dropFirst("error: ".count)
        #expect(diagnostics.contains { $0.kind == .error && $0.message == message }, "Docs/Queries.md: \(line)")
      }
    }

    private static func expectations(of file: URL) throws -> [Expectation] {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line in
        guard let mark = line.firstRange(of: #/  // (later error|error|warning): /#) else { return nil }
        return Expectation(
          kind: line[mark].contains("error") ? .error : .warning, isFirst: !line[mark].contains("later"),
          file: file.lastPathComponent, line: index + 1,
          source: String(line[..<mark.lowerBound]), fragment: String(line[mark.upperBound...]))
      }
    }
  }
#endif
