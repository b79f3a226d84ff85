@testable import PostilCompiler
import PostilSchema
import Testing

/// The truth table of relationships, a test a row; the contradictions are in `Cases`.
struct RelationshipTests {
  private let project = "\n// @table\nstruct Project: Sendable {\n  let id: ID\n}\n"

  @Test func `a reference alone is a to-one, and the other side has nothing`() throws {
    let graph = try compile(item("// @references\nvar projectID: Project.ID") + project)
    #expect(
      try graph.relationship("Item.project")
        == ResolvedRelationship(
          kind: .toOne, name: "project", target: "Project", origin: "@references on projectID",
          keyProperties: ["projectID"],
          near: ["project_id"], far: ["id"], isRequired: true, onDelete: .deny))
    #expect(try graph.model("Project").relationships.isEmpty)
  }

  @Test func `an inverse gives the other side a has-many`() throws {
    let graph = try compile(
      item("// @references(inverse: items, onDelete: cascade)\nlet projectID: Project.ID") + project)
    #expect(try graph.relationship("Item.project").inverse == "items")
    #expect(
      try graph.relationship("Project.items")
        == ResolvedRelationship(
          kind: .hasMany, name: "items", target: "Item", origin: "@references on Item.projectID",
          keyProperties: ["projectID"], near: ["id"], far: ["project_id"], isRequired: true, isLet: true,
          onDelete: .cascade,
          inverse: "project"))
  }

  @Test func `an inverse of a unique reference is a has-one`() throws {
    let graph = try compile(item("// @references(inverse: item) @unique\nvar projectID: Project.ID?") + project)
    let relationship = try graph.relationship("Project.item")
    #expect(relationship.kind == .hasOne)
    #expect(!relationship.isRequired)
    #expect(relationship.onDelete == .nullify)
  }

  @Test func `a key that is a reference is a has-one too`() throws {
    let graph = try compile(
      "// @table\nstruct Profile: Sendable {\n  // @primaryKey @references(inverse: profile)\n  let projectID: Project.ID\n}"
        + project)
    #expect(try graph.relationship("Project.profile").kind == .hasOne)
    #expect(try !graph.model("Profile").key.isAssigned)
  }

  @Test func `a has-many annotation names the inverse of a reference`() throws {
    let graph = try compile(
      item("// @references\nvar projectID: Project.ID")
        + "\n// @table\n// @hasMany(items: Item, inverse: project)\nstruct Project: Sendable {\n  let id: ID\n}\n")
    #expect(try graph.relationship("Project.items").origin == "@hasMany(items:)")
    #expect(try graph.relationship("Item.project").inverse == "items")
  }

  @Test func `a has-one annotation needs a unique reference`() throws {
    let graph = try compile(
      item("// @references @unique\nvar projectID: Project.ID")
        + "\n// @table\n// @hasOne(item: Item, inverse: project)\nstruct Project: Sendable {\n  let id: ID\n}\n")
    #expect(try graph.relationship("Project.item").kind == .hasOne)
  }

  @Test func `both sides can have the same annotation`() throws {
    let graph = try compile(
      item("// @references(inverse: items)\nvar projectID: Project.ID")
        + "\n// @table\n// @hasMany(items: Item, inverse: project)\nstruct Project: Sendable {\n  let id: ID\n}\n")
    #expect(try graph.model("Project").relationships.map(\.name) == ["items"])
  }

  @Test func `a many-to-many without an inverse belongs to one side`() throws {
    let graph = try compile(item("// @manyToMany(projects: Project)") + project)
    #expect(
      try graph.relationship("Item.projects")
        == ResolvedRelationship(
          kind: .manyToMany, name: "projects", target: "Project", origin: "@manyToMany(projects:)", keyProperties: [],
          near: ["id"], far: ["id"], join: ResolvedJoin(table: "item_projects", near: ["item_id"], far: ["project_id"]),
          isRequired: false, onDelete: .cascade, isDrafted: true))
    #expect(try graph.model("Project").relationships.isEmpty)
  }

  @Test func `a many-to-many with an inverse belongs to both, and the declaring side names the table`() throws {
    let tags = "// @table\n// @manyToMany(tags: Tag, inverse: items)\nstruct Item: Sendable {\n  let id: ID\n}\n"
    let tag = "// @table\nstruct Tag: Sendable {\n  let id: ID\n}\n"
    let graph = try compile(["Item.swift": tags, "Tag.swift": tag])
    #expect(
      try graph.relationship("Tag.items").join == ResolvedJoin(table: "item_tags", near: ["tag_id"], far: ["item_id"]))
    let noted = "// @table\n// @manyToMany(items: Item, inverse: tags)\nstruct Tag: Sendable {\n  let id: ID\n}\n"
    let plain = "// @table\nstruct Item: Sendable {\n  let id: ID\n}\n"
    let one = ["Item.swift": plain, "Tag.swift": noted]
    #expect(try compile(one).table("tag_items").primaryKey.columns == ["tag_id", "item_id"])
    // If both sides declare it, the smaller name is used, whatever the order of the files.
    let both = ["Item.swift": tags, "Tag.swift": noted]
    #expect(try compile(both).table("item_tags").primaryKey.columns == ["item_id", "tag_id"])
    for files in [one, both] { #expect(try compile(files).relationship("Item.tags").inverse == "items") }
  }

  @Test func `a many-to-many of a table with itself names its far column after the relationship`() throws {
    let graph = try compile(
      "// @table\n// @manyToMany(exits: Room, inverse: entrances)\nstruct Room: Sendable {\n  let id: ID\n}\n")
    #expect(
      try graph.relationship("Room.exits").join
        == ResolvedJoin(table: "room_exits", near: ["room_id"], far: ["exits_id"]))
    #expect(
      try graph.relationship("Room.entrances").join
        == ResolvedJoin(table: "room_exits", near: ["exits_id"], far: ["room_id"]))
  }

  @Test func `a table can reference itself`() throws {
    let graph = try compile(
      "// @table\nstruct Node: Sendable {\n  let id: ID\n  // @references(inverse: children)\n  var parentID: ID?\n}\n")
    #expect(try graph.relationship("Node.parent").target == "Node")
    #expect(try graph.relationship("Node.children").kind == .hasMany)
    #expect(try graph.model("Node").relationships.map(\.name) == ["parent", "children"])
  }

  @Test func `two references to one table have separate inverses`() throws {
    let graph = try compile(
      item(
        "// @references(inverse: made)\nvar makerID: Project.ID\n// @references(inverse: owned)\nvar ownerID: Project.ID?"
      )
        + project)
    #expect(try graph.model("Project").relationships.map(\.name) == ["made", "owned"])
    #expect(try graph.model("Item").relationships.map(\.name) == ["maker", "owner"])
  }

  @Test func `by default, an optional reference nullifies and a required one denies`() throws {
    let graph = try compile(
      item(
        "// @references\nvar aID: Project.ID?\n// @references\nvar bID: Project.ID\n// @references(onDelete: noAction)\nvar cID: Project.ID"
      )
        + project)
    #expect(try graph.table("item").foreignKeys.map(\.onDelete) == [.nullify, .deny, .noAction])
  }

  @Test func `a reference can name its target if its type doesn't`() throws {
    let graph = try compile(
      "// @table\nstruct Country: Sendable {\n  let code: String  // @primaryKey\n}\n"
        + item("// @references(Country)\nvar countryID: String\n// @references\nvar otherID: Country.ID?"))
    #expect(try graph.relationship("Item.country").far == ["code"])
    #expect(try graph.relationship("Item.other").far == ["code"])
  }

  @Test func `optional references can form a circle`() throws {
    let graph = try compile(
      item("// @references\nvar personID: Person.ID")
        + "\n// @table\nstruct Person: Sendable {\n  let id: ID\n  // @references\n  var favouriteID: Item.ID?\n}\n")
    #expect(graph.schema.tables.map(\.name) == ["item", "person"])
  }
}
