import PostilEvolution
import PostilMigrations
import Testing

/// What a migration does to the version of the program that is still running.
@Suite("Findings about the running program")
struct RunningProgramTests {
  private func codes(_ old: [String], _ new: [String], allowing: [String] = []) throws -> [String] {
    try ServerPlan(
      from: model("Item", old.joined(separator: "\n  ")), to: model("Item", new.joined(separator: "\n  ")),
      allowing: allowing
    ).program.map(\.allowance)
  }

  @Test("A renamed table and a renamed column are findings, with the reason and what to do")
  func renames() throws {
    let plan = try ServerPlan(
      from: model("Item", "var place: String?"),
      to: model("Thing", "var location: String?  // @renamed(from: \"place\")", notes: "@renamed(from: \"item\")"))
    #expect(
      plan.program.map(\.message) == [
        "table 'item' is renamed to 'thing', and the version of the program that is still running uses the old name; stop that version "
          + "before the migration, or make the change in two steps with '--expand'; pass '--allow renameTable:item'",
        "column 'item.place' is renamed to 'location', and the version of the program that is still running uses the old name; stop that "
          + "version before the migration, or make the change in two steps with '--expand'; pass '--allow renameColumn:item.place'",
      ])
    #expect(plan.plan.unallowed.map(\.allowance) == ["renameTable:item", "renameColumn:item.place"])
  }

  @Test("The findings about NULL, defaults and types name the way in two steps")
  func twoSteps() throws {
    let plan = try ServerPlan(
      from: model("Item", "var note: String", "var size: Int  // @default(sql: \"7\")", "var day: Int"),
      to: model("Item", "var note: String?", "var size: Int", "var day: String"))
    #expect(plan.program.map(\.code) == [.changeColumn, .optionalColumn, .dropDefault])
    #expect(plan.program.allSatisfy { $0.message.contains("make the change in two steps with '--expand'") })
  }

  @Test("A new required column is a finding unless the server has a value for it")
  func required() throws {
    #expect(try codes([], ["var starred = false"]) == ["requireColumn:item.starred"])
    #expect(try codes([], ["var text: String"]) == ["requireColumn:item.text"])
    #expect(try codes([], ["var starred: Bool  // @default(sql: \"0\")"]) == [])
    #expect(try codes([], ["var note: String?"]) == [])
  }

  @Test("A dropped default, NULL where the program can't read it, other types and other raw values are findings")
  func columns() throws {
    #expect(
      try codes(["var size: Int  // @default(sql: \"7\")"], ["var size: Int"]) == ["dropDefault:item.size"])
    #expect(try codes(["var note: String"], ["var note: String?"]) == ["optionalColumn:item.note"])
    #expect(try codes(["var size: Int"], ["var size: String"]) == ["changeColumn:item.size"])
    let day = try ServerPlan(
      from: model("Item", "var day: Date"), to: model("Item", "var day: Date  // @store(as: iso8601Milliseconds)"))
    let text = "column 'item.day' gets other values, and the version"
    #expect(day.program.map(\.message).allSatisfy { $0.hasPrefix(text) })
    #expect(day.program.count == 1)
    let state = { (name: String, note: String) in
      "enum State: String, Codable, Sendable {\n  case open\n  \(note)\n  case \(name)\n}\n"
        + model("Item", "var state: State")
    }
    let renamed = try ServerPlan(
      from: state("finished", ""), to: state("done", "// @renamed(from: \"finished\")"))
    #expect(renamed.program.map(\.allowance) == ["changeColumn:item.state"])
  }

  @Test("A dropped view, and a dropped column without values of its own, are findings")
  func drops() throws {
    #expect(
      try codes(["let key: String  // @generated(\"'a' || id\")"], []) == ["dropColumn:item.key"])
    let view = "// @view(\"SELECT id FROM item\")\nstruct Short: Sendable {\n  var id: Item.ID\n}\n"
    let plan = try ServerPlan(from: model("Item") + view, to: model("Item"))
    #expect(plan.program.map(\.allowance) == ["dropView:short"])
  }

  @Test("A finding about rows says what happens to the running program, and isn't repeated")
  func notes() throws {
    let dropped = try ServerPlan(from: model("Item", "var place: String?"), to: model("Item"))
    #expect(
      dropped.plan.unallowed.map(\.allowance) == ["dropColumn:item.place"]
        && dropped.plan.findings[0].notes == [
          "the version of the program that is still running fails without this column: first deploy a version that doesn't use it"
        ])
    let checked = try ServerPlan(
      from: model("Item", "var size: Int"), to: model("Item", "var size: Int  // @check(\"size > 0\")"))
    #expect(
      checked.plan.unallowed.map(\.allowance) == ["newCheck:item.item_size_check"]
        && checked.plan.findings[0].notes == [
          "the version of the program that is still running fails when it writes such a row"
        ])
  }

  @Test("The file names what was allowed, and its reader accepts that")
  func file() throws {
    let plan = try ServerPlan(
      from: model("Item", "var place: String?"),
      to: model("Item", "var location: String?  // @renamed(from: \"place\")"), allowing: ["renameColumn"])
    let text = plan.plan.text(MigrationHeader(description: ["Rename."], after: [], schema: "1"))
    #expect(
      text.contains(
        "-- The version of the program that is still running fails after these changes.\n-- @allow(renameColumn, \"item.place\")\n"
      ))
    #expect(try MigrationScript(name: "1", text: text).allowed == ["renameColumn, \"item.place\""])
  }

  @Test("On SQLite, the program that opens the file migrates it, so these aren't findings")
  func onSQLite() throws {
    let migration = try Migration(
      models: model("Item", "var place: String"), rows: "",
      to: model("Item", "var location: String?  // @renamed(from: \"place\")"))
    #expect(migration.plan.findings.isEmpty)
  }
}
