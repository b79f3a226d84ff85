import PostilCompiler
import PostilLint
import Testing

@Suite("check --profile cloudkit")
struct CloudKitLintTests {
  private func cloudKit(_ members: String, notes: String = "", others: String = "") -> [String] {
    codes(item(members, notes: notes) + others, profile: .cloudkit)
  }

  @Test func `no finding is reported without the profile`() {
    #expect(
      codes(item("var title: String  // @unique\n  // @references\n  var projectID: Project.ID") + projectModel) == [])
  }

  @Test func `a model that fits has no finding`() {
    let text = item(
      "var title = \"\"\n  var note: String?\n  var at: Int  // @default(sql: \"0\")\n  "
        + "// @references(inverse: items)\n  var projectID: Project.ID?\n  // @manyToMany(others: Project, inverse: others)"
    )
    #expect(codes(text + projectModel, profile: .cloudkit) == [])
  }

  @Test func `every unique key is found, whole and partial`() {
    #expect(cloudKit("var a = 0  // @unique") == ["cloudKitUnique"])
    #expect(cloudKit("var a = 0", notes: "@unique(a, where: \"a > 0\")") == ["cloudKitUnique"])
  }

  @Test func `a key that is given in drafts is a unique key too, and a UUID isn't`() {
    let model = { (key: String) in "import Foundation\n// @table\nstruct Item: Sendable {\n  \(key)\n}" }
    #expect(codes(model("let code: String  // @primaryKey"), profile: .cloudkit) == ["cloudKitUnique"])
    #expect(
      codes(model("let a: Int  // @primaryKey\n  let b: Int  // @primaryKey"), profile: .cloudkit) == ["cloudKitUnique"]
    )
    #expect(codes(model("let id: UUID"), profile: .cloudkit) == [])
  }

  @Test func `a property without a default must be optional`() {
    #expect(cloudKit("var title: String") == ["cloudKitRequired"])
  }

  @Test func `a reference must be optional, have an inverse and not deny`() {
    #expect(
      Set(cloudKit("// @references\n  var projectID: Project.ID", others: projectModel))
        == ["cloudKitRelationship", "cloudKitInverse", "cloudKitDeny"])
    #expect(
      cloudKit("// @references(inverse: items, onDelete: cascade)\n  var projectID: Project.ID", others: projectModel)
        == ["cloudKitRelationship"])
    #expect(
      cloudKit("// @references(inverse: items, onDelete: deny)\n  var projectID: Project.ID?", others: projectModel)
        == ["cloudKitDeny"])
  }
}
