import Foundation
import PostilQuery

// Arithmetic with literals, in tuples of two to eight results, and reports with several sums.
extension SpeedValues {
  func arithmetic() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { ($0.count * 2, $0.count + 1) })
    queries.append(Item.select { ($0.count * 2, $0.count + 1, $0.count - 3, $0.count * 4) })
    queries.append(
      Item.select { ($0.count * 2, $0.count + 1, $0.count - 3, $0.count * 4, $0.count + 5, $0.count - 6, $0.count * 7) }
    )
    queries.append(
      Item.select {
        (
          $0.count * 2, $0.count + 1, $0.count - 3, $0.count * 4, $0.count + 5, $0.count - 6, $0.count * 7,
          $0.count / 8
        )
      })
    queries.append(Item.select { $0.count.double / 100 * 1.19 + 5 - $0.count.double * 0.5 })
    queries.append(
      Item.select { ($0.title, $0.count.double / 100 * 1.19 + 5 - $0.count.double * 0.5, $0.count * 2 + 1) })
    queries.append(Item.where { $0.count.double / 100 * 1.19 + 5 - $0.count.double * 0.5 > 10 })
    queries.append(
      Item.select {
        (
          ($0.price * (1 - $0.price) * (1 + $0.price)).sum(), ($0.price * (1 - $0.price) * (1 + $0.price)).sum(),
          ($0.price * (1 - $0.price) * (1 + $0.price)).sum()
        )
      })
    // Query 1 of TPC-H.
    queries.append(
      Item.where { $0.dueAt <= now }.group { ($0.title, $0.done) }
        .select {
          (
            $0.title, $0.done, $0.count.sum(), $0.price.sum(), ($0.price * (1 - $0.price)).sum(),
            ($0.price * (1 - $0.price) * (1 + $0.price)).sum(), $0.count.average(), $0.price.average(),
            $0.price.average(), SQL.count()
          )
        }
        .order { title, done, _, _, _, _, _, _, _, _ in (title, done) })
    queries.append(
      Item.select {
        (
          SQL.when($0.dueAt == nil, then: "never").when($0.dueAt < now, then: "late").when($0.done, then: title)
            .otherwise($0.note ?? "open"), SQL.when($0.note != nil, then: 1).otherwise(0) * 2
        )
      })
    // The arguments of one call are type-checked together.
    queries.append(
      Item.select {
        Line.Columns(
          title: $0.title.lowercased() + "@" + $0.project.name, projectName: $0.note ?? $0.title,
          number: $0.count * 2 + $0.tags.count - 1)
      })
    queries.append(
      Item.select {
        Line.Columns(
          title: $0.title.lowercased() + "@" + $0.project.name + " (" + $0.title + ", " + ($0.note ?? $0.title) + ")",
          projectName: $0.note ?? $0.note ?? $0.title + ", " + $0.project.name,
          number: $0.count * 2 + $0.tags.count - 1 + $0.count * 5 - $0.tags.count)
      })
    return queries
  }
}
