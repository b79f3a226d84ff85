// Loops over the bytes of texts, which are optimized here for modules that are not.

extension String {
  /// Whether both have the same bytes. Unlike `==`, it distinguishes a composed letter from a decomposed one, as SQLite does.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Substring {
  /// The number of line ends.
  package var lineEndCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
