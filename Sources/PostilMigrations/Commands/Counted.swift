/// Counts as text.
enum Counted {
  /// `1 migration`, `2 migrations`
  static func text(_ count: Int, _ noun: String) -> String { "\(count) \(count == 1 ? noun : noun + "s")" }
}
