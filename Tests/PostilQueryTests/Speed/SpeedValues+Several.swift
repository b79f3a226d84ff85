import Foundation
import PostilQuery

// Queries of several tables and of groups.
extension SpeedValues {
  func joins() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.join(Project.self) { item, project in item.projectID == project.id })
    queries.append(Item.join(Project.self) { $0.projectID == $1.id && $1.name != "Home" })
    queries.append(Item.leftJoin(Project.self) { item, project in item.projectID == project.id && !item.done })
    queries.append(Item.where { $0.done }.join(rows: Project.where { $0.name == title }) { $0.projectID == $1.id })
    queries.append(Item.join(Item.self) { one, other in one.title == other.title && one.id != other.id })
    queries.append(Item.join(Item.self) { one, other in one.dueAt == other.dueAt && one.note == nil })
    queries.append(Item.crossJoin(Project.self).crossJoin(Tag.where { $0.name == title }))
    queries.append(
      Item.crossJoin(Project.all).join(Tag.self) { item, project, tag in
        item.projectID == project.id && tag.name == item.title && item.count > 3 && project.name != tag.name
      })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .where { item, project in project.name == "Home" && item.count > 3 && item.note == nil })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .order { item, project in (project.name, item.price.descending, item.dueAt) })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .where { item, _ in item.dueAt < now || item.dueAt == nil }
        .order { _, project in project.name }
        .limit(3)
        .select { item, project in (item.title, project.name, item.price * 2 + 1, item.note ?? "none") })
    queries.append(
      Project.leftJoin(Item.self) { project, item in item.projectID == project.id }
        .where { _, item in item.id == nil || item.count + 1 > 3 }
        .select { project, item in (project.name, item.title, item.price, item.dueAt ?? now, item.project.name) })
    queries.append(
      Project.leftJoin(Item.self) { project, item in item.projectID == project.id }
        .where { _, item in
          item.dueAt < now && item.done != true && item.priority == .high && item.note == nil && item.count > 3
            && item.price * 2 > 10 && item.title != "x" && item.project.name == "Home" && item.note != title
            && item.tags.isEmpty && item.steps.count > 2 && item.id != other.id
        })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .join(Node.self) { item, project, node in node.name == project.name && node.weight > item.count })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .leftJoin(Node.self) { item, project, node in node.name == project.name || node.name == item.title }
        .where { item, project, node in node.weight == nil || node.parent.name == project.name && item.done }
        .select { item, project, node in (item.title, project.name, node.name, node.weight ?? 0) })
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .leftJoin(Node.self) { _, project, node in node.name == project.name }
        .leftJoin(Tag.self) { item, _, _, tag in tag.name == item.title }
        .order { item, project, node, tag in (project.name.descending, node.weight, tag.name, item.id) })
    queries.append(
      Item.join(rows: Project.where { $0.items.count > 2 }.order { $0.name }.limit(3)) { item, project in
        item.projectID == project.id
      }
      .select { item, project in (item.title.lowercased() + "@" + project.name, item.count.double * 1.5) })
    queries.append(
      Item.join(Project.self) { item, project in
        item.projectID == project.id && item.dueAt < now && !item.done && project.name == "Home"
          && item.priority == .high
          && item.note == nil && item.count > 3 && item.price * 2 > 10 && item.title != "x"
          && project.profile.colour != nil && item.title == project.name && item.count.in(1...5)
      })
    return queries
  }

  func groups() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.group { $0.projectID }.select { ($0.projectID, SQL.count()) })
    queries.append(
      Item.group { $0.project.name }.select { ($0.project.name, SQL.count(), $0.price.sum(), $0.dueAt.max()) })
    queries.append(Item.group { ($0.priority, $0.done) }.select { ($0.priority, $0.done, $0.count.average()) })
    queries.append(Item.group { $0.projectID }.having { _ in SQL.count() > 3 }.select { $0.projectID })
    queries.append(
      Item.group { $0.projectID }.having { $0.price.sum() > 10 && $0.count.max() < 5 && SQL.count() != 2 }
        .order { ($0.price.sum().descending, $0.projectID) }.limit(3, offset: 1)
        .select { ($0.projectID, $0.price.sum() ?? 0, $0.note.count(), $0.title.count(distinct: true)) })
    queries.append(
      Item.where { !$0.done && $0.dueAt != nil }.group { $0.title.substring(from: 0, length: 1).lowercased() }
        .having { $0.price.min() ?? 0 > 0.5 }
        .select { ($0.title.substring(from: 0, length: 1).lowercased(), $0.price.total() / 2) })
    queries.append(
      Item.group { $0.projectID }.select {
        (
          $0.projectID, $0.price.sum().filter($0.done), $0.count.sum().filter(!$0.done && $0.dueAt < now),
          $0.title.groupConcatenation(separator: ", "), ($0.price * $0.count.double).sum() ?? 0
        )
      })
    queries.append(Item.select { ($0.price.min(), $0.price.max(), $0.price.average(), SQL.count()) })
    queries.append(
      Item.join(Project.self) { $0.projectID == $1.id }
        .group { _, project in project.id }
        .having { item, project in SQL.count() > 1 && item.price.sum() > price && project.name != "Home" }
        .order { item, project in (item.price.sum().descending, project.name) }
        .select { item, project in (project.name, SQL.count(), item.price.sum() ?? 0, item.dueAt.max() ?? now) })
    queries.append(
      Item.group { ($0.project.name, $0.priority) }
        .having {
          $0.price.sum() > 1 && $0.price.sum() < 100 && $0.count.max() > 3 && $0.count.min() < 4 && SQL.count() > 1
            && SQL.count() < 10 && $0.price.average() > 0.5 && $0.note.count() > 0 && $0.dueAt.max() < now
            && $0.title.count(distinct: true) > 1 && $0.project.name != "x" && $0.priority == .high
        }
        .select { ($0.project.name, $0.priority, SQL.count()) })
    return queries
  }

  func combinations() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.select { $0.title }.union(Project.select { $0.name }).order { $0 })
    queries.append(Item.select { ($0.title, $0.note) }.unionAll(Item.select { ($0.title + "!", $0.note) }).limit(3))
    queries.append(Item.where { $0.done }.union(Item.where { $0.count > 3 && $0.note == nil }).order { $0.title })
    queries.append(Item.where { $0.done }.intersect(Item.where { $0.price > 2.5 }).where { $0.note != nil })
    queries.append(Item.select { $0.title }.distinct().order { $0.descending })
    queries.append(Item.select { ($0.title, $0.priority) }.distinct().order { title, priority in (priority, title) })
    queries.append(Project.where { $0.id.in(Item.where { $0.done && $0.count > 3 }.select { $0.projectID }) })
    queries.append(Project.where { $0.name.notIn(Item.select { $0.note }) })
    queries.append(Project.where { project in Item.where { $0.projectID == project.id && $0.price > 9.5 }.exists() })
    queries.append(Project.where { project in Item.where { $0.title == project.name && !$0.done }.count() > 2 })
    queries.append(
      Item.where { item in
        item.price == SQL.scalar(Item.where { $0.projectID == item.projectID && !$0.done }.select { $0.price.max() })
      })
    queries.append(
      Item.where { item in
        item.price > SQL.scalar(Item.where { $0.projectID == item.projectID }.select { $0.price.average() }) * 1.5 + 1
          && item.note == nil && item.dueAt < now
      })
    queries.append(
      Project.where { project in
        !Item.where { $0.projectID == project.id && $0.dueAt < now && $0.priority == .high }.exists()
          && project.name.in(Node.where { $0.weight > 3 }.select { $0.name }) || project.items.isEmpty
          || project.items.any { $0.tags.any { $0.name == "urgent" } && $0.id.in(Step.select { $0.itemID }) }
      })
    queries.append(Item.where { $0.steps.count > $0.tags.count { $0.name.hasPrefix("u") } && $0.tags.count + 1 < 5 })
    queries.append(Item.order { ($0.tags.count.descending, $0.steps.where { $0.done }.count, $0.note ?? "") })
    return queries
  }
}
