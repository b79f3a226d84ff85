/// Every message of the compiler, a file an area: what is wrong, names in single quotes, then what to write.
///
/// The functions return text; where it stands is the caller's to say.
enum Message {
  /// `; did you mean 'x'?`, or a full stop's worth of nothing.
  static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// `'a', 'b' and 'c'`
  static func list(_ names: [String], _ conjunction: String = "and") -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
