/// Suggestions for misspelled names.
package enum Spelling {
  /// Returns the candidate closest to `name`; `nil` if none is close. At most a third of the letters may differ,
  /// ignoring case.
  ///
  /// If several candidates are equally close, returns the first one.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let folded = Array(name.lowercased().unicodeScalars)
    let limit = max(1, folded.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let distance = distance(folded, Array(candidate.lowercased().unicodeScalars))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Returns the number of letters to insert, remove, replace or swap with their neighbor to turn one name into the other.
  package static func distance(_ first: String, _ second: String) -> Int {
    distance(Array(first.unicodeScalars), Array(second.unicodeScalars))
  }

  /// Optimal string alignment distance. Source: Damerau 1964, Wagner and Fischer 1974.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let isSame = first[row - 1] == second[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
