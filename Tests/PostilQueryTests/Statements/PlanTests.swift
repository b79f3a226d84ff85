import Foundation
import PostilQuery
import Testing

@Suite("Query plans")
struct PlanTests {
  private func plan<M: Model>(_ query: Query<M>) throws -> String {
    try TestDatabase.filled().plan(query.rendered())
  }

  @Test("Lists of values use an index")
  func membership() throws {
    #expect(try plan(Item.where { $0.id.in([Item.ID(1)]) }).contains("SEARCH t0 USING INTEGER PRIMARY KEY"))
    #expect(
      try plan(Item.where { $0.id.in((0..<50).map { Item.ID($0) }) }).contains("SEARCH t0 USING INTEGER PRIMARY KEY"))
    #expect(
      try plan(Item.where { $0.title.in((0..<50).map { "\($0)" }) }).contains("SEARCH t0 USING INDEX item_title_idx"))
  }

  @Test("Prefixes, dates and NULL use an index")
  func ranges() throws {
    #expect(try plan(Item.where { $0.title.hasPrefix("Oil") }).contains("INDEX item_title_idx (title>? AND title<?)"))
    #expect(try plan(Item.where { $0.dueAt < Date.distantFuture }).contains("INDEX item_due_at_idx (due_at<?)"))
    #expect(try plan(Item.where { $0.dueAt == nil }).contains("INDEX item_due_at_idx (due_at=?)"))
    #expect(try plan(Item.where { $0.dueAt == Date.distantPast }).contains("INDEX item_due_at_idx (due_at=?)"))
    #expect(try plan(Item.where { $0.dueAt.in(.distantPast ... .distantFuture) }).contains("INDEX item_due_at_idx"))
  }

  @Test("A Bool column matches the condition of a partial index")
  func partialIndex() throws {
    #expect(try plan(Item.where { !$0.done && $0.count == 3 }).contains("INDEX item_count_idx (count=?)"))
  }

  @Test("Members and owners are found by an index")
  func relationships() throws {
    #expect(
      try plan(Item.where { $0.steps.any { $0.done } }).contains("SEARCH t1 USING INDEX step_item_id_idx (item_id=?)"))
    #expect(
      try plan(Item.where { $0.tags.isEmpty }).contains("SEARCH t1 USING PRIMARY KEY (item_id=?)"))
    #expect(
      try plan(Item.where { $0.tags.contains(Tag.ID(1)) })
        .contains("SEARCH t1 USING COVERING INDEX item_tags_tag_id_item_id_idx (tag_id=?)"))
    let members = try plan(Query(Item.tagsRelationship, of: Item.ID(1)))
    #expect(members.contains("SEARCH t0 USING PRIMARY KEY (item_id=?)"))
    #expect(members.contains("SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)"))
    let steps = try plan(Query(Item.stepsRelationship, of: Item.ID(1)))
    #expect(steps == "SEARCH t0 USING INDEX step_item_id_idx (item_id=?)")
    let assets = try plan(Query(Release.assetsRelationship, of: Release.ID(name: "postil", version: 1)))
    #expect(
      assets.contains("USING INDEX asset_release_name_release_version_idx (release_name=? AND release_version=?)"))
  }

  @Test("A path is searched from its end, also an optional one")
  func paths() throws {
    let required = try plan(Item.where { $0.project.name == "Home" })
    #expect(required.contains("SEARCH t1 USING COVERING INDEX sqlite_autoindex_project_1 (name=?)"))
    #expect(required.contains("SEARCH t0 USING INDEX item_project_id_idx (project_id=?)"))
    let optional = try plan(Node.where { $0.parent.id == Node.ID(1) })
    #expect(optional.contains("SEARCH t1 USING INTEGER PRIMARY KEY"))
    #expect(optional.contains("SEARCH t0 USING INDEX node_parent_id_idx (parent_id=?)"))
  }

  @Test("Writes use an index")
  func writes() throws {
    let database = try TestDatabase.filled()
    let delete = _RenderedStatement(
      sql: #"DELETE FROM "item" AS t0 WHERE t0."id" IN (SELECT t1."id" FROM "item" AS t1 "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?1)"#,
      bindings: [.text("Home")])
    #expect(try database.plan(delete).contains("SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)"))
  }
}
