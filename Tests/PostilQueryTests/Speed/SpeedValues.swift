import Foundation
import PostilQuery

// Every expression in these files must be type-checked in less than 100 ms: `.ci/check-typing` counts the compiler's work for
// them. When they run, SQLite must accept them; nothing else is expected.

/// The values that the queries compare with.
struct SpeedValues {
  let now = Date(timeIntervalSince1970: 1_770_000_000)
  let optionalDate: Date? = nil
  let title = "Door"
  let optionalTitle: String? = "Door"
  let titles = ["a", "b"]
  let number = 3
  let price = 9.5
  let flag = true
  let ids: [Item.ID] = [Item.ID(1)]
  let ids2: Set<Project.ID> = [Project.ID(1)]
  let project = Project(id: Project.ID(1), name: "Home")
  let tag = Tag(id: Tag.ID(1), name: "urgent")
  let node = Node(id: Node.ID(1), name: "root", isOpen: true, weight: nil, parentID: nil)
  let other = Item(
    id: Item.ID(7), title: "Other", note: nil, dueAt: nil, priority: .low, done: false, price: 1, count: 2,
    projectID: Project.ID(1))

  func flagged(_ item: Item.Columns) -> SQLPredicate { item.done && item.count > number }
}

extension SpeedValues {
  func simple() -> [Query<Item>] {
    var queries: [Query<Item>] = []
    queries.append(Item.where { $0.title == "Door" })
    queries.append(Item.where { $0.title != "Door" })
    queries.append(Item.where { "Door" == $0.title })
    queries.append(Item.where { $0.title < "M" })
    queries.append(Item.where { $0.title == title })
    queries.append(Item.where { $0.title == optionalTitle })
    queries.append(Item.where { $0.title == other.title })
    queries.append(Item.where { $0.note == "x" })
    queries.append(Item.where { $0.note == nil })
    queries.append(Item.where { $0.note != nil })
    queries.append(Item.where { nil == $0.note })
    queries.append(Item.where { $0.note == optionalTitle })
    queries.append(Item.where { $0.note == title })
    queries.append(Item.where { $0.note == other.note })
    queries.append(Item.where { $0.note.isNil })
    queries.append(Item.where { $0.note.isNotNil })
    queries.append(Item.where { $0.note == $0.title })
    queries.append(Item.where { $0.title == $0.note })
    queries.append(Item.where { $0.note != $0.title })
    queries.append(Item.where { $0.dueAt == nil })
    queries.append(Item.where { $0.dueAt < now })
    queries.append(Item.where { $0.dueAt <= now })
    queries.append(Item.where { now > $0.dueAt })
    queries.append(Item.where { $0.dueAt > optionalDate })
    queries.append(Item.where { $0.dueAt >= now.addingTimeInterval(-86_400) })
    queries.append(Item.where { $0.dueAt < Date(timeIntervalSince1970: 0) })
    queries.append(Item.where { $0.dueAt < now + 3600 * 24 * 7 })
    queries.append(Item.where { $0.dueAt == other.dueAt })
    queries.append(Item.where { $0.priority == .high })
    queries.append(Item.where { $0.priority != .low })
    queries.append(Item.where { $0.priority > .normal })
    queries.append(Item.where { .high == $0.priority })
    queries.append(Item.where { $0.priority == other.priority })
    queries.append(Item.where { $0.priority.in([.low, .high]) })
    queries.append(Item.where { $0.priority.notIn([.low]) })
    queries.append(Item.where { $0.priority.in(Priority.allCases) })
    queries.append(Item.where { $0.done })
    queries.append(Item.where { !$0.done })
    queries.append(Item.where { $0.done == true })
    queries.append(Item.where { $0.done == flag })
    queries.append(Item.where { $0.done != false })
    queries.append(Item.where { $0.done == !flag })
    queries.append(Item.where { $0.count == 3 })
    queries.append(Item.where { $0.count > 3 })
    queries.append(Item.where { $0.count > -3 })
    queries.append(Item.where { -3 < $0.count })
    queries.append(Item.where { $0.count + 1 > 3 })
    queries.append(Item.where { $0.count * 2 - 1 >= 7 })
    queries.append(Item.where { $0.count % 2 == 0 })
    queries.append(Item.where { -$0.count < 4 })
    queries.append(Item.where { $0.count / 2 == 1 })
    queries.append(Item.where { $0.count + $0.count > 10 })
    queries.append(Item.where { $0.count == number })
    queries.append(Item.where { $0.count > number + 1 })
    queries.append(Item.where { $0.count + number > 2 * number })
    queries.append(Item.where { $0.price > 10 })
    queries.append(Item.where { $0.price * 2 > 10 })
    queries.append(Item.where { $0.price * 1.19 > 10 })
    queries.append(Item.where { $0.price * 1.19 + 5 > 10 - 2.5 })
    queries.append(Item.where { $0.price / 3 < price })
    queries.append(Item.where { 10 < $0.price })
    queries.append(Item.where { $0.price - $0.price * 0.1 > 10 })
    queries.append(Item.where { $0.price * $0.count.double > 100 })
    queries.append(Item.where { $0.price.rounded() == 2 })
    queries.append(Item.where { abs($0.count) > 3 })
    queries.append(Item.where { max($0.count, 3) == 3 })
    queries.append(Item.where { min($0.price, 10) < 5 })
    queries.append(Item.where { $0.price.between(1, 10) })
    queries.append(Item.where { $0.price.in(1...10) })
    queries.append(Item.where { $0.count.in(1...10) })
    queries.append(Item.where { $0.count.in(1..<10) })
    queries.append(Item.where { $0.count.in([1, 2, 3]) })
    queries.append(Item.where { $0.count.notIn([1, 2, 3]) })
    queries.append(Item.where { $0.title.in(["a", "b"]) })
    queries.append(Item.where { $0.title.in([]) })
    queries.append(Item.where { $0.title.in(titles) })
    queries.append(Item.where { $0.id.in(ids) })
    queries.append(Item.where { $0.projectID.in(ids2) })
    queries.append(Item.where { $0.projectID == project.id })
    queries.append(Item.where { $0.id == other.id })
    queries.append(Item.where { $0.id != other.id })
    queries.append(Item.where { $0.projectID != other.projectID })
    queries.append(Item.where { $0.title.hasPrefix("a") })
    queries.append(Item.where { $0.title.hasSuffix("a") })
    queries.append(Item.where { $0.title.contains("a") })
    queries.append(Item.where { $0.title.contains(title) })
    queries.append(Item.where { $0.title.contains(title + "x") })
    queries.append(Item.where { $0.title.like("%a%") })
    queries.append(Item.where { $0.title.glob("a*") })
    queries.append(Item.where { $0.title.lowercased() == "door" })
    queries.append(Item.where { $0.title.uppercased().hasPrefix("D") })
    queries.append(Item.where { $0.title.length > 4 })
    queries.append(Item.where { $0.title.trimmed().length == 0 })
    queries.append(Item.where { $0.title + "x" == "Doorx" })
    queries.append(Item.where { "x" + $0.title == "xDoor" })
    queries.append(Item.where { $0.title + "-" + $0.project.name == "Door-Home" })
    queries.append(Item.where { $0.title.replacing("a", with: "b") == "x" })
    queries.append(Item.where { $0.title.substring(from: 0, length: 3) == "Doo" })
    queries.append(Item.where { ($0.note ?? "none") == "none" })
    queries.append(Item.where { ($0.note ?? $0.title) == "Door" })
    queries.append(Item.where { ($0.dueAt ?? now) <= now })
    queries.append(Item.where { $0.project.name == "Home" })
    queries.append(Item.where { $0.project.name != "Home" })
    queries.append(Item.where { $0.project.name == $0.title })
    queries.append(Item.where { $0.project.name.hasPrefix("H") })
    queries.append(Item.where { $0.project.profile.colour == "red" })
    queries.append(Item.where { $0.project.profile.colour == nil })
    queries.append(Item.where { $0.project.profile == nil })
    queries.append(Item.where { $0.project.profile != nil })
    queries.append(Item.where { $0.project.profile.isNil })
    queries.append(Item.where { $0.project.profile.project.name == "Home" })
    queries.append(Item.where { $0.tags.isEmpty })
    queries.append(Item.where { !$0.tags.isEmpty })
    queries.append(Item.where { $0.tags.count > 2 })
    queries.append(Item.where { $0.tags.count == number })
    queries.append(Item.where { $0.tags.count == $0.steps.count })
    queries.append(Item.where { $0.tags.count { $0.name == "urgent" } > 1 })
    queries.append(Item.where { $0.tags.contains(tag) })
    queries.append(Item.where { $0.tags.contains(tag.id) })
    queries.append(Item.where { !$0.tags.contains(tag) })
    queries.append(Item.where { $0.tags.any { $0.name == "urgent" } })
    queries.append(Item.where { $0.tags.none { $0.name == "urgent" } })
    queries.append(Item.where { $0.tags.all { $0.name != "urgent" } })
    queries.append(Item.where { $0.steps.any { $0.done } })
    queries.append(Item.where { $0.steps.all { $0.done } })
    queries.append(Item.where { $0.steps.any { !$0.done } })
    queries.append(Item.where { $0.steps.any { $0.text.hasPrefix("a") && !$0.done } })
    queries.append(Item.where { $0.tags.any { $0.items.any { $0.priority == .high } } })
    queries.append(Item.where { $0.tags.any { $0.name.in(["a", "b"]) && $0.items.count > 3 } })
    return queries
  }
}

