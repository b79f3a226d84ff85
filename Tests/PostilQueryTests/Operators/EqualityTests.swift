import Foundation
import PostilQuery
import Testing

@Suite("Equality")
struct EqualityTests {
  let door = "Report"
  let absent: String? = nil
  let present: String? = "50% done"

  @Test("A column equals a value on either side")
  func value() throws {
    try expectItems(#" WHERE t0."title" = ?1"#, [4], bindings: [.text("Report")]) { $0.title == door }
    try expectItems(#" WHERE ?1 = t0."title""#, [4]) { door == $0.title }
    try expectItems(#" WHERE t0."title" <> ?1"#, [1, 2, 3, 5]) { $0.title != door }
    try expectItems(#" WHERE ?1 <> t0."title""#, [1, 2, 3, 5]) { door != $0.title }
  }

  @Test("Literals, enums, identifiers and properties of other values can be compared")
  func types() throws {
    let project = Project(id: Project.ID(2), name: "Work")
    try expectItems(#" WHERE t0."count" = ?1"#, [4], bindings: [.integer(-3)]) { $0.count == -3 }
    try expectItems(#" WHERE t0."price" = ?1"#, [2], bindings: [.real(20)]) { $0.price == 20 }
    try expectItems(#" WHERE t0."priority" = ?1"#, [3, 4], bindings: [.integer(2)]) { $0.priority == .high }
    try expectItems(#" WHERE t0."project_id" = ?1"#, [4, 5], bindings: [.integer(2)]) { $0.projectID == project.id }
    try expectItems(#" WHERE t0."done" = ?1"#, [3, 5], bindings: [.integer(1)]) { $0.done == true }
    try expectItems(#" WHERE t0."due_at" = ?1"#, [1], bindings: [.text("2026-01-01 00:00:00")]) {
      $0.dueAt == Date(timeIntervalSince1970: 1_767_225_600)
    }
  }

  @Test("nil means NULL, and NULL differs from every value")
  func null() throws {
    try expectItems(#" WHERE t0."note" IS NULL"#, [1, 5], bindings: []) { $0.note == nil }
    try expectItems(#" WHERE t0."note" IS NOT NULL"#, [2, 3, 4], bindings: []) { $0.note != nil }
    try expectItems(#" WHERE t0."note" IS NULL"#, [1, 5]) { $0.note == absent }
    try expectItems(#" WHERE t0."note" IS NULL"#, [1, 5]) { absent == $0.note }
    try expectItems(#" WHERE t0."note" = ?1"#, [2]) { $0.note == present }
    try expectItems(#" WHERE t0."note" IS NOT ?1"#, [1, 3, 4, 5]) { $0.note != present }
    try expectItems(#" WHERE t0."title" IS NULL"#, []) { $0.title == absent }
  }

  @Test("A negated equality is its opposite, also for NULL")
  func negation() throws {
    try expectItems(#" WHERE NOT (t0."note" IS ?1)"#, [1, 3, 4, 5]) { !($0.note == present) }
    try expectItems(#" WHERE NOT (t0."note" IS NOT ?1)"#, [2]) { !($0.note != present) }
    try expectItems(#" WHERE t0."note" IS NOT NULL"#, [2, 3, 4]) { !($0.note == nil) }
    try expectItems(#" WHERE NOT (t0."note" IS ?1 OR t0."done" = 1)"#, [1, 4]) { !($0.note == present || $0.done) }
  }

  @Test("Columns can be compared, and NULL equals NULL")
  func columns() throws {
    try expectItems(#" WHERE t0."title" = t0."title""#, [1, 2, 3, 4, 5]) { $0.title == $0.title }
    try expectItems(#" WHERE t0."note" IS t0."note""#, [1, 2, 3, 4, 5]) { $0.note == $0.note }
    try expectItems(#" WHERE t0."note" = t0."title""#, []) { $0.note == $0.title }
    try expectItems(#" WHERE t0."title" IS NOT t0."note""#, [1, 2, 3, 4, 5]) { $0.title != $0.note }
    try expectItems(#" WHERE NOT (t0."title" IS t0."note")"#, [1, 2, 3, 4, 5]) { !($0.title == $0.note) }
  }

  @Test("isNil and isNotNil test for NULL")
  func isNil() throws {
    try expectItems(#" WHERE t0."due_at" IS NULL"#, [2, 5]) { $0.dueAt.isNil }
    try expectItems(#" WHERE t0."due_at" IS NOT NULL"#, [1, 3, 4]) { $0.dueAt.isNotNil }
    try expectItems(#" WHERE t0."due_at" IS NOT NULL"#, [1, 3, 4]) { !$0.dueAt.isNil }
    try expectItems(#" WHERE t0."due_at" IS NULL"#, [2, 5]) { !$0.dueAt.isNotNil }
  }

  @Test("Text is compared by the column's collation")
  func collation() throws {
    try expectQuery(
      Tag.where { $0.name == "OIL" }, sql: #"SELECT t0.* FROM "tag" AS t0 WHERE t0."name" = ?1"#, rows: ["3"])
  }

  @Test("?? is coalesce")
  func coalesce() throws {
    try expectItems(#" WHERE coalesce(t0."note", ?1) = ?2"#, [1, 5]) { ($0.note ?? "none") == "none" }
    try expectItems(#" WHERE coalesce(t0."note", t0."title") = ?1"#, [1]) { ($0.note ?? $0.title) == "Oil the door" }
  }
}
