import PostilMigrations
import Testing

private func item(_ cases: String, type: String = "String", column: String = "var state: State") -> String {
  model("Item", column) + "enum State: \(type), Codable, Sendable {\n\(cases)\n}\n"
}

private let rows = "INSERT INTO item VALUES (1, 'open'), (2, 'finished'), (3, 'finished')"

@Suite("Renamed raw values of enums")
struct EnumValueTests {
  static let changes: [Change] = [
    Change(
      "a raw value is renamed", from: item("case open, finished"), rows: rows,
      to: item("case open\ncase done  // @renamed(from: \"finished\")"), rebuilds: ["item"],
      query: "SELECT state FROM item ORDER BY id", after: ["open", "done", "done"],
      contains: [
        "-- Table 'item' is rebuilt: column 'state' gets new raw values ('finished' becomes 'done'), "
          + "check 'item_state_check' is changed.",
        "CASE \"state\" WHEN 'finished' THEN 'done' ELSE \"state\" END AS \"state\"",
      ]),
    Change(
      "the name of a case without a raw type is renamed",
      from: model("Item", "var state: State") + "enum State: Codable, Sendable { case open, finished }\n", rows: rows,
      to: model("Item", "var state: State")
        + "enum State: Codable, Sendable {\ncase open\n// @renamed(from: \"finished\")\ncase done\n}\n",
      rebuilds: ["item"], query: "SELECT state FROM item ORDER BY id", after: ["open", "done", "done"]),
    Change(
      "an optional raw value is renamed, and NULL stays",
      from: item("case open, finished", column: "var state: State?"), rows: rows + ", (4, NULL)",
      to: item("case open\ncase done  // @renamed(from: \"finished\")", column: "var state: State?"),
      rebuilds: ["item"], query: "SELECT quote(state) FROM item ORDER BY id",
      after: ["'open'", "'done'", "'done'", "NULL"]),
    Change(
      "integers are renamed, one of them below zero",
      from: item("case low = -1, normal = 0, high = 1", type: "Int"),
      rows: "INSERT INTO item VALUES (1, -1), (2, 0), (3, 1)",
      to: item(
        "case low = 10  // @renamed(from: -1)\ncase normal = 0\ncase high = 30  // @renamed(from: 1)", type: "Int"),
      rebuilds: ["item"], query: "SELECT state FROM item ORDER BY id", after: ["10", "0", "30"]),
    Change(
      "a renamed value, a renamed column and a renamed table", from: item("case open, finished"), rows: rows,
      to: model("Task", "var status: State  // @renamed(from: \"state\")", notes: "@renamed(from: \"item\")")
        + "enum State: String, Codable, Sendable {\ncase open\ncase done  // @renamed(from: \"finished\")\n}\n",
      rebuilds: ["task"], query: "SELECT status FROM task ORDER BY id", after: ["open", "done", "done"]),
    Change(
      "a raw value with a quote in it", from: item("case open, finished = \"it's done\""),
      rows: "INSERT INTO item VALUES (1, 'it''s done')",
      to: item("case open, other\ncase done  // @renamed(from: \"it's done\")"), rebuilds: ["item"],
      query: "SELECT state FROM item", after: ["done"]),
    Change(
      "the column is unique", from: item("case open, finished", column: "var state: State // @unique"),
      rows: "INSERT INTO item VALUES (1, 'open'), (2, 'finished')",
      to: item("case open\ncase done  // @renamed(from: \"finished\")", column: "var state: State // @unique"),
      rebuilds: ["item"], query: "SELECT state FROM item ORDER BY id", after: ["open", "done"]),
    Change(
      "two values become one", from: item("case open, finished, closed"),
      rows: "INSERT INTO item VALUES (1, 'open'), (2, 'finished'), (3, 'closed')",
      to: item("case open\n// @renamed(from: \"finished\") @renamed(from: \"closed\")\ncase done"), rebuilds: ["item"],
      query: "SELECT state FROM item ORDER BY id", after: ["open", "done", "done"], undo: .impossible),
    Change(
      "a value becomes one that there was", from: item("case open, finished, done"),
      rows: "INSERT INTO item VALUES (1, 'open'), (2, 'finished'), (3, 'done')",
      to: item("case open\ncase done  // @renamed(from: \"finished\")"), rebuilds: ["item"],
      query: "SELECT state FROM item ORDER BY id", after: ["open", "done", "done"], undo: .impossible),
    Change(
      "texts become an enum whose values have other names", from: model("Item", "var state: String"),
      rows: "INSERT INTO item VALUES (1, 'open'), (2, 'Finished')",
      to: item("case open\ncase done  // @renamed(from: \"Finished\")"), rebuilds: ["item"],
      findings: ["newCheck item.item_state_check 0"], query: "SELECT state FROM item ORDER BY id",
      after: ["open", "done"], undo: .impossible),
    Change(
      "a value is renamed and another one is gone", from: item("case open, finished, closed"), rows: rows,
      to: item("case open\ncase done  // @renamed(from: \"finished\")"), rebuilds: ["item"],
      findings: ["newCheck item.item_state_check 0"], query: "SELECT state FROM item ORDER BY id",
      after: ["open", "done", "done"]),
    Change(
      "a rename that an earlier migration applied is no change",
      from: item("case open\ncase done"), rows: "INSERT INTO item VALUES (1, 'done')",
      to: item("case open\ncase done  // @renamed(from: \"finished\")"), query: "SELECT state FROM item",
      after: ["done"], undo: .nothing),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws {
    if case .nothing = change.undo {
      let plan = try Migration(models: change.from, rows: change.rows, to: change.to).plan
      #expect(plan.isEmpty && plan.undo == .nothing)
    } else {
      try change.prove()
    }
  }

  @Test func anUndoRestoresTheFormerValues() throws {
    let migration = try Migration(
      models: item("case open, finished"), rows: rows,
      to: item("case open\ncase done  // @renamed(from: \"finished\")"))
    try migration.apply()
    try migration.database.run("INSERT INTO item VALUES (4, 'done')")
    try migration.undo()
    #expect(
      try migration.database.quoted("SELECT state FROM item ORDER BY id").map { $0[0] }
        == ["open", "finished", "finished", "finished"])
  }

