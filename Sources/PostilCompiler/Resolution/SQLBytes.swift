/// How names and quoted texts are spelled in the bytes of SQL. Source: SQLite, `tokenize.c`.
enum SQLBytes {
  /// Whether a name can begin with the byte.
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || (0x41...0x5A).contains(byte & 0xDF)
  }

  /// Whether the byte can stand in a name.
  static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte == 0x24 || (0x30...0x39).contains(byte)
  }

  /// The byte that ends what this one begins; `nil` where it is no quote.
  static func closingQuote(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x27, 0x60: byte
    case 0x5B: 0x5D
    default: nil
    }
  }

  /// The offset behind the closing quote of what is quoted from `start` on; a doubled one is part of the text.
  static func endOfQuoted(_ bytes: [UInt8], from start: Int, close: UInt8) -> Int {
    var position = start + 1
    while position < bytes.count {
      if bytes[position] == close {
        guard close != 0x5D, position + 1 < bytes.count, bytes[position + 1] == close else { return position + 1 }
        position += 1
      }
      position += 1
    }
    return position
  }
}
