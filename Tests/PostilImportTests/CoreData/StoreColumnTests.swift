import Foundation
import PostilCompiler
import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("The columns of a Core Data store's properties")
struct StoreColumnTests {
  private let drink = "CREATE TABLE ZDRINK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "

  /// A drink has an 'id', and so does its glass. In these stores, `ZID1` belongs to the drink.
  private let classes = """
    @Model class Drink { var id: String; var glass: Glass?; var name: String }
    struct Glass: Codable { var id: String; var size: Int }
    """

  private func sample(_ columns: String, _ rows: String, classes: String? = nil, columns stated: String...) throws
    -> StoreSample
  {
    try StoreSample(
      ["Drink": 0], "\(drink)\(columns)); INSERT INTO ZDRINK VALUES \(rows);", classes: classes ?? self.classes,
      columns: stated)
  }

  private func values(_ sample: StoreSample) throws -> [[String?]] {
    try sample.copy.rows("SELECT id, glass_id FROM drink ORDER BY name")
  }

  @Test("A required property has the column with a value in each row")
  func completeness() throws {
    let sample = try sample(
      "ZSIZE INTEGER, ZID VARCHAR, ZID1 VARCHAR, ZNAME VARCHAR",
      "(1, 1, 1, NULL, NULL, 'd1', 'a'), (2, 1, 1, 3, 'g1', 'd2', 'b')")
    #expect(try values(sample) == [["d1", nil], ["d2", "g1"]])
  }

