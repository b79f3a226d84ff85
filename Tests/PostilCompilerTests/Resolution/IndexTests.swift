import PostilCompiler
import PostilSchema
import Testing

struct IndexTests {
  private let project = "\n// @table\nstruct Project: Sendable {\n  let id: ID\n}\n"

  @Test(
    "a foreign key is indexed unless a longer key or index starts with it",
    arguments: [
      ("", ["item_project_id_idx"]),
      ("@index(projectID, title)", ["item_project_id_title_idx"]),
      ("@index(title, projectID)", ["item_title_project_id_idx", "item_project_id_idx"]),
      ("@unique(projectID, title)", []),
      ("@index(projectID, where: \"title <> ''\")", ["item_project_id_idx", "item_project_id_idx1"]),
      ("@index(projectID.descending)", ["item_project_id_idx"]),
    ])
  func foreignKeys(notes: String, indexes: [String]) throws {
    let graph = try compile(
      item("var title: String\n// @references\nvar projectID: Project.ID", notes: notes) + project)
    #expect(try graph.table("item").indexes.map(\.name) == indexes)
  }

  @Test func `a multi-column key replaces the index of the reference that it starts with`() throws {
    let graph = try compile(
      "// @table\nstruct Line: Sendable {\n  // @primaryKey @references\n  let projectID: Project.ID\n  let number: Int  // @primaryKey\n}"
        + project)
    #expect(try graph.table("line").indexes.isEmpty)
  }

  @Test func `indexes with the same name are numbered across tables`() throws {
    let graph = try compile(
      """
      // @table
      // @index(b)
      // @index(b, where: "b > 0")
      // @index(b, where: "b > 1", name: "item_b_idx1")
      struct Item: Sendable {
        let id: ID
        var b: Int
      }
      // @table("item_b_idx2")
      struct Other: Sendable {
        let id: ID
      }
      """)
    #expect(try graph.table("item").indexes.map(\.name) == ["item_b_idx", "item_b_idx3", "item_b_idx1"])
  }

  @Test func `an index over an expression is named after its words`() throws {
    let graph = try compile(
      """
      // @table
      // @index(b.descending, "lower(a)".descending)
      // @unique("length(a) + 1", b)
      // @unique("2")
      struct Item: Sendable {
        let id: ID
        var a: String  // @index("upper(a)")
        var b: Int
      }
      """)
    let table = try graph.table("item")
    #expect(
      table.indexes.map(\.name) == [
        "item_b_lower_a_idx", "item_length_a_1_b_key", "item_expr_key", "item_upper_a_idx",
      ])
    #expect(table.indexes[0].terms[1] == Index.Term(expression: "lower(a)", isDescending: true))
    #expect(table.uniqueConstraints.isEmpty)
    #expect(try graph.model("Item").uniqueKeys.map(\.name) == ["lengthA1AndB", "expr"])
  }

  @Test func `former names are in the schema but not in the DDL`() throws {
    let graph = try compile(item("var title: String  // @renamed(from: \"name\")", notes: "@renamed(from: \"thing\")"))
    let table = try graph.table("item")
    #expect(table.renamedFrom == "thing")
    #expect(table.columns.map(\.renamedFrom) == [nil, "name"])
    let plain = try compile(item("var title: String"))
    #expect(graph.schema.script().text == plain.schema.script().text)
  }

  @Test func `annotations on a property apply to it, and with columns to the struct`() throws {
    let graph = try compile(
      item(
        "var a: Int  // @index @unique @check(\"a > 0\")\n// @index(a, b.descending)\nvar b: Int  // @check(\"a < b\", name: \"order\")"
      ))
    let table = try graph.table("item")
    #expect(table.indexes.map { $0.terms.map(\.column) } == [["a"], ["a", "b"]])
    #expect(table.indexes[1].terms[1].isDescending)
    #expect(table.uniqueConstraints.map(\.name) == ["item_a_key"])
    #expect(table.checks.map(\.name) == ["item_a_check", "order"])
  }
}
