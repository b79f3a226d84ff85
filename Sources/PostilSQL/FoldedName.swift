extension StringProtocol {
  /// The name with its ASCII letters in small letters: two names with the same one are the same name to SQLite, which doesn't
  /// fold the case of any other letter. Source: SQLite, `sqlite3StrICmp`.
  package var foldedName: String {
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return String(self) }
    return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether SQLite takes both for one name. Unlike `==`, it tells a composed letter from a decomposed one, as SQLite does.
  package func isSameName(as other: some StringProtocol) -> Bool {
    foldedName.utf8.elementsEqual(other.foldedName.utf8)
  }

  /// Whether both are one name but for their underscores, as `user_i_ds_seen` and `user_ids_seen`: the names that earlier and
  /// later rules of Postil's give to one Swift name.
  package func hasSameLetters(as other: some StringProtocol) -> Bool {
    foldedName.utf8.filter { $0 != 0x5F } == other.foldedName.utf8.filter { $0 != 0x5F }
  }
}
