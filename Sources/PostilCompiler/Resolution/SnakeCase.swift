/// Swift's names as SQL's: `dueAt` is `due_at`, `listID` is `list_id`, `URLString` is `url_string`.
package enum SnakeCase {
  /// Splits a name where a capital starts a word: behind a small letter or a digit, and before a small letter at the end
  /// of capitals. The `s` of a plural belongs to the capitals: `userIDs` is `user_ids`.
  package static func name(_ swiftName: String) -> String {
    let scalars = Array(swiftName.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isUpper(scalar), startsWord(at: index, in: scalars) { result.append("_") }
      result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(result)
  }

  /// The table's name for a type: `Shop.PackageTag` is `shop_package_tag`.
  package static func tableName(_ typeName: String) -> String {
    typeName.split(separator: ".").map { name(String($0)) }.joined(separator: "_")
  }

  private static func startsWord(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let previous = scalars[index - 1]
    if previous == "_" { return false }
    if !isUpper(previous) { return true }
    guard index + 1 < scalars.count, scalars[index + 1].properties.isLowercase else { return false }
    return !(index + 2 == scalars.count && scalars[index + 1] == "s")
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }
}
