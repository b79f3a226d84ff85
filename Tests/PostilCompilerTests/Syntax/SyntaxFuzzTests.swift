import Foundation
@testable import PostilCompiler
import PostilTestSupport
import Testing

@Suite struct SyntaxFuzzTests {
  private static let seed: UInt64 = 0x706F_7374_696C

  /// Sources that the parser reads well: its own tests, which hold every construct.
  private static func corpus() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
      .compactMap { FileManager.default.contents(atPath: folder.appendingPathComponent($0).path).map { Array($0) } }
  }

  /// Whatever comes of it, it must come, and with a place inside the source.
  private func read(_ bytes: [UInt8]) {
    do throws(SyntaxProblem) {
      _ = try parseSource(path: "fuzz.swift", bytes: bytes)
    } catch {
      #expect(error.position.offset >= 0 && error.position.offset <= bytes.count)
      #expect(error.position.line >= 1 && error.position.column >= 1)
      #expect(!error.message.hasSuffix("."))
    }
    let text = SourceText(String(decoding: bytes.prefix(400), as: UTF8.self), at: .init(offset: 0, line: 1, column: 1))
    _ = try? SyntaxToken.all(of: text)
    _ = try? TypeSyntax(parsing: text)
  }

  @Test func `no mutation of a real source traps the parser`() throws {
    var random = SeededGenerator(seed: Self.seed)
    print("seed of the mutations: \(Self.seed)")
    let corpus = try Self.corpus()
    let pieces: [String] = [
      "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#", "#if A\n", "#endif\n", "/*", "*/", "//", "/", "\\(",
      "`", "\n",
      "struct ", "var ", "case ", "@", "?", ":", ".", ",", "=", "->", "where ", "#\"", "\u{0}", "é", "in ", "if ",
      "switch ",
    ]
    for _ in 0..<1_500 {
      guard var bytes = corpus.randomElement(using: &random), bytes.count > 2 else { continue }
      let start = Int.random(in: 0..<bytes.count, using: &random)
      bytes = Array(bytes[start..<min(bytes.count, start + 1_500)])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
        case 1:
          bytes.insert(
            contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: min(place, bytes.count))
        case 2: if !bytes.isEmpty { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        default: bytes = Array(bytes.prefix(place))
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      read(bytes)
    }
  }

  @Test func `no random sequence of tokens traps the parser`() {
    var random = SeededGenerator(seed: Self.seed + 1)
    print("seed of the tokens: \(Self.seed + 1)")
    let words: [String] = [
      "struct", "A", "{", "}", "(", ")", "[", "]", "<", ">", ":", ",", ";", "\n", "var", "let", "x", "=", "1", "\"s\"",
      "case", "#if",
      "#else", "#endif", "@a", "in", "if", "else", "switch", "->", "throws", "async", ".", "?", "!", "&", "~", "as",
      "is", "where",
      "func", "init", "import", "typealias", "enum", "class", "extension", "#m", "\\", "repeat", "each", "some", "any",
      "didSet",
      "...", "==", ">>", "/", "private", "(set)", "// c\n", "/* c */", "operator", "actor", "do", "catch", "try",
      "await",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        text += words.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += " " }
      }
      read(Array(text.utf8))
    }
  }

  @Test func `random bytes are read or refused`() {
    var random = SeededGenerator(seed: Self.seed + 2)
    print("seed of the bytes: \(Self.seed + 2)")
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...80, using: &random)
      read((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      read((0..<count).map { _ in UInt8.random(in: 1...127, using: &random) })
    }
  }

  @Test(arguments: [
    "(", "[", "{", "<", "a<", "\"\\(", "try ", "await ", "- ", "\\", "a ? ", "#if a\n", "struct A {", "if ", "switch ",
    "(a: ", "[a: ", "any ", "~", "@a(", "a -> ", "a & ", "inout ", "repeat ", "#", "/", "let a = ", "var a: ", "a.",
    "case ",
    "/*", "`", "\"", "#\"", "func f<", "where a: ", "@a ", "private(set) ", "open ", "do {", "if a {", "else ", "A<(",
    "#if a\n@b\n",
  ])
  func `endless repetition exhausts neither the stack nor the time`(piece: String) {
    for prefix in ["", "struct S { var x: ", "struct S { var x = ", "typealias T = ", "let x = f("] {
      read(Array((prefix + String(repeating: piece, count: 4_000)).utf8))
    }
  }

  @Test(arguments: [
    ("(", ")"), ("[", "]"), ("{", "}"), ("A<", ">"), ("struct A {", "}"), ("#if a\n", "\n#endif"), ("\"\\(", ")\""),
  ])
  func `deep nesting is read or refused, and never traps`(opening: String, closing: String) {
    for prefix in ["", "struct S { var x: ", "struct S { var x = "] {
      for depth in [10, 90, 100, 3_000] {
        let text = prefix + String(repeating: opening, count: depth) + String(repeating: closing, count: depth)
        read(Array((text + (prefix.isEmpty ? "" : "}")).utf8))
      }
    }
  }
}
