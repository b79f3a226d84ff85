import PostilSQL

/// Sorts tables so that they can be created and filled in order.
public enum TableOrder {
  /// Sorts the tables so that each comes after those that it references. Otherwise, and in cycles, the given order is kept.
  public static func sorted(_ tables: [Table]) -> [Table] {
    let positions = Dictionary(
      tables.enumerated().map { ($1.name.foldedName, $0) }, uniquingKeysWith: { first, _ in first })
    let references = tables.enumerated().map { index, table in
      Set(table.foreignKeys.compactMap { positions[$0.referencedTable.foldedName] }).subtracting([index])
    }
    return order(references).map { tables[$0] }
  }

  /// The positions 0 ..< count, sorted so that each comes after those in its set of `references`.
  package static func order(_ references: [Set<Int>]) -> [Int] {
    var waiting = Array(references.indices)
    var missing = references
    var result: [Int] = []
    while !waiting.isEmpty {
      let next =
        waiting.firstIndex { missing[$0].isEmpty }
        ?? waiting.firstIndex { reaches($0, from: missing[$0], through: missing) }
        ?? 0
      let position = waiting.remove(at: next)
      result.append(position)
      for other in missing.indices { missing[other].remove(position) }
    }
    return result
  }

  /// Whether `goal` can be reached from `start` along `references`, and is therefore part of a cycle.
  private static func reaches(_ goal: Int, from start: Set<Int>, through references: [Set<Int>]) -> Bool {
    var seen: Set<Int> = []
    var open = Array(start)
    while let next = open.popLast() {
      if next == goal { return true }
      if seen.insert(next).inserted { open += references[next] }
    }
    return false
  }
}
