import Catalog

/// What a dependency field says of one package. Source: Debian Policy, section 7.1.
struct PackageRelation {
  var name: String
  var relation: Dependency.Relation?
  var version: String?
  /// Relations of one field with the same number are alternatives.
  var alternative: Int32

  /// Reads a field such as `a (>= 1.0), b | c:any [amd64]`; what is no relation is left out.
  static func parse(_ field: String) -> [PackageRelation] {
    field.split(separator: ",").enumerated().flatMap { number, group in
      group.split(separator: "|").compactMap { parse($0, alternative: Int32(number)) }
    }
  }

  private static func parse(_ text: Substring, alternative: Int32) -> PackageRelation? {
    let name = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && !":([".contains($0) }
    guard !name.isEmpty else { return nil }
    var result = PackageRelation(name: String(name), relation: nil, version: nil, alternative: alternative)
    guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else { return result }
    let bound = text[text.index(after: open)..<close]
    let sign = bound.drop(while: \.isWhitespace).prefix { "<=>".contains($0) }
    let version = bound[sign.endIndex...].split(whereSeparator: \.isWhitespace).first
    guard let relation = Dependency.Relation(rawValue: String(sign)), let version else { return result }
    result.relation = relation
    result.version = String(version)
    return result
  }
}
