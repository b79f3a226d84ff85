/// Branches of `#if` as conditions that can be written again.
enum Conditions {
  /// One condition a branch, outermost first; `#else` is the negation of what stands before it.
  static func text(_ branches: [ConditionalBranch]) -> [String] {
    branches.map { branch in
      let negations = branch.precedingConditions.map { "!(\($0))" }
      guard !branch.condition.isEmpty else { return negations.joined(separator: " && ") }
      return negations.isEmpty ? branch.condition : (negations + ["(\(branch.condition))"]).joined(separator: " && ")
    }
  }
}
