/// `(id, name) = try (row.read(), row.read())`: several assignments as one, which can only fail before the first of them.
///
/// An initialiser that fails halfway has to destroy what it has assigned so far. The compiler then builds the value in a
/// place of its own and copies it out, which took 4 percent of the instructions of a streamed scan.
struct TupleAssignment: Sendable {
  var targets: [String]
  /// As many expressions.
  var values: [String]
  /// Whether the values are throwing calls.
  var isThrowing = true

  private var effect: String { isThrowing ? "try " : "" }
  private var open: String { "(" + targets.joined(separator: ", ") + ") = \(effect)(" }

  var flat: String {
    targets.count == 1 ? "\(targets[0]) = \(effect)\(values[0])" : open + values.joined(separator: ", ") + ")"
  }

  /// The values on lines of their own, and the targets too where they do not fit on one.
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
  /// `(self.title, self.done) = (title, done)`: what an initialiser does with its parameters; as many at a time as fit on a
  /// line, for none of them can fail.
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