extension SpeedValues {
  func medium() -> [Query<Item>] {
    var queries: [Query<Item>] = []
    queries.append(Item.where { $0.done && $0.title == "Door" })
    queries.append(Item.where { !$0.done && $0.dueAt < now })
    queries.append(Item.where { !$0.done && $0.dueAt != nil && $0.dueAt < now })
    queries.append(Item.where { $0.done || $0.priority == .high })
    queries.append(Item.where { ($0.done || $0.priority == .high) && $0.count > 3 })
    queries.append(Item.where { !($0.done || $0.priority == .high) })
    queries.append(Item.where { !($0.dueAt < now) && $0.note == nil })
    queries.append(Item.where { $0.priority == .high && $0.dueAt < now && !$0.done })
    queries.append(Item.where { $0.priority == .high && $0.dueAt < now || $0.note != nil })
    queries.append(Item.where { $0.priority.in([.low, .high]) && $0.count.in(1...3) })
    queries.append(Item.where { $0.count > 1 && $0.count < 10 && $0.price > 0.5 })
    queries.append(Item.where { $0.count + 1 > 2 && $0.price * 2 > 10 && $0.title != "x" })
    queries.append(Item.where { $0.count * 2 + 1 > 3 * number && $0.price * 1.19 - 2 > price / 2 })
    queries.append(
      Item.where { $0.dueAt < now && !$0.done && $0.project.name == "Home" && $0.tags.any { $0.name == "urgent" } })
    queries.append(Item.where { $0.project.name == "Home" && $0.project.profile.colour == "red" })
    queries.append(Item.where { $0.title.hasPrefix("a") || $0.title.hasSuffix("b") || $0.title.contains("c") })
    queries.append(Item.where { $0.title.lowercased() == title.lowercased() && $0.title.length > 3 })
    queries.append(Item.where { $0.note == nil || $0.note == "" || $0.note == optionalTitle })
    queries.append(Item.where { $0.note != nil && $0.note != "" && $0.note != title })
    queries.append(Item.where { $0.tags.isEmpty && $0.steps.isEmpty && $0.note == nil })
    queries.append(Item.where { $0.tags.count > 1 && $0.steps.count > 2 || $0.tags.count == $0.steps.count })
    queries.append(
      Item.where { $0.tags.any { $0.name == "a" } && $0.tags.any { $0.name == "b" } && $0.tags.none { $0.name == "c" } }
    )
    queries.append(Item.where { $0.steps.all { $0.done } && !$0.done && $0.dueAt < now })
    queries.append(Item.where { ($0.note ?? "") == "" && ($0.dueAt ?? now) < now })
    queries.append(Item.where { $0.id == other.id || $0.projectID == other.projectID && $0.title == other.title })
    queries.append(Item.where { $0.done == flag && $0.priority == .low && $0.price == 1.5 })
    queries.append(Item.where { -$0.count > 3 || -$0.price < -1 })
    queries.append(Item.where { $0.dueAt >= now && $0.dueAt < now.addingTimeInterval(86_400) && $0.priority != .low })
    queries.append(Item.where { $0.dueAt.between(now, now + 60) && $0.priority >= .normal })
    queries.append(Item.where { (($0.count + 1) * 2 - 3) / 4 % 5 == 1 && $0.done })
    return queries
  }
}

