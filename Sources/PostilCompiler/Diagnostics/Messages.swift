/// The texts of the compiler's diagnostics, one file per area. A text says what is wrong, with names in single quotes, and
/// then what to write instead.
///
/// The functions return only the text; the caller adds the place.
package enum Message {
  /// `'a', 'b' and 'c'`
  package static func list(_ names: [String], _ conjunction: String = "and") -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
