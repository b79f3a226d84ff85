// Loops over the bytes of texts. They are here because this module is optimized even if the modules that use it aren't.

extension String {
  /// Whether both have the same bytes. Unlike `==`, this distinguishes composed from decomposed letters, as SQLite does.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Substring {
  /// The number of line endings.
  package var lineEndCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