  @Test func anUndoCountsTheRowsWithAValueThatCameWithTheRename() throws {
    let migration = try Migration(
      models: item("case open, finished"), rows: rows,
      to: item("case open, paused\ncase done  // @renamed(from: \"finished\")"))
    try migration.apply()
    try migration.database.run("INSERT INTO item VALUES (4, 'paused')")
    guard case .script(let plan) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    #expect(try plan.findings.map { "\($0.code) \(try migration.database.number($0.query))" } == ["newCheck 1"])
  }

  @Test func aReasonSaysWhyTwoValuesThatBecomeOneHaveNoUndo() throws {
    let plan = try Migration(
      models: item("case open, finished, done"), to: item("case open\ncase done  // @renamed(from: \"finished\")")
    ).plan
    #expect(
      plan.undo
        == .impossible(
          reason: "the old values of 'item.state' can't be told apart anymore ('finished' becomes 'done')"))
  }

  @Test func aValueThatIsGoneIsAFindingWithTheLineThatKeepsItsRows() throws {
    let plan = try Migration(models: item("case open, finished"), to: item("case open, done")).plan
    #expect(
      plan.findings.map(\.message) == [
        "'finished' is no longer a value of column 'state' of 'item'; if a case only has a new raw value, write "
          + "'// @renamed(from: \"finished\")' above the case that replaces it; "
          + "otherwise first correct the rows that the query finds"
      ])
    let numbers = try Migration(
      models: item("case a = -1, b = 0, c = 2", type: "Int"), to: item("case b = 0", type: "Int")
    ).plan
    #expect(
      numbers.findings.map(\.message) == [
        "-1, 2 are no longer values of column 'state' of 'item'; if a case only has a new raw value, write "
          + "'// @renamed(from: -1)', '// @renamed(from: 2)' above the case that replaces each; "
          + "otherwise first correct the rows that the query finds"
      ])
  }
}
