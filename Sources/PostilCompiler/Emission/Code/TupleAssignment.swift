/// `(id, name) = try (row.read(), row.read())`: several assignments in one, which can only fail before the first of
/// them.
///
/// If an initializer could fail halfway, it would have to destroy what it has assigned so far. The compiler would then
/// build the value in a temporary and copy it out, which took 4 percent of the instructions of a streamed scan.
struct TupleAssignment: Sendable {
  var targets: [String]
  /// One expression for each target.
  var values: [String]
  /// Whether the values are throwing calls.
  var isThrowing = true

  private var effect: String { isThrowing ? "try " : "" }
  private var open: String { "(" + targets.joined(separator: ", ") + ") = \(effect)(" }

  var flat: String {
    targets.count == 1 ? "\(targets[0]) = \(effect)\(values[0])" : open + values.joined(separator: ", ") + ")"
  }

  /// The values on lines of their own, and the targets too if they don't fit on one line.
  func brokenLines(at depth: Int) -> [String] {
    let values = values.map { Code.line($0) }
    guard 2 * depth + open.count > Code.lineLength else {
      return BracketedList(.parameters, open, values, ")").brokenLines(at: depth)
    }
    return BracketedList(.parameters, "(", targets.map { .line($0) }, ") = \(effect)(").brokenLines(at: depth)
      + BracketedList(.parameters, "", values, ")").brokenLines(at: depth).dropFirst()
  }
}

extension Code {
  /// `(self.title, self.done) = (title, done)`: the assignments of an initializer's parameters, as many as fit on a
  /// line. None of them can fail.
  static func initializing(_ members: [(member: String, value: String)], depth: Int = 3) -> [Code] {
    func assignment(_ members: ArraySlice<(member: String, value: String)>) -> TupleAssignment {
      TupleAssignment(targets: members.map(\.member), values: members.map(\.value), isThrowing: false)
    }
    let longest = (1...max(members.count, 1)).last { length in
      members.evenParts(ofAtMost: length).allSatisfy { 2 * depth + assignment($0).flat.count <= Code.lineLength }
    }
    return members.evenParts(ofAtMost: longest ?? 1).map { .assignment(assignment($0)) }
  }
}
