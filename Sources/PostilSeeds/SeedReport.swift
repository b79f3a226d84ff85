/// What a seed did, or would do.
package struct SeedReport: Sendable {
  /// The rows of a model, or the pairs of a relationship.
  package struct Counts: Hashable, Sendable {
    package var inserted = 0
    package var updated = 0
    /// Members of an ordered relationship that were put in another order.
    package var moved = 0
    package var deleted = 0
    package var unchanged = 0

    /// `2 inserted, 5 unchanged`
    package var text: String {
      let parts =
        [(inserted, "inserted"), (updated, "updated"), (moved, "moved"), (deleted, "deleted")]
        .filter { $0.0 > 0 } + (unchanged > 0 || self == Counts() ? [(unchanged, "unchanged")] : [])
      return parts.map { "\($0) \($1)" }.joined(separator: ", ")
    }
  }

  /// By model, `Item`, or by relationship, `Item.tags`, in the order in which they were first written.
  package private(set) var counts: [(name: String, counts: Counts)] = []
  /// Each change: `insert Item 'oil'`, `update Item 'oil': title, dueAt`.
  package private(set) var changes: [String] = []

  mutating func count(_ name: String, _ path: WritableKeyPath<Counts, Int>, by number: Int = 1) {
    let index = counts.firstIndex { $0.name == name } ?? counts.count
    if index == counts.count { counts.append((name, Counts())) }
    counts[index].counts[keyPath: path] += number
  }

  mutating func note(_ change: String) { changes.append(change) }
}
