/// Numbers of things, in words.
enum Counted {
  /// `1 migration`, `2 migrations`
  static func text(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
  }
}
