/// The order and number of a relationship's members.
extension Message {
  static func membersWithoutInverse(_ word: String, target: String) -> String {
    "'\(word)' applies to the inverse relationship of '\(target)', and this reference has no inverse; add 'inverse:' with a "
      + "name, or remove '\(word)'"
  }

  static func orderOfOne(_ name: String) -> String {
    "'\(name)' has at most one row, so it can't be ordered; remove 'ordered'"
  }

  static func arityOfOne(_ label: String, _ name: String) -> String {
    label == "max"
      ? "'\(name)' already has at most one row; remove 'max:'"
      : "'\(name)' has at most one row; write 'min: 1', or remove 'min:'"
  }

  static func arityContradiction(_ label: String, _ name: String, _ first: Int, _ second: Int) -> String {
    "'\(label):' of '\(name)' is '\(first)' on the other side and '\(second)' here; write the same value on both sides, or "
      + "write it on one side only"
  }

  static func arityReversed(minimum: Int, maximum: Int, _ name: String) -> String {
    "'\(name)' can't have at least \(minimum) and at most \(maximum) members; 'min:' must not be greater than 'max:'"
  }
}
