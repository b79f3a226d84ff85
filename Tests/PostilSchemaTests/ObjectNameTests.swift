import PostilSchema
import Testing

struct ObjectNameTests {
  @Test func `names follow PostgreSQL's conventions`() {
    #expect(ObjectName.primaryKey(of: "item") == "item_pkey")
    #expect(ObjectName.uniqueKey(of: "item", columns: ["name", "version"]) == "item_name_version_key")
    #expect(ObjectName.check(of: "item", column: "title") == "item_title_check")
    #expect(ObjectName.check(of: "item", column: nil) == "item_check")
    #expect(ObjectName.foreignKey(of: "item", columns: ["project_id"]) == "item_project_id_fkey")
    #expect(ObjectName.index(of: "item", columns: ["due_at", "priority"]) == "item_due_at_priority_idx")
    #expect(ObjectName.range(of: "item", column: "done") == "item_done_range")
  }

  @Test func `a name in use gets the first free number`() {
    var names = NameRegister()
    let taken = [names.takeUnique("a"), names.takeUnique("a")]
    #expect(taken == ["a", "a1"])
    let isFree = names.take("A2")
    #expect(isFree)
    let next = names.takeUnique("a")
    #expect(next == "a3")
  }
}