  @Test("The required parts of an optional composite have values in the same rows")
  func composites() throws {
    let classes = """
      @Model class Drink { var id: String?; var glass: Glass?; var name: String }
      struct Glass: Codable { var id: String; var size: Int }
      """
    let sample = try sample(
      "ZSIZE INTEGER, ZID VARCHAR, ZID1 VARCHAR, ZNAME VARCHAR",
      "(1, 1, 1, NULL, NULL, 'd1', 'a'), (2, 1, 1, 3, 'g1', NULL, 'b')", classes: classes)
    #expect(
      try sample.copy.rows("SELECT identifier, glass_id FROM drink ORDER BY name") == [["d1", nil], [nil, "g1"]])
  }

  @Test("An 'id' is different in each row")
  func distinctness() throws {
    let sample = try sample(
      "ZSIZE INTEGER, ZID VARCHAR, ZID1 VARCHAR, ZNAME VARCHAR",
      "(1, 1, 1, 3, 'g1', 'd1', 'a'), (2, 1, 1, 3, 'g1', 'd2', 'b')")
    #expect(try values(sample) == [["d1", "g1"], ["d2", "g1"]])
  }

  @Test("A unique property has the column with a unique index")
  func uniqueness() throws {
    let sample = try sample(
      "ZSIZE INTEGER, ZID VARCHAR, ZID1 VARCHAR, ZNAME VARCHAR, UNIQUE (ZID1)",
      "(1, 1, 1, 3, 'g1', 'd1', 'a'), (2, 1, 1, 3, 'g2', 'd2', 'b')",
      classes: classes.replacing("var id: String; var glass", with: "@Attribute(.unique) var id: String; var glass"))
    #expect(try values(sample) == [["d1", "g1"], ["d2", "g2"]])
  }

  @Test("Types, raw values and references distinguish columns")
  func types() throws {
    let model = """
      @Model class Drink { var kind: Kind; var maker: Maker?; var glass: Glass; var label: Label }
      @Model class Maker { var drinks: [Drink] = [] }
      struct Glass: Codable { var kind: Shape; var maker: Int; var at: Double }
      struct Label: Codable { var at: Date }
      enum Kind: String, Codable { case tea, water }
      enum Shape: String, Codable { case tall, wide }
      """
    let sample = try StoreSample(
      ["Drink": 0, "Maker": 0],
      drink + """
        ZMAKER INTEGER, ZMAKER1 INTEGER, ZAT TIMESTAMP, ZAT1 FLOAT, ZKIND VARCHAR, ZKIND1 VARCHAR);
        CREATE TABLE ZMAKER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
        INSERT INTO ZMAKER VALUES (1, 2, 1), (7, 2, 1);
        INSERT INTO ZDRINK VALUES (1, 1, 1, 12, 7, 5, 0.5, 'tall', 'tea');
        """, classes: model)
    #expect(
      try sample.copy.rows("SELECT kind, maker_id, glass_kind, glass_maker, glass_at, label_at FROM drink") == [
        ["tea", "7", "tall", "12", "0.5", "2001-01-01 00:00:05"]
      ])
  }

  @Test("Columns that the store doesn't distinguish stop the import, until they are named")
  func questions() throws {
    let columns = "ZSIZE INTEGER, ZID VARCHAR, ZID1 VARCHAR, ZNAME VARCHAR"
    let rows = "(1, 1, 1, 3, 'g1', 'd1', 'a'), (2, 1, 1, 4, 'g2', 'd2', 'b')"
    let question =
      "the store doesn't show which of the columns 'ZID' (such as 'g1'), 'ZID1' (such as 'd1') of 'ZDRINK' belong to 'Drink.id', "
      + "'Drink.glass.id'; look at their values, and pass '--columns Drink.id=ZID,Drink.glass.id=ZID1', or other columns"
    #expect(throws: ImportError(question)) { try sample(columns, rows) }
    let stated = try sample(columns, rows, columns: "Drink.id=ZID1,Drink.glass.id=ZID")
    #expect(try values(stated) == [["d1", "g1"], ["d2", "g2"]])
    #expect(try values(sample(columns, rows, columns: "Drink.id=ZID1")) == [["d1", "g1"], ["d2", "g2"]])
    // A column that the model doesn't have makes the other one doubtful, too.
    let older = "@Model class Drink { var id: String; var size: Int; var name: String }"
    #expect(throws: ImportError.self) { try sample(columns, rows, classes: older) }
    let known = try sample(columns, rows, classes: older, columns: "Drink.id=ZID1")
    #expect(try known.copy.rows("SELECT id, id2 FROM drink ORDER BY name") == [["d1", "g1"], ["d2", "g2"]])
    // Equal columns need no answer.
    #expect(try values(sample(columns, "(1, 1, 1, 3, 'x', 'x', 'a')")) == [["x", "x"]])
  }

  @Test("A stated column must exist, and belongs to one property")
  func stated() throws {
    func error(_ columns: String) throws -> String {
      do {
        _ = try sample("ZSIZE INTEGER, ZID VARCHAR, ZNAME VARCHAR", "(1, 1, 1, 3, 'd', 'a')", columns: columns)
      } catch let error as ImportError { return error.description }
      return "no error"
    }
    #expect(
      try error("Drink.id") == "invalid column 'Drink.id'; write 'Entity.property=COLUMN', or 'Entity.property=none'")
    #expect(
      try error("Drink.nam=ZNAME") == "the model has no property 'Drink.nam' with a column; did you mean 'Drink.name'?")
    #expect(try error("Drink.name=ZNAM") == "'ZDRINK' has no column 'ZNAM'; did you mean 'ZNAME'?")
    #expect(
      try error("Drink.name=ZNAME,Drink.id=ZNAME") == "'Drink.id' and 'Drink.name' can't both have the column 'ZNAME'")
    #expect(try error("Drink.name=ZNAME,Drink.name=ZID") == "the column of 'Drink.name' is stated twice")
  }

  @Test("Rows without a required value stop the import, until the column is confirmed")
  func missingValues() throws {
    let classes = "@Model class Drink { var name: String; var note: String; var maker: Drink }"
    let columns = "ZMAKER INTEGER, ZNAME VARCHAR"
    let rows = "(1, 1, 1, NULL, NULL), (2, 1, 1, 1, 'b')"
    let problems = [
      "'Drink.name' is required by the model, but 1 row has no value in its column 'ZNAME'; if its values are in another column, "
        + "pass '--columns Drink.name=COLUMN', and to import it as optional, '--columns Drink.name=ZNAME'",
      "'Drink.note' is required by the model, but 'ZDRINK' has no column for it; pass the model of the version that wrote the store, "
        + "or the column as '--columns Drink.note=COLUMN', or '--columns Drink.note=none' to import the property without values",
      "'Drink.maker' is required by the model, but 1 row has no value in its column 'ZMAKER'; if its values are in another column, "
        + "pass '--columns Drink.maker=COLUMN', and to import it as optional, '--columns Drink.maker=ZMAKER'",
    ]
    #expect(throws: ImportError(problems.joined(separator: "\n"))) { try sample(columns, rows, classes: classes) }
    let confirmed = try sample(
      columns, rows, classes: classes, columns: "Drink.name=ZNAME, Drink.note=none", "Drink.maker=ZMAKER")
    #expect(
      try confirmed.members("Drink") == [
        "let id: ID", "var name: String?", "var note: String?", "// @references", "var makerID: Drink.ID?",
      ])
    #expect(try confirmed.remarks("Drink").count == 3)
    #expect(try confirmed.copy.rows("SELECT name, note, maker_id FROM drink") == [[nil, nil, nil], ["b", nil, "1"]])
  }

  @Test("A property of a subentity is required in the rows of that entity only")
  func subentities() throws {
    func members(_ rows: String) throws -> [String] {
      try StoreSample(
        ["Drink": 0, "Tea": 1], "\(drink)ZLEAF VARCHAR); INSERT INTO ZDRINK VALUES \(rows);",
        model: """
          <entity name="Drink"/><entity name="Tea" parentEntity="Drink"><attribute name="leaf" attributeType="String"/></entity>
          """
      ).members("Drink")
    }
    #expect(try members("(1, 1, 1, NULL), (2, 2, 1, 'mint')").contains("var leaf: String?"))
    #expect(throws: ImportError.self) { try members("(1, 1, 1, NULL), (2, 2, 1, NULL)") }
  }

  @Test("A transient property has no column, and none of another property")
  func transient() throws {
    let sample = try sample(
      "ZNAME VARCHAR", "(1, 1, 1, 'a')",
      classes: """
        @Model class Drink {
          @Transient var name: String = "x"
          @Attribute(originalName: "name") var title: String
          @Transient var last: Drink?
        }
        """)
    #expect(
      try sample.members("Drink") == ["let id: ID", #"var name: String = "x"  // @transient"#, "var title: String"])
    #expect(try sample.copy.rows("SELECT title FROM drink") == [["a"]])
    #expect(
      try sample.remarks("Drink") == [
        "'title' was named 'name' before; a new database has no former name",
        "the transient property 'last' is left out, because it contains objects of 'Drink', which are rows here",
      ])
  }

  @Test("The comparison finds swapped values, though their number is right")
  func swapped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("default.store")
    try RawDatabase(path: path, foreignKeys: false).execute(
      StoreSample.frame + "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Drink', 0, 2);" + drink
        + "ZNAME VARCHAR, ZNOTE VARCHAR); INSERT INTO ZDRINK VALUES (1, 1, 1, 'a', 'x'), (2, 1, 1, 'b', 'y');")
    let file = try StoreFile(path)
    let layout = try StoreLayout(file.database)
    let completed = try StoreModel(completing: nil, layout, file.database, StatedColumns())
    let binding = try StoreBinding(completed.model, layout, file.database, stated: completed.stated)
    let store = EntityPlanner.Store(
      layout: layout, binding: binding, rows: StoreRows(database: file.database),
      files: ExternalFiles(folder: file.externalData))
    var planner = EntityPlanner(completed.model, store: store, isGuess: true, target: "Sample")
    try planner.plan()
    let (_, graph) = try StoreImport(target: "Sample").written(planner, from: path)
    var right = StoreCopy(graph: graph, plans: planner.plans, store: store)
    _ = try right.run(to: folder.path("right.sqlite")) { _, _, _ in }
    #expect(right.values == 6)
    let expression = planner.plans[0].sources[1].expression
    planner.plans[0].sources[1].expression = planner.plans[0].sources[2].expression
    planner.plans[0].sources[2].expression = expression
    var wrong = StoreCopy(graph: graph, plans: planner.plans, store: store)
    #expect {
      try wrong.run(to: folder.path("wrong.sqlite")) { _, _, _ in }
    } throws: {
      "\($0)".hasPrefix("'drink.name' doesn't have the values of 'Drink.name' in the store")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("wrong.sqlite")))
  }
}