extension SpeedValues {
  func large() -> [Query<Item>] {
    var queries: [Query<Item>] = []
    queries.append(
      Item.where {
        $0.dueAt < now && !$0.done && $0.project.name == "Home" && $0.priority == .high && $0.note == nil
          && $0.count > 3
      })
    queries.append(
      Item.where {
        $0.dueAt < now && !$0.done && $0.project.name == "Home" && $0.priority == .high && $0.note == nil
          && $0.count > 3
          && $0.price * 2 > 10 && $0.title != "x"
      })
    queries.append(
      Item.where {
        $0.dueAt < now && !$0.done && $0.project.name == "Home" && $0.priority == .high && $0.note == nil
          && $0.count > 3
          && $0.price * 2 > 10 && $0.title != "x" && $0.tags.any { $0.name == "urgent" } && $0.steps.count > 2
          && $0.title.hasPrefix("a") && $0.id != other.id
      })
    queries.append(
      Item.where {
        $0.dueAt < now || !$0.done || $0.project.name == "Home" || $0.priority == .high || $0.note == nil
          || $0.count > 3
          || $0.price * 2 > 10 || $0.title != "x" || $0.tags.isEmpty || $0.steps.count > 2 || $0.title.hasPrefix("a")
          || $0.id == other.id
      })
    queries.append(
      Item.where {
        $0.dueAt < now && !$0.done || $0.project.name == "Home" && $0.priority == .high
          || $0.note == nil && $0.count > 3
          || $0.price * 2 > 10 && $0.title != "x" || $0.tags.isEmpty && $0.steps.count > 2
          || $0.title.hasPrefix("a") && $0.id == other.id
      })
    queries.append(
      Item.where {
        !($0.done && $0.priority == .low) && ($0.dueAt < now || $0.dueAt == nil) && ($0.note ?? "") != "x"
          && $0.count + 1 > 2 && $0.count - 1 < 20 && $0.price * 1.19 > 1 && -$0.count < 3
          && $0.project.profile.colour != nil && $0.title == $0.note && $0.title.in(["a"]) && $0.count.in(1...5)
          && flagged($0)
      })
    queries.append(
      Item.where {
        $0.count > 1 && $0.count < 2 && $0.count > 3 && $0.count < 4 && $0.count > 5 && $0.count < 6 && $0.count > 7
          && $0.count < 8 && $0.count > 9 && $0.count < 10 && $0.count > 11 && $0.count < 12
      })
    queries.append(
      Item.where {
        $0.price > 1 && $0.price < 2.5 && $0.price > 3 && $0.price < 4.5 && $0.price > 5 && $0.price < 6
          && $0.price > -7 && $0.price < 8 && $0.price > 9 && $0.price < 10 && $0.price > 11 && $0.price < 12
      })
    queries.append(
      Item.where {
        $0.priority == .high || $0.priority == .low || $0.priority != .normal || $0.priority > .low
          || .high == $0.priority || $0.priority == .high || $0.priority == .low || $0.priority != .normal
          || $0.priority > .low || $0.priority <= .high || $0.priority == .high || $0.priority == .low
      })
    queries.append(
      Item.where {
        $0.note == "a" || $0.note == nil || $0.note != nil || $0.note == title || $0.note == optionalTitle
          || $0.note != "b" || $0.note == "c" || $0.note == nil || $0.note != nil || $0.note == title
          || $0.note == optionalTitle || $0.note != "b"
      })
    queries.append(
      Item.where {
        $0.title == "a" && $0.note == "b" && $0.title != "c" && $0.note != "d" && "e" == $0.title && "f" != $0.note
          && $0.title == title && $0.note == title && $0.title == other.title && $0.note == other.note
          && $0.title == optionalTitle && $0.note == optionalTitle
      })
    queries.append(
      Item.where {
        !$0.done && !($0.dueAt < now) && !($0.title == "a") && !$0.tags.isEmpty && !($0.done || $0.count > 3)
          && !$0.steps.any { $0.done } && !($0.priority == .high) && !($0.note == nil) && !$0.title.hasPrefix("a")
          && !$0.count.in([1, 2]) && !($0.price < 1) && !$0.done
      })
    queries.append(
      Item.where {
        $0.count + 1 > 2 && $0.count * 2 > 3 && $0.count - 4 < 5 && $0.count % 2 == 1 && $0.count / 3 != 2
          && 2 * $0.count + 1 > 3 && $0.price + 1 > 2 && $0.price * 2 > 3.5 && $0.price - 4 < 5 && $0.price / 3 != 2
          && 2 * $0.price + 1 > 3 && 1.5 * $0.price - 1 > -3
      })
    queries.append(
      Item.where {
        $0.dueAt < now && $0.dueAt > now && $0.dueAt <= now && $0.dueAt >= now && $0.dueAt == now && $0.dueAt != now
          && now < $0.dueAt && now > $0.dueAt && $0.dueAt < optionalDate && $0.dueAt == optionalDate && $0.dueAt == nil
          && $0.dueAt != nil
      })
    queries.append(
      Item.where {
        $0.tags.any { $0.name == "a" } && $0.tags.any { $0.name == "b" || $0.name.hasPrefix("c") }
          && $0.steps.any { !$0.done && $0.text == "d" } && $0.steps.all { $0.done }
          && $0.tags.count { $0.name == "e" } > 1 && $0.tags.contains(tag) && $0.tags.isEmpty
          && $0.tags.none { $0.items.isEmpty } && $0.project.name == "f" && $0.project.items.count > 3
          && $0.project.items.any { $0.done } && $0.steps.any { $0.item.project.name == "g" }
      })
    return queries
  }
}

