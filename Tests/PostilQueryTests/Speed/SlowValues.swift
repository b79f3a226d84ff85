import FoundationEssentials
import PostilQuery

// What takes more than the 100 ms that an expression should: 'select' is there for tuples, for one value and for projections, and
// the compiler tries what is computed in its closure for each of them. `.ci/check-typing` holds these below a second.
extension SpeedValues {
  func slow() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { (($0.price.max() ?? 0) - ($0.price.min() ?? 0)) * 2 + 1 })
    queries.append(
      Item.where { $0.count > 3 }.select { ($0.title, $0.count * 2) }
        .except(Node.where { $0.weight != nil }.select { ($0.name, ($0.weight ?? 0) - 1) })
        .order { title, count in (count.descending, title) })
    queries.append(
      Item.select {
        Line.Columns(
          title: $0.title.lowercased() + "@" + $0.list.name, listName: $0.note ?? $0.title,
          number: $0.count * 2 + $0.tags.count - 1)
      })
    queries.append(Item.select { ($0.title + "!", $0.price * 2, $0.dueAt ?? now, $0.count > 3, $0.note) })
    queries.append(
      Item.select {
        (
          SQL.when($0.dueAt == nil, then: "never").when($0.dueAt < now, then: "late").when($0.done, then: title)
            .otherwise($0.note ?? "open"), SQL.when($0.note != nil, then: 1).otherwise(0) * 2
        )
      })
    return queries
  }
}
