import PostilEvolution
import Testing

@Suite("Optional words of statements")
struct NormalizedStatementTests {
  private func differ(_ kind: String, _ found: String, _ expected: String) -> Bool {
    !SchemaObject(kind: kind, name: "x", sql: found)
      .differences(from: SchemaObject(kind: kind, name: "x", sql: expected)).isEmpty
  }

  @Test("ASC and parentheses around an index term make no difference")
  func indexes() {
    let written = #"CREATE INDEX "x" ON "item" ("title", (lower("note")) DESC) WHERE "done" = 0"#
    #expect(!differ("index", "CREATE INDEX x ON item(title ASC, lower(note) DESC) WHERE done = 0", written))
    #expect(!differ("index", "CREATE INDEX x ON [item] ((title), ((lower(note))) DESC) WHERE done = 0", written))
    #expect(differ("index", "CREATE INDEX x ON item (title DESC, lower(note) DESC) WHERE done = 0", written))
    #expect(differ("index", "CREATE INDEX x ON item (title, lower(note)) WHERE done = 0", written))
    #expect(differ("index", "CREATE INDEX x ON item (title, lower(note) DESC) WHERE (done) = 0", written))
    #expect(differ("index", "CREATE UNIQUE INDEX x ON item (title, lower(note) DESC) WHERE done = 0", written))
    #expect(differ("index", "CREATE INDEX x ON item ((a) + (b))", "CREATE INDEX x ON item (a) + (b"))
  }

  @Test("FOR EACH ROW and a trigger's default BEFORE make no difference")
  func triggers() {
    let written = #"CREATE TRIGGER "x" BEFORE UPDATE OF "a", "b" ON "item" FOR EACH ROW WHEN 1 BEGIN SELECT 1; END"#
    #expect(!differ("trigger", "CREATE TRIGGER x UPDATE OF a, b ON item WHEN 1 BEGIN SELECT 1; END", written))
    #expect(!differ("trigger", "CREATE TRIGGER x BEFORE UPDATE OF a, b ON item WHEN 1 BEGIN SELECT 1; END", written))
    #expect(differ("trigger", "CREATE TRIGGER x AFTER UPDATE OF a, b ON item WHEN 1 BEGIN SELECT 1; END", written))
    #expect(differ("trigger", "CREATE TRIGGER x UPDATE OF a ON item WHEN 1 BEGIN SELECT 1; END", written))
    #expect(differ("trigger", "CREATE TRIGGER x UPDATE OF a, b ON item BEGIN SELECT 1; END", written))
  }
}
