/// Singular and plural forms of English nouns: `order` and `orders`, `category` and `categories`.
///
/// An unknown word is kept: a plural is a better name for a struct than a word that doesn't exist.
enum Plural {
  private static let irregular = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "geese": "goose",
    "feet": "foot", "teeth": "tooth", "indices": "index", "vertices": "vertex", "matrices": "matrix", "movies": "movie",
    "cookies": "cookie", "shoes": "shoe", "wolves": "wolf", "shelves": "shelf", "lives": "life", "knives": "knife",
    "halves": "half", "leaves": "leaf", "quizzes": "quiz", "buses": "bus", "statuses": "status", "aliases": "alias",
    "biases": "bias", "viruses": "virus", "campuses": "campus", "bonuses": "bonus", "heroes": "hero",
    "potatoes": "potato", "criteria": "criterion", "analyses": "analysis", "bases": "base", "axes": "axis",
    "oxen": "ox",
    "ties": "tie", "pies": "pie", "calories": "calorie", "zombies": "zombie", "selfies": "selfie", "caches": "cache",
  ]

  private static let plurals = Dictionary(irregular.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// Words with the same singular and plural, or that only look like a plural.
  private static let unchanging: Set<String> = [
    "news", "series", "species", "data", "metadata", "media", "info", "information", "equipment", "sheep", "fish",
    "settings", "preferences", "sms", "gps", "yes", "os", "css", "ios", "dns", "https", "status", "address", "address",
    "business", "class",
    "process", "progress", "access", "gas", "lens", "atlas", "alias", "bias", "canvas", "christmas", "always", "has",
    "is", "was", "plus", "versus", "this", "stats", "analytics", "physics", "mathematics", "politics", "economics",
  ]

  /// The singular.
  static func singular(_ word: String) -> String {
    if unchanging.contains(word) { return word }
    if let known = irregular[word] { return known }
    guard word.count > 2, word.hasSuffix("s") else { return word }
    if word.hasSuffix("ies") { return String(word.dropLast(3)) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    if ["ss", "us", "is", "ous"].contains(where: word.hasSuffix) { return word }
    return String(word.dropLast())
  }

  /// The plural.
  static func plural(_ word: String) -> String {
    if unchanging.contains(word), singularLooking.contains(word) == false { return word }
    if let known = plurals[word] { return known }
    if singular(word) != word { return word }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return String(word.dropLast()) + "ies"
    }
    for ending in ["s", "sh", "ch", "x", "z"] where word.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// Singular words that end in `s`.
  private static let singularLooking: Set<String> = [
    "address", "business", "class", "process", "progress", "access", "gas", "lens", "atlas", "canvas", "bias", "alias",
    "status", "plus",
  ]
}
