/// The order and the number of a relationship's members.
extension Message {
  static func membersWithoutInverse(_ word: String, target: String) -> String {
    "'\(word)' is about the rows that '\(target)' has, and this reference gives them no name; write 'inverse:' with one, "
      + "or leave '\(word)' out"
  }

  static func orderOfOne(_ name: String) -> String {
    "'\(name)' is one row at most and has no order; leave 'ordered' out"
  }

  static func arityOfOne(_ label: String, _ name: String) -> String {
    label == "max"
      ? "'\(name)' is one row at most already; leave 'max:' out"
      : "'\(name)' is one row at most; write 'min: 1', or leave 'min:' out"
  }

  static func arityContradiction(_ label: String, _ name: String, _ first: Int, _ second: Int) -> String {
    "'\(label):' of '\(name)' is '\(first)' on the other side and '\(second)' here; write the same on both, or only on one"
  }

  static func arityReversed(minimum: Int, maximum: Int, _ name: String) -> String {
    "'\(name)' cannot have \(minimum) members and not more than \(maximum); write a 'min:' that is not above 'max:'"
  }
}
