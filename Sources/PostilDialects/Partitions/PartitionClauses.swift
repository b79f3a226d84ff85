import PostilSchema

extension Partitioning {
  /// The word after `PARTITION BY`.
  var method: String { period == nil ? "HASH" : "RANGE" }

  /// The partitions that a table is created with: the ends of their names, and what is in them.
  var first: [(suffix: String, bounds: String)] {
    guard period == nil, let count else { return [("default", "DEFAULT")] }
    return (0..<count).map { ("\($0)", "FOR VALUES WITH (MODULUS \(count), REMAINDER \($0))") }
  }
}
