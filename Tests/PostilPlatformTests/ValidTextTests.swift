import PostilTestSupport
import Testing

// On Linux only: the standard library's are newer than the oldest systems of Apple's that the tests run on.
#if !canImport(Darwin)
  /// The check of UTF-8 on older systems, compared with the standard library's.
  @Suite struct ValidTextTests {
    @Test func `the same bytes are valid as for the standard library`() {
      var random = SeededGenerator(seed: testSeed)
      let characters: [[UInt8]] =
        ["a", "\0", "é", "e\u{301}", "€", "😀", "\u{FFFD}", "\u{FEFF}"].map { Array($0.utf8) }
        + [
          [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xF5, 0x80, 0x80, 0x80],
          [0xFF],
        ]
      for _ in 0..<20_000 {
        let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
          characters.randomElement(using: &random) ?? []
        }
        let expected = String(validating: bytes, as: UTF8.self)
        #expect(String(repairing: bytes).map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(bytes)")
        #expect(String(utf8: bytes).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
      }
    }
  }
#endif
