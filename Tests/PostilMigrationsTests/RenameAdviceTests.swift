import PostilMigrations
import Testing

/// What 'migrate new' offers for a renamed relationship, done as it says.
@Suite("Renamed relationships")
struct RenameAdviceTests {
  private static func ordered(_ name: String, note: String = "") -> String {
    model("Item", "var title: String", "// @manyToMany(\(name): Tag, inverse: items, ordered)\(note)")
      + model("Tag", "var name: String")
  }

  private static let rows = """
    INSERT INTO item VALUES (1, 'a');
    INSERT INTO tag VALUES (1, 't'), (2, 'u'), (3, 'v');
    INSERT INTO item_tags (item_id, tag_id, tags_position) VALUES (1, 1, 8192), (1, 2, 0), (1, 3, 4096);
    """

  @Test("The annotation that is offered keeps the pairs and their order")
  func renamedRelationship() throws {
    let asked = try Migration(models: Self.ordered("tags"), rows: Self.rows, to: Self.ordered("labels"))
    #expect(
      asked.plan.problems.first?.notes.first
        == "for a rename, which keeps the pairs and their order: write '@renamed(from: \"tags\")' after the '@manyToMany' of "
        + "'labels', on the same line")
    let migration = try Migration(
      models: Self.ordered("tags"), rows: Self.rows, to: Self.ordered("labels", note: " @renamed(from: \"tags\")"))
    #expect(migration.plan.problems.isEmpty)
    try migration.apply()
    #expect(
      try migration.database.quoted("SELECT tag_id FROM item_labels ORDER BY labels_position").map { $0[0] } == [
        "2", "3", "1",
      ])
    try migration.undo()
    #expect(
      try migration.database.quoted("SELECT tag_id FROM item_tags ORDER BY tags_position").map { $0[0] } == [
        "2", "3", "1",
      ])
  }

  @Test("On PostgreSQL the tables of a renamed relationship get new names, and nothing is copied or dropped")
  func renamedOnServer() throws {
    let plan = try ServerPlan(
      from: Self.ordered("tags"), to: Self.ordered("labels", note: " @renamed(from: \"tags\")"))
    #expect(plan.plan.problems.isEmpty)
    #expect(plan.statements.contains(#"ALTER TABLE "item_tags" RENAME TO "item_labels""#))
    #expect(!plan.statements.contains { $0.contains("INSERT INTO \"item_labels\"") || $0.hasPrefix("DROP TABLE") })
  }

  @Test("A relationship of a model with itself, one on both sides and the members of a reference are renamed")
  func otherRelationships() throws {
    func friends(_ name: String, _ note: String = "") -> String {
      model("Person", "// @manyToMany(\(name): Person)\(note)")
    }
    let person = try Migration(
      models: friends("friends"), rows: "INSERT INTO person VALUES (1), (2); INSERT INTO person_friends VALUES (1, 2)",
      to: friends("fellows", " @renamed(from: \"friends\")"))
    try person.apply()
    #expect(try person.database.quoted("SELECT person_id || ' ' || fellows_id FROM person_fellows") == [["1 2"]])
    func both(_ name: String, _ note: String = "") -> String {
      model("Zoo", "// @manyToMany(animals: Animal, inverse: \(name))")
        + model("Animal", "// @manyToMany(\(name): Zoo, inverse: animals)\(note)")
    }
    let animals = try Migration(
      models: both("zoos"),
      rows: "INSERT INTO zoo VALUES (1); INSERT INTO animal VALUES (2); INSERT INTO animal_zoos VALUES (2, 1)",
      to: both("homes", " @renamed(from: \"zoos\")"))
    try animals.apply()
    #expect(try animals.database.quoted("SELECT animal_id || ' ' || zoo_id FROM animal_homes") == [["2 1"]])
    func steps(_ name: String, _ note: String = "") -> String {
      model("Item", "// @hasMany(\(name): Step, inverse: item, ordered)\(note)")
        + model("Step", "var itemID: Item.ID  // @references")
    }
    let item = try Migration(
      models: steps("steps"), rows: "INSERT INTO item VALUES (1); INSERT INTO step VALUES (1, 1, 4096), (2, 1, 0)",
      to: steps("parts", " @renamed(from: \"steps\")"))
    try item.apply()
    #expect(try item.database.quoted("SELECT id FROM step ORDER BY parts_position").map { $0[0] } == ["2", "1"])
  }

  @Test("A former name that another relationship of the model has is an error")
  func takenName() {
    #expect(throws: (any Error).self) {
      try compiled(
        model("Item", "// @manyToMany(tags: Tag)", "// @manyToMany(labels: Tag) @renamed(from: \"tags\")")
          + model("Tag"))
    }
  }
}
