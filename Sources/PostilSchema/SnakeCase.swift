/// Converts names to snake case. This is the only rule for the names of tables and columns, and for splitting imported
/// names into words.
///
/// | Swift | SQL | rule |
/// |---|---|---|
/// | `dueAt`, `oauth2Token` | `due_at`, `oauth2_token` | a capital starts a word after a lowercase letter or a digit |
/// | `HTTPServerURL` | `http_server_url` | of several capitals, only the last one before a lowercase letter starts a word |
/// | `URLs`, `userIDsSeen` | `urls`, `user_ids_seen` | the `s` of a plural belongs to the capitals before it |
/// | `homeURLIsSet` | `home_url_is_set` | but `Is` and `As` after a whole acronym are words |
/// | `iOSVersion`, `eSIMs` | `ios_version`, `esims` | a single lowercase letter at the beginning belongs to the capitals after it |
/// | `aID`, `xAxis`, `OAuthToken` | `a_id`, `x_axis`, `o_auth_token` | otherwise a single letter is a word |
///
/// Underscores are kept. Letters can be from any script, including combining marks.
package enum SnakeCase {
  /// Acronyms that Swift writes in capitals. Source: Swift's API Design Guidelines, "Follow case conventions".
  package static let acronyms: Set<String> = ["ID", "URL", "UUID", "GUID"]

  /// The name in snake case.
  package static func name(_ swiftName: String) -> String {
    let characters = Array(swiftName)
    var result = ""
    for index in characters.indices {
      if startsWord(at: index, in: characters) { result += "_" }
      result += characters[index].lowercased()
    }
    return result
  }

  /// The table name of a type: `shop_package_tag` for `Shop.PackageTag`.
  package static func tableName(_ typeName: String) -> String {
    typeName.split(separator: ".").map { name(String($0)) }.joined(separator: "_")
  }

  private static func startsWord(at index: Int, in name: [Character]) -> Bool {
    guard index > 0, name[index].isUppercase, name[index - 1] != "_" else { return false }
    if !name[index - 1].isUppercase { return !followsLoneLetter(at: index, in: name) }
    return index + 1 < name.count && name[index + 1].isLowercase && !isPlural(at: index, in: name)
  }

  /// Whether capitals start here that form one word with the single letter before them: `OS` in `iOS`, but not `ID` in `aID`.
  private static func followsLoneLetter(at index: Int, in name: [Character]) -> Bool {
    guard name[index - 1].isLowercase, index == 1 || name[index - 2] == "_" else { return false }
    var end = index + 1
    while end < name.count, name[end].isUppercase, !startsWord(at: end, in: name) { end += 1 }
    return end > index + 1 && !acronyms.contains(String(name[index..<end]))
  }

  /// Whether the capital is the last of a plural acronym.
  private static func isPlural(at index: Int, in name: [Character]) -> Bool {
    guard name[index + 1] == "s", index + 2 == name.count || !name[index + 2].isLowercase else { return false }
    guard name[index] == "I" || name[index] == "A" else { return true }
    let earlier = name[..<index].reversed().prefix { $0.isUppercase }.reversed()
    return !acronyms.contains(String(earlier))
  }
}
