extension StringProtocol {
  /// The name with its ASCII letters in lower case. SQLite treats two names as the same if these are equal; it doesn't
  /// fold any other letters. Source: SQLite, `sqlite3StrICmp`.
  package var foldedName: String {
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return String(self) }
    return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether SQLite treats both as the same name. Unlike `==`, this distinguishes composed from decomposed letters.
  package func isSameName(as other: some StringProtocol) -> Bool {
    foldedName.utf8.elementsEqual(other.foldedName.utf8)
  }
}
