/// The text of a migration's file, the same whatever system wrote it.
package enum MigrationText {
  /// The text with LF at the ends of lines and without a byte order mark.
  package static func normalised(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
  }

  /// The 64-bit FNV-1a hash of the text, CRLF as LF and without a byte order mark, as 16 hexadecimal digits.
  /// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", section 5.
  package static func checksum(of text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in normalised(text).utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
