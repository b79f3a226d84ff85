/// A short identifier of a text: the 64-bit FNV-1a hash of its UTF-8 bytes.
///
/// It distinguishes schemas reliably, but not against an attacker. It is the same in every run and on every machine.
/// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", section 5.
package enum Fingerprint {
  /// 16 lowercase hexadecimal digits.
  package static func hexadecimal(of text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
