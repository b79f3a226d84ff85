import Foundation
import PostilQuery

// Arithmetic in every place that takes expressions, also of optional and other numbers.
extension SpeedValues {
  func terms() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.order { ($0.count * 100 + $0.tags.count * 2 - 1).descending })
    queries.append(Item.order { (($0.count * 100 + $0.tags.count * 2 - 1).descending, $0.id) })
    queries.append(
      Item.select { ($0.id, $0.count, $0.tags.count) }
        .order { id, n, t in ((n * 100 + t * 2 - 1).descending, id) })
    queries.append(Item.select { ($0.count, $0.tags.count) }.order { n, t in n * 100 + t * 2 - 1 })
    queries.append(
      Item.join(Project.self) { $0.projectID == $1.id && $0.count * 2 + 1 > $0.tags.count * 3 - 1 }
        .where { item, project in project.items.count * 2 - 1 > item.count * 3 + 1 }
        .order { item, project in (item.price * 2 + 1 - item.price / 3, (item.count % 3 + 1).descending) })
    queries.append(
      Item.group { ($0.count / 10 * 10 + 1, $0.price * 2 - 1) }
        .order { ($0.price.sum() ?? 0) * 2 + 1 - SQL.count().double }.select { _ in SQL.count() * 2 + 1 })
    queries.append(
      Item.join(Project.self) { $0.projectID == $1.id }
        .group { item, project in (item.count / 10 * 10 + 1, item.price * 2 - 1) }
        .having { item, _ in item.price.sum() * 2 - 1 > item.price.max() * 3 }.select { _, _ in SQL.count() * 2 + 1 })
    queries.append(Item.with { $0.project }.order { ($0.count * 100 + $0.tags.count * 2 - 1).descending })
    queries.append(
      Project.with { $0.items.order { (($0.count * 100 + $0.tags.count * 2 - 1).descending, $0.id) }.limit(3) })
    queries.append(
      Item.select {
        (
          SQL.rank().over(
            partitionBy: $0.count / 10 * 10 + 1, orderBy: ($0.price * 2 + 1 - $0.price / 3).descending),
          ($0.price * 2 + 1).sum().over(partitionBy: $0.count / 10, orderBy: $0.price * 2 + 1, $0.count * 3 - 1)
        )
      })
    queries.append(
      Item.select { SQL.when($0.count * 2 + 1 > 3, then: $0.price * 2 + 1).otherwise($0.price * 3 - 1) })
    queries.append(
      Item.select {
        SQL.when($0.count * 2 + 1 > 3, then: 1).when($0.price < 3, then: $0.count * 2).otherwise($0.count - 1)
      })
    queries.append(Item.select { SQL.coalesce($0.count * 2 + 1, $0.count * 3 - 1, $0.tags.count * 3 + 1) })
    queries.append(Item.select { max($0.price * 2 + 1, 3) })
    queries.append(Item.select { abs($0.price * 2 + 1) })
    queries.append(Item.where { ($0.count * 2 + 1).between($0.count * 3 - 1, $0.tags.count * 3 + 1) })
    queries.append(Item.where { SQL.tuple($0.count * 2 + 1, $0.price * 3 - 1).isLess(than: 1, 2) })
    queries.append(
      Item.where { SQL.tuple($0.count * 2 + 1, $0.title).in([(1, "a"), (2, "b")]) && $0.count * 3 - 1 > $0.tags.count })
    let list = [("c", 3)]
    queries.append(Item.where { SQL.tuple($0.title, $0.count).in(list + [("a", 1), ("b", 2)]) })
    queries.append(
      Item.where { $0.dueAt.calendarDay(in: .gmt).year == 2026 && $0.dueAt.hour(in: .gmt) * 2 + 1 < 9 }
        .group { ($0.dueAt.startOfDay(in: .gmt), $0.dueAt.month) }
        .select { ($0.dueAt.startOfDay(in: .gmt), $0.dueAt.month, SQL.count() * 2 + 1) })
    queries.append(
      Item.select { (SQL.format("%d", $0.count * 2 + 1), ($0.count * 2 + 1).nilIf($0.tags.count * 3 - 1)) })
    queries.append(
      Item.select {
        Line.Columns(
          title: $0.title + "!" + $0.title, projectName: $0.note ?? $0.title + "a" + "b",
          number: $0.count * 2 + 1 - $0.tags.count * 3)
      })
    queries.append(
      Item.where { $0.price == SQL.scalar(Item.select { ($0.price * 2 + 1 - $0.price / 3).max() }) * 2 + 1 })
    return queries
  }

  func optionalNumbers() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Node.where { $0.weight + $0.children.count > 3 })
    queries.append(Node.where { $0.children.count * $0.weight - 1 > 3 })
    queries.append(Node.where { $0.parent.weight - $0.weight > 3 })
    queries.append(
      Node.select { ($0.weight + $0.children.count, $0.children.count * $0.weight, $0.weight - $0.weight) })
    queries.append(Node.where { $0.children.count + $0.children.count * 2 + $0.weight * 3 - 1 > 3 })
    queries.append(Node.where { ($0.weight + $0.children.count * 2 - 1) * 3 + $0.weight * 2 > number * 2 + 1 })
    queries.append(Node.where { $0.weight * $0.children.count + 3 * $0.weight < 100 && !$0.isOpen })
    queries.append(Node.select { ($0.weight ?? 0) * 2 + $0.weight * $0.children.count - 1 })
    queries.append(Node.order { (($0.weight + $0.children.count * 2 - 1).descending, $0.name) })
    queries.append(Node.all.updating { [$0.weight.set($0.weight + $0.children.count * 2 - 1)] })
    queries.append(Item.select { ($0.note + " " + $0.title, $0.title + " " + $0.note) })
    return queries
  }

  /// Changes of the rows of one database, one after the other.
  func changes<DB: WriteTransaction>(in db: DB) throws {
    try Item.all.update(in: db) { [$0.count.set($0.count * 2 + $0.tags.count * 3 - 1)] }
    try Item.where { $0.done && $0.count > 3 }.update(in: db) {
      [
        $0.count.set($0.count * 2 + $0.tags.count * 3 - 1), $0.price.set($0.price * 1.5 + 2 - $0.price / 3),
        $0.note.set($0.title + "!" + $0.title), $0.title.set("a"),
      ]
    }
    try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db) { current, new in
      [current.name.set(current.name + "-" + new.name + "!" + current.name)]
    }
    try Project.upsert(
      [Project.Draft(name: "Home")], on: { $0.name },
      where: { $0.name + "a" + "b" != $1.name && $0.items.count * 2 + 1 > 3 }, in: db
    ) { current, new in
      [current.name.set(current.name + "-" + new.name + "!" + current.name)]
    }
    try Item.insert(from: Item.where { $0.count * 2 + 1 > 3 }, in: db) { new, old in
      [
        new.count.set(old.count * 2 + old.tags.count * 3 - 1), new.price.set(old.price * 1.5 + 2 - old.price / 3),
        new.title.set(old.title + "!" + old.title), new.done.set(false), new.priority.set(.low),
        new.projectID.set(old.projectID),
      ]
    }
    let values = Item.select { ($0.title, $0.count, $0.price, $0.projectID) }
    _ = try Item.inserting(from: values) { new, title, count, price, project in
      [
        new.count.set(count * 2 + count * 3 - 1), new.price.set(price * 1.5 + 2 - price / 3),
        new.title.set(title + "!" + title), new.done.set(false), new.priority.set(.low), new.projectID.set(project),
      ]
    }.unlessPresent().run(in: db)
    try Project.inserting(from: Tag.all) { new, tag in [new.name.set(tag.name + "!" + tag.name)] }
      .upserting(on: { $0.name }, where: { $0.items.count * 2 + 1 > 3 && $0.name + "a" != $1.name }) {
        [$0.name.set($0.name + "-" + $1.name + "!" + $0.name)]
      }.run(in: db)
  }
}
