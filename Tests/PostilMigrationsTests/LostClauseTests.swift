import PostilMigrations
import PostilSchema
import Testing

@Suite("A table declared in SQL becomes Postil's own")
struct LostClauseTests {
  private static let statement = """
    CREATE TABLE track (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL COLLATE NOCASE CHECK (name <> ''),
      price REAL NOT NULL DEFAULT 0.99,
      cost REAL NOT NULL ON CONFLICT IGNORE,
      code TEXT UNIQUE,
      size INTEGER,
      album_id INTEGER REFERENCES album (id) ON UPDATE CASCADE,
      label TEXT GENERATED ALWAYS AS (name || '!') VIRTUAL,
      CONSTRAINT margin CHECK (price >= cost),
      UNIQUE (name, size) ON CONFLICT REPLACE
    )
    """
  private static let album = model("Album", "var title: String")

  /// The models with these annotations of properties, by the columns.
  private func models(_ notes: [String: String] = [:], more: String = "", above: String = "") -> String {
    func property(_ text: String, _ column: String) -> String { "\(text)  // \(notes[column] ?? "")\n" }
    return Self.album + "// @table\n" + above + "struct Track: Sendable {\nlet id: ID\n"
      + property("var name: String", "name") + property("var price: Double", "price")
      + property("var cost: Double", "cost") + property("var code: String?", "code")
      + property("var size: Int?", "size") + property("var albumID: Album.ID?", "album_id") + more + "}\n"
  }

  private func problems(to models: String, allowing: [String] = []) throws -> [PlanProblem] {
    let from = try compiled(Self.album).script().text + "\n" + Self.statement + ";"
    let schema = try compiled(models)
    return try Migration(ddl: from, to: schema.script().text, schema: schema, allowing: allowing).plan.problems
  }

  @Test func everyClauseThatIsLostIsAQuestionWithTheLineThatKeepsIt() throws {
    let problems = try problems(to: models(["album_id": "@references"]))
    let expected: [(what: String, column: String?, answer: String, word: String)] = [
      (
        "the check 'name <> '''", "name",
        "to keep it, write '// @check(\"name <> ''\")' above the property of column 'name'",
        "track.name"
      ),
      (
        "the check 'price >= cost'", nil,
        "to keep it, write '// @check(\"price >= cost\", name: \"margin\")' above the struct", "track.margin"
      ),
      (
        "the unique key over 'name', 'size'", nil,
        "to keep it, write '// @unique(…)' above the struct, naming the properties of the columns 'name', 'size'",
        "track.name,size"
      ),
      (
        "the unique key over 'code'", "code", "to keep it, write '// @unique' above the property of column 'code'",
        "track.code"
      ),
      (
        "'ON UPDATE CASCADE' of the reference of 'album_id'", "album_id", "no annotation can express it",
        "track.album_id"
      ),
      (
        "the collation 'NOCASE' of column 'name'", "name",
        "to keep it, write '// @collate(nocase)' above the property of column 'name'", "track.name"
      ),
      (
        "the default '0.99' of column 'price'", "price",
        "to keep it, write '// @default(sql: \"0.99\")' above the property of column 'price'", "track.price"
      ),
      (
        "the generation expression of column 'label'", "label",
        "to keep it, write '// @generated(\"name || '!'\")' above the property of column 'label'", "track.label"
      ),
      (
        "'AUTOINCREMENT' (new rows can reuse the keys of deleted rows)", "id", "no annotation can express it",
        "track.id"
      ),
      ("'ON CONFLICT IGNORE' of 'cost'", "cost", "no annotation can express it", "track.cost"),
      ("'ON CONFLICT REPLACE' of 'name', 'size'", nil, "no annotation can express it", "track.name,size"),
    ]
    #expect(
      problems
        == expected.map { what, column, answer, word in
          PlanProblem(
            table: "track", column: column, message: "table 'track' loses \(what), which is in its old statement",
            notes: [answer, "to drop it, pass '--allow dropConstraint:\(word)'"])
        })
  }

  @Test func theLinesThatAreProposedKeepEveryClauseThatAnnotationsHave() throws {
    let problems = try problems(
      to: models(
        [
          "name": "@check(\"name <> ''\") @collate(nocase)", "price": "@default(sql: \"0.99\")", "code": "@unique",
          "album_id": "@references",
        ], more: "let label: String?  // @generated(\"name || '!'\")\n",
        above: "// @check(\"price >= cost\", name: \"margin\")\n// @unique(name, size)\n"))
    #expect(
      problems.map(\.notes)
        == ["album_id", "id", "cost", "name,size"].map {
          ["no annotation can express it", "to drop it, pass '--allow dropConstraint:track.\($0)'"]
        })
  }

  @Test func aReferenceWithoutItsAnnotationIsAQuestion() throws {
    let problems = try problems(to: models().replacing("Album.ID?", with: "Int?"))
    let reference = problems.first { $0.message.contains("loses the reference of 'album_id' to 'album'") }
    #expect(reference?.notes.first == "to keep it, write '// @references' above the property of column 'album_id'")
  }

  @Test func aWordAnswersOneQuestionOrAll() throws {
    let models = models(["album_id": "@references"])
    #expect(try problems(to: models, allowing: ["dropConstraint"]).isEmpty)
    let left = try problems(to: models, allowing: ["dropConstraint:track.margin"])
    #expect(left.count == 10 && !left.contains { $0.message.contains("price >= cost") })
  }

  @Test func aTableThatPostilWroteLosesACheckWithoutAQuestion() throws {
    let plan = try Migration(
      models: model("Item", "var title: String // @check(\"title <> ''\")"), to: model("Item", "var title: String")
    ).plan
    #expect(plan.problems.isEmpty)
  }

  @Test func aCheckThatTheTypeOfThePropertyHasIsKept() throws {
    let from = """
      CREATE TABLE item (
        id INTEGER PRIMARY KEY, done INTEGER NOT NULL CHECK (done IN (0, 1)), state TEXT NOT NULL CHECK (state IN ('b', 'a'))
      );
      """
    let schema = try compiled(
      model("Item", "var done: Bool", "var state: State") + "enum State: String, Codable, Sendable { case a, b }\n")
    #expect(try Migration(ddl: from, to: schema.script().text, schema: schema).plan.problems.isEmpty)
  }
}
