/// The width of text in a monospaced font. It is computed instead of measured, so that the same models give the same
/// diagram on every machine.
enum TextMetrics {
  /// The width of text at a font size, in pixels, rounded up. A letter is 0.61 times as wide as the font size, as in
  /// the widest of the diagram's fonts.
  static func width(_ text: String, size: Int) -> Int {
    (cells(text) * size * 61 + 99) / 100
  }

  /// The number of cells of a text. Wide East Asian characters take two.
  private static func cells(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.value {
      case 0x300...0x36F, 0x200B...0x200F: sum
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        sum + 2
      default: sum + 1
      }
    }
  }
}