extension SpeedValues {
  func optionalPaths() -> [Query<Node>] {
    var queries: [Query<Node>] = []
    queries.append(Node.where { $0.parent.name == "root" })
    queries.append(Node.where { $0.parent.name != "root" })
    queries.append(Node.where { $0.parent.name == nil })
    queries.append(Node.where { $0.parent.name == $0.name })
    queries.append(Node.where { $0.name == $0.parent.name })
    queries.append(Node.where { $0.parent.weight == 3 })
    queries.append(Node.where { $0.parent.weight > 3 })
    queries.append(Node.where { $0.parent.weight == $0.weight })
    queries.append(Node.where { $0.weight == nil })
    queries.append(Node.where { $0.weight + 1 > 3 })
    queries.append(Node.where { ($0.weight ?? 0) + 1 > 3 })
    queries.append(Node.where { ($0.weight ?? 0) * 2 - 1 == number })
    queries.append(Node.where { $0.weight == $0.parent.weight })
    queries.append(Node.where { $0.parent == nil })
    queries.append(Node.where { $0.parent != nil })
    queries.append(Node.where { $0.parent.parent == nil })
    queries.append(Node.where { $0.parent.parent.name == "root" })
    queries.append(Node.where { $0.parent.parent.parent.name == "root" && $0.parent.weight == nil })
    queries.append(Node.where { $0.parent.isOpen == true })
    queries.append(Node.where { $0.parent.isOpen != true && $0.isOpen })
    queries.append(Node.where { $0.parentID == nil })
    queries.append(Node.where { $0.parentID == node.id })
    queries.append(Node.where { $0.parentID == node.parentID })
    queries.append(Node.where { $0.parentID.in([node.id]) })
    queries.append(Node.where { $0.children.any { $0.name == "a" } })
    queries.append(Node.where { $0.children.any { $0.children.any { $0.children.isEmpty } } })
    queries.append(Node.where { $0.children.any { child in child.parent.name == "x" && child.weight > 3 } })
    queries.append(Node.where { $0.parent.children.count > 1 })
    queries.append(Node.where { $0.parent.children.any { $0.isOpen } && !$0.isOpen })
    queries.append(
      Node.where {
        $0.parent.name.hasPrefix("a") && $0.parent.name.contains("b") && $0.parent.name != nil
          && ($0.parent.name ?? "") == ""
      })
    return queries
  }
}

extension SpeedValues {
  func others() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(Item.order { $0.title })
    queries.append(Item.order { $0.title.descending })
    queries.append(Item.order { ($0.priority.descending, $0.title) })
    queries.append(Item.order { ($0.priority.descending, $0.title, $0.id.descending) })
    queries.append(
      Item.order {
        ($0.project.name, $0.tags.count.descending, $0.title.lowercased(), $0.price * 2, $0.dueAt.descending)
      })
    queries.append(Item.where { $0.done }.order { $0.title }.limit(3))
    queries.append(
      Item.where { $0.done }.where { $0.note == nil && $0.priority == .high }.order { ($0.count + 1, -$0.price) }.limit(
        3, offset: 5))
    queries.append(Item.select { $0.title })
    queries.append(Item.select { ($0.title, $0.project.name, $0.tags.count) })
    queries.append(
      Item.where { $0.done && $0.count > 3 }.select {
        ($0.id, $0.priority, $0.project.profile.colour, $0.steps.count { !$0.done })
      })
    return queries
  }
}
