import Foundation
@testable import PostilSyntax

/// Changes to real sources that leave many of them valid: comments, line breaks and tokens moved about.
///
/// Where swift-syntax still reads the result, both parsers must agree on it. This reaches layouts that nobody commits:
/// comments between any two tokens, expressions broken at any place, keywords where names stand.
struct Mutator {
  private var state: UInt64
  /// White space and comments, which change what belongs together and little else.
  private let layouts: [String] = [
    "\n", "\n\n", " ", "// c\n", "\n// c\n", "/* c */", "\n/* c\n */\n", "/// c\n", "\n\n/* c */\n\n", ";\n",
  ]
  private let pieces: [String] = [
    ";", "@a", "@a(b) ", "lazy ", "public ", "?", "!",
    "= 1", ": Int", "{ didSet { } }", "{ get }", "\n.b", ".b", "\n#if A\n", "\n#endif\n", "\n#else\n", ", x", "<Int>",
    "-", "\n- ", "& ", "struct S { }", "let a, b: Int", "case x, y", "actor ", "open ", "nonisolated ", "await ",
    "try ",
    "some ", "any ", "copy ", "/a/", "#m", "where T: P ", "-> Int", "\\.a", "if a { 1 } else { 2 }", "{ $0 }", "[1]",
    "(1)",
  ]

  init(seed: UInt64) { state = seed }

  /// A number below `limit`: Marsaglia's xorshift64*, the same ones for the same seed.
  mutating func next(below limit: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 2_685_821_657_736_338_717) >> 33) % max(1, limit)
  }

  /// The source with one to three changes at the borders of its tokens; `nil` where it has no tokens.
  mutating func mutate(_ source: String) -> String? {
    let start = SourcePosition(offset: 0, line: 1, column: 1)
    guard let tokens = try? SyntaxToken.all(of: SourceText(source, at: start)), tokens.count > 2 else { return nil }
    var bytes = Array(source.utf8)
    let places = (0...next(below: 3)).map { _ in next(below: tokens.count - 1) }.sorted(by: >)
    for place in places {
      let token = tokens[place]
      let range = token.position.offset..<token.endPosition.offset
      guard range.upperBound <= bytes.count else { continue }
      switch next(below: 12) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range] + [0x20], at: range.lowerBound)
      case 2:
        let other = tokens[next(below: tokens.count)]
        bytes.replaceSubrange(range, with: Array(other.text.utf8))
      case 3, 4, 5: bytes.insert(contentsOf: Array(pieces[next(below: pieces.count)].utf8), at: range.lowerBound)
      default: bytes.insert(contentsOf: Array(layouts[next(below: layouts.count)].utf8), at: range.lowerBound)
      }
    }
    let mutated = String(decoding: bytes, as: UTF8.self)
    // swift-syntax reads these without a complaint; the compiler refuses them.
    let tolerated = ["let let", "var var", "let var", "var let", "@("]
    return tolerated.contains { mutated.contains($0) } ? nil : mutated
  }
}

extension Differential {
  /// Compares mutations of sources up to 6 kB, until `count` of them were read by swift-syntax.
  mutating func compareMutations(of paths: [String], count: Int, seed: UInt64) {
    print("seed of the mutations: \(seed)")
    var mutator = Mutator(seed: seed)
    let sources = paths.compactMap { path -> (String, String)? in
      guard let data = FileManager.default.contents(atPath: path), data.count < 6_000 else { return nil }
      return String(data: data, encoding: .utf8).map { (path, $0) }
    }
    guard !sources.isEmpty else { return }
    var attempts = 0
    while files < count, attempts < count * 20 {
      attempts += 1
      let (path, source) = sources[mutator.next(below: sources.count)]
      guard let mutated = mutator.mutate(source) else { continue }
      let before = differences
      compare("\(path) (mutation \(attempts))", mutated, isOriginal: false)
      if differences > before {
        let file = "mutation-\(attempts).swift"
        try? mutated.write(toFile: ".build/" + file, atomically: true, encoding: .utf8)
        print("  the source is .build/\(file)")
      }
    }
  }
}
