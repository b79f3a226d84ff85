import Foundation
import PostilQuery

// What queries return, and what they change.
extension SpeedValues {
  func projections() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    let lines = Item.select { Line.Columns(title: $0.title, projectName: $0.project.name, number: $0.tags.count) }
    queries.append(lines)
    queries.append(lines.where { $0.number > 2 && $0.projectName == "Home" }.order { ($0.number.descending, $0.title) })
    queries.append(
      Item.group { $0.project.id }.having { _ in SQL.count() > 1 }.select {
        Line.Columns(title: $0.project.name, projectName: $0.note.max(), number: SQL.count())
      })
    queries.append(lines.join(Project.self) { line, project in line.projectName == project.name && line.number > 1 })
    queries.append(lines.commonTable().where { $0.title.hasPrefix("a") || $0.number.in([1, 2, 3]) })
    queries.append(
      lines.where {
        $0.number > 1 && $0.number < 20 && $0.title != "a" && $0.title != title && $0.projectName == nil
          && $0.projectName != "b" && $0.projectName == optionalTitle && $0.title.length > 3 && $0.number * 2 + 1 > 3
          && ($0.projectName ?? "") == "" && $0.title.in(titles) && $0.number == number
      })
    queries.append(
      Line.recursive(
        from: Node.where { $0.parent == nil }.select {
          Line.Columns(title: $0.name, projectName: $0.parent.name, number: 0)
        }
      ) {
        above in
        Node.join(rows: above) { node, line in node.parent.name == line.title }
          .select { node, line in
            Line.Columns(title: line.title + "/" + node.name, projectName: line.title, number: line.number + 1)
          }
      })
    queries.append(
      Item.where { $0.count > 1 && $0.price < 20 }.select { ($0, $0.project, $0.count * 2 + 1, $0.tags.count, 0) })
    queries.append(
      Project.leftJoin(Item.self) { project, item in item.projectID == project.id && item.count > 1 }
        .group { project, item in (project.id, item.id) }
        .select { project, item in (project, item, item.price.sum(), SQL.count() * 2 + 1) }
        .order { project, item, sum, count in (count.descending, sum, item.title, project.name) })
    return queries
  }

  func computations() -> [any CustomStringConvertible] {
    let spread = Item.select { (($0.price.max() ?? 0) - ($0.price.min() ?? 0)) * 2 + 1 }
    let counts = Item.where { $0.count > 3 }.select { ($0.title, $0.count * 2) }
      .except(Node.where { $0.weight != nil }.select { ($0.name, ($0.weight ?? 0) - 1) })
      .order { title, count in (count.descending, title) }
    let lines = Item.select {
      let projectName = $0.note ?? $0.title
      Line.Columns(
        title: $0.title.lowercased() + "@" + $0.project.name, projectName: projectName,
        number: $0.count * 2 + $0.tags.count - 1)
    }
    let values = Item.select { ($0.title + "!", $0.price * 2, $0.dueAt ?? now, $0.count > 3, $0.note) }
    let dear = Item.where {
      $0.price.in(Item.where { $0.done }.select { (($0.price.max() ?? 0) - ($0.price.min() ?? 0)) * 2 + 1 })
    }
    let raised = Item.where { $0.done }.updating { [$0.count.set($0.count + 1)] }
      .returning { (($0.price + 3) - ($0.price - 2)) * 2 + 1 }
    return [spread, counts, lines, values, dear, raised]
  }

  func windows() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { ($0.title, SQL.rowNumber().over(orderBy: $0.price.descending)) })
    queries.append(
      Item.select { ($0.title, SQL.rank().over(partitionBy: $0.projectID, orderBy: $0.price.descending, $0.id)) })
    queries.append(Item.select { $0.price.sum().over(partitionBy: $0.projectID, $0.done, orderBy: $0.dueAt, $0.id) })
    queries.append(
      Item.select {
        (
          $0.price - ($0.price.lag().over(orderBy: $0.id) ?? 0), $0.title.lead(2).over(orderBy: $0.id),
          $0.price.average().over(orderBy: $0.id, frame: .rows(.preceding(2), .following(2)))
        )
      })
    queries.append(
      Item.select {
        let byPrice = SQL.Window(partitionBy: $0.projectID, orderBy: $0.price.descending)
        (
          SQL.denseRank().over(byPrice), $0.price.firstValue().over(byPrice), $0.count.lag(1, default: 0).over(byPrice),
          $0.price * 100 / ($0.price.sum().over(partitionBy: $0.projectID) ?? 1), SQL.ntile(4).over(byPrice)
        )
      })
    queries.append(
      Item.select {
        Line.Columns(
          title: $0.title, projectName: $0.project.name,
          number: SQL.rowNumber().over(partitionBy: $0.project.name, orderBy: $0.price.descending, $0.title))
      }.where { $0.number <= 3 && $0.projectName != nil }.order { ($0.projectName, $0.number) })
    queries.append(
      Item.order { SQL.rank().over(partitionBy: $0.projectID, orderBy: $0.count + 1) }
        .select { ($0.title, SQL.percentRank().over(orderBy: $0.price), SQL.count().over(partitionBy: $0.done)) })
    return queries
  }

  func cases() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { SQL.when($0.done, then: "done").otherwise("open") })
    queries.append(
      Item.select { SQL.when($0.done, then: "done").when($0.dueAt < now, then: "late").otherwise($0.title) })
    queries.append(Item.select { SQL.when($0.price > 10, then: $0.price * 0.9).when($0.count > 3, then: 1.5) })
    queries.append(Item.order { SQL.when($0.priority == .high && !$0.done, then: 0).otherwise(1) })
    queries.append(Item.where { SQL.when($0.done, then: $0.count).otherwise($0.count * 2 + 1) > 3 })
    queries.append(
      Item.select { (SQL.coalesce($0.note, $0.project.name, $0.title), $0.note.nilIf(""), $0.title.nilIf($0.note)) })
    queries.append(Item.select { ($0.count.cast(to: String.self) + " " + $0.title, $0.title.cast(to: Int.self) + 1) })
    queries.append(
      Item.where { ($0.note.cast(to: Int.self) ?? 0) * 2 + 1 > $0.count && $0.price.cast(to: Int.self) == 3 })
    queries.append(
      Item.select { (min($0.price, 10), max($0.count, $0.tags.count), abs($0.price - 5).rounded(toDigits: 2)) })
    queries.append(Item.select { SQL.format("%d %s %.2f", $0.count, $0.title, $0.price) })
    queries.append(
      Item.where {
        SQL.when($0.count > 1 && $0.count < 10, then: 1).when($0.price > 2.5 || $0.price < 1, then: 2)
          .when($0.note == nil, then: 3).when($0.dueAt < now, then: $0.count).when($0.title == title, then: 5)
          .otherwise($0.tags.count) > 2
      })
    return queries
  }

  func inclusions() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.with { $0.project })
    queries.append(Item.with { ($0.project, $0.tags, $0.steps) })
    queries.append(Item.where { !$0.done && $0.count > 3 }.order { $0.title }.limit(3).with { ($0.project, $0.tags) })
    queries.append(
      Project.with { $0.items.where { !$0.done && $0.price > 2.5 }.order { $0.dueAt.descending }.limit(3) })
    queries.append(Project.with { ($0.profile, $0.items.with { ($0.tags, $0.steps.where { $0.done }) }) })
    queries.append(
      Project.with {
        (
          $0.items.where { $0.dueAt < now && $0.note == nil }.order { ($0.priority.descending, $0.title) }.limit(
            3, offset: 1
          )
          .with { ($0.tags.order { $0.name }, $0.steps.with { $0.item }) }, $0.profile
        )
      })
    queries.append(Node.with { ($0.parent, $0.children.with { $0.children }) }.where { $0.weight > 3 })
    return queries
  }

  func changes() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.where { $0.done }.updating { [$0.count.set(3)] })
    queries.append(
      Item.where { $0.dueAt < now && !$0.done }.updating {
        [$0.done.set(true), $0.count.set($0.count + 1), $0.price.set($0.price * 1.1 - 0.5), $0.note.set(nil)]
      })
    queries.append(
      Item.where { $0.project.name == "Home" }.updating {
        [
          $0.title.set($0.title.lowercased() + "!"), $0.note.set($0.project.name), $0.dueAt.set(now),
          $0.priority.set(.high), $0.count.set($0.tags.count * 2), $0.projectID.set(other.projectID),
        ]
      }.returning { ($0.id, $0.title, $0.price * 2, $0.project.name) })
    queries.append(Item.where { $0.note == nil }.updating { [$0.note.set($0.title)] }.returning())
    queries.append(Item.where { $0.done && $0.count > 3 }.deleting().returning { ($0.id, $0.title + "!") })
    queries.append(Item.where { $0.tags.isEmpty || $0.price < 2.5 }.deleting())
    return queries
  }

  func rawSQL() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(RawSQL("SELECT count(*) FROM \(Item.self) WHERE \(Item.columns.price) > \(price)"))
    queries.append(RawSQL("SELECT \(Item.allColumns) FROM \(Item.self) WHERE \(Item.columns.id) IN \(ids)"))
    queries.append(
      RawSQL(
        """
        SELECT \(Project.columns.name), total(\(Item.columns.price)) FROM \(Project.self), \(Item.self)
        WHERE "done" = \(flag) AND "due_at" < \(now) AND "title" <> \(title) AND "count" > \(number + 1)
        AND "note" IS \(optionalTitle) AND "project_id" IN \(ids2) GROUP BY 1
        """))
    return queries
  }

  /// Drafts that are inserted where nothing is in their way; each on the rows that those before it left.
  func upserts<DB: WriteTransaction>(in db: DB) throws {
    try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db)
    try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db) { current, new in [current.name.set(new.name + "!")]
    }
    try Project.Draft(name: "Work").upsert(on: { $0.name }, where: { $0.name != $1.name && $0.items.count > 3 }, in: db)
    {
      [$0.name.set($1.name.lowercased() + $0.name)]
    }
    try Project.Draft(name: "Work").insertUnlessPresent(on: { $0.name }, in: db)
  }
}
