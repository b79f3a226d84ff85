import FoundationEssentials
import PostilQuery

// Queries of several tables and of groups.
extension SpeedValues {
  func joins() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.join(List.self) { item, list in item.listID == list.id })
    queries.append(Item.join(List.self) { $0.listID == $1.id && $1.name != "Home" })
    queries.append(Item.leftJoin(List.self) { item, list in item.listID == list.id && !item.done })
    queries.append(Item.where { $0.done }.join(List.where { $0.name == title }) { $0.listID == $1.id })
    queries.append(Item.join(Item.self) { one, other in one.title == other.title && one.id != other.id })
    queries.append(Item.join(Item.self) { one, other in one.dueAt == other.dueAt && one.note == nil })
    queries.append(Item.all.crossJoin(List.all))
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .where { item, list in list.name == "Home" && item.count > 3 && item.note == nil })
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .order { item, list in (list.name, item.price.descending, item.dueAt) })
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .where { item, _ in item.dueAt < now || item.dueAt == nil }
        .order { _, list in list.name }
        .limit(3)
        .select { item, list in (item.title, list.name, item.price * 2 + 1, item.note ?? "none") })
    queries.append(
      List.leftJoin(Item.self) { list, item in item.listID == list.id }
        .where { _, item in item.id == nil || item.count + 1 > 3 }
        .select { list, item in (list.name, item.title, item.price, item.dueAt ?? now, item.list.name) })
    queries.append(
      List.leftJoin(Item.self) { list, item in item.listID == list.id }
        .where { _, item in
          item.dueAt < now && item.done != true && item.priority == .high && item.note == nil && item.count > 3
            && item.price * 2 > 10 && item.title != "x" && item.list.name == "Home" && item.note != title
            && item.tags.isEmpty && item.steps.count > 2 && item.id != other.id
        })
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .join(Node.self) { item, list, node in node.name == list.name && node.weight > item.count })
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .leftJoin(Node.self) { item, list, node in node.name == list.name || node.name == item.title }
        .where { item, list, node in node.weight == nil || node.parent.name == list.name && item.done }
        .select { item, list, node in (item.title, list.name, node.name, node.weight ?? 0) })
    queries.append(
      Item.join(List.self) { item, list in item.listID == list.id }
        .leftJoin(Node.self) { _, list, node in node.name == list.name }
        .leftJoin(Tag.self) { item, _, _, tag in tag.name == item.title }
        .order { item, list, node, tag in (list.name.descending, node.weight, tag.name, item.id) })
    queries.append(
      Item.join(List.where { $0.items.count > 2 }.order { $0.name }.limit(3)) { item, list in item.listID == list.id }
        .select { item, list in (item.title.lowercased() + "@" + list.name, item.count.double * 1.5) })
    queries.append(
      Item.join(List.self) { item, list in
        item.listID == list.id && item.dueAt < now && !item.done && list.name == "Home" && item.priority == .high
          && item.note == nil && item.count > 3 && item.price * 2 > 10 && item.title != "x"
          && list.profile.colour != nil && item.title == list.name && item.count.in(1...5)
      })
    return queries
  }

  func groups() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.group { $0.listID }.select { ($0.listID, SQL.count()) })
    queries.append(Item.group { $0.list.name }.select { ($0.list.name, SQL.count(), $0.price.sum(), $0.dueAt.max()) })
    queries.append(Item.group { ($0.priority, $0.done) }.select { ($0.priority, $0.done, $0.count.average()) })
    queries.append(Item.group { $0.listID }.having { _ in SQL.count() > 3 }.select { $0.listID })
    queries.append(
      Item.group { $0.listID }.having { $0.price.sum() > 10 && $0.count.max() < 5 && SQL.count() != 2 }
        .order { ($0.price.sum().descending, $0.listID) }.limit(3, offset: 1)
        .select { ($0.listID, $0.price.sum() ?? 0, $0.note.count(), $0.title.count(distinct: true)) })
    queries.append(
      Item.where { !$0.done && $0.dueAt != nil }.group { $0.title.substring(from: 0, length: 1).lowercased() }
        .having { $0.price.min() ?? 0 > 0.5 }
        .select { ($0.title.substring(from: 0, length: 1).lowercased(), $0.price.total() / 2) })
    queries.append(
      Item.group { $0.listID }.select {
        (
          $0.listID, $0.price.sum().filter($0.done), $0.count.sum().filter(!$0.done && $0.dueAt < now),
          $0.title.groupConcatenation(separator: ", "), ($0.price * $0.count.double).sum() ?? 0
        )
      })
    queries.append(Item.select { ($0.price.min(), $0.price.max(), $0.price.average(), SQL.count()) })
    queries.append(
      Item.join(List.self) { $0.listID == $1.id }
        .group { _, list in list.id }
        .having { item, list in SQL.count() > 1 && item.price.sum() > price && list.name != "Home" }
        .order { item, list in (item.price.sum().descending, list.name) }
        .select { item, list in (list.name, SQL.count(), item.price.sum() ?? 0, item.dueAt.max() ?? now) })
    queries.append(
      Item.group { ($0.list.name, $0.priority) }
        .having {
          $0.price.sum() > 1 && $0.price.sum() < 100 && $0.count.max() > 3 && $0.count.min() < 4 && SQL.count() > 1
            && SQL.count() < 10 && $0.price.average() > 0.5 && $0.note.count() > 0 && $0.dueAt.max() < now
            && $0.title.count(distinct: true) > 1 && $0.list.name != "x" && $0.priority == .high
        }
        .select { ($0.list.name, $0.priority, SQL.count()) })
    return queries
  }

  func combinations() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { $0.title }.union(List.select { $0.name }).order { $0 })
    queries.append(Item.select { ($0.title, $0.note) }.unionAll(Item.select { ($0.title + "!", $0.note) }).limit(3))
    queries.append(Item.where { $0.done }.union(Item.where { $0.count > 3 && $0.note == nil }).order { $0.title })
    queries.append(Item.where { $0.done }.intersect(Item.where { $0.price > 2.5 }).where { $0.note != nil })
    queries.append(Item.select { $0.title }.distinct().order { $0.descending })
    queries.append(Item.select { ($0.title, $0.priority) }.distinct().order { title, priority in (priority, title) })
    queries.append(List.where { $0.id.in(Item.where { $0.done && $0.count > 3 }.select { $0.listID }) })
    queries.append(List.where { $0.name.notIn(Item.select { $0.note }) })
    queries.append(List.where { list in Item.where { $0.listID == list.id && $0.price > 9.5 }.exists() })
    queries.append(List.where { list in Item.where { $0.title == list.name && !$0.done }.count() > 2 })
    queries.append(
      Item.where { item in
        item.price == SQL.scalar(Item.where { $0.listID == item.listID && !$0.done }.select { $0.price.max() })
      })
    queries.append(
      Item.where { item in
        item.price > SQL.scalar(Item.where { $0.listID == item.listID }.select { $0.price.average() }) * 1.5 + 1
          && item.note == nil && item.dueAt < now
      })
    queries.append(
      List.where { list in
        !Item.where { $0.listID == list.id && $0.dueAt < now && $0.priority == .high }.exists()
          && list.name.in(Node.where { $0.weight > 3 }.select { $0.name }) || list.items.isEmpty
          || list.items.any { $0.tags.any { $0.name == "urgent" } && $0.id.in(Step.select { $0.itemID }) }
      })
    queries.append(Item.where { $0.steps.count > $0.tags.count { $0.name.hasPrefix("u") } && $0.tags.count + 1 < 5 })
    queries.append(Item.order { ($0.tags.count.descending, $0.steps.where { $0.done }.count, $0.note ?? "") })
    return queries
  }
}
