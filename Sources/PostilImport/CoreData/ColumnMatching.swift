/// Assigns columns to properties, each to at most one, so that as many as possible have one.
struct ColumnMatching {
  /// The columns that each property can have.
  var candidates: [[String]]

  /// The column of each property; `nil` for those that can't have one.
  func columns() -> [String?] {
    var owners: [String: Int] = [:]
    // Augmenting paths: a property takes a column whose owner can take another one.
    func take(_ property: Int, _ seen: inout Set<String>) -> Bool {
      for column in candidates[property] where seen.insert(column).inserted {
        if let owner = owners[column], !take(owner, &seen) { continue }
        owners[column] = property
        return true
      }
      return false
    }
    // The first property has the first choice.
    for property in candidates.indices.reversed() {
      var seen: Set<String> = []
      _ = take(property, &seen)
    }
    var columns = [String?](repeating: nil, count: candidates.count)
    for (column, owner) in owners { columns[owner] = column }
    return columns
  }

  var size: Int { columns().count { $0 != nil } }

  /// Only the columns that pass a test, unless fewer properties would have a column.
  func narrowed(by test: (_ property: Int, _ column: String) throws -> Bool) rethrows -> ColumnMatching {
    var result = self
    for property in candidates.indices {
      let fitting = try candidates[property].filter { try test(property, $0) }
      if !fitting.isEmpty { result.candidates[property] = fitting }
    }
    return result.size == size ? result : self
  }

  /// The properties that could have another column as well.
  /// - Parameter areEqual: whether two columns have the same values, so that it doesn't matter which one a property has.
  func undecided(_ areEqual: (String, String) throws -> Bool) rethrows -> [Int] {
    let size = size
    return try zip(candidates.indices, columns()).compactMap { property, column in
      guard let column else { return nil }
      var other = self
      other.candidates[property] = try candidates[property].filter { try !areEqual($0, column) }
      return other.size == size ? property : nil
    }
  }
}
