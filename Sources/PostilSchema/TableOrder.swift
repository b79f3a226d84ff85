import PostilSQL

/// The order in which tables can be created and filled.
public enum TableOrder {
  /// The tables, ordered so that each comes after those that it references; ties, and circular references, keep the given order.
  public static func sorted(_ tables: [Table]) -> [Table] {
    let positions = Dictionary(
      tables.enumerated().map { ($1.name.foldedName, $0) }, uniquingKeysWith: { first, _ in first })
    let references = tables.enumerated().map { index, table in
      Set(table.foreignKeys.compactMap { positions[$0.referencedTable.foldedName] }).subtracting([index])
    }
    return order(references).map { tables[$0] }
  }

  /// The positions 0 ..< count, ordered so that each comes after those that `references` returns for it.
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

  /// Whether `goal` can be reached from `start` along `references`: then it is part of a circle.
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
