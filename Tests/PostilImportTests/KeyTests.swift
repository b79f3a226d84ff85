import Testing

@Suite("Keys of an import")
struct KeyTests {
  @Test("are the rowid by its name, where the database gives it")
  func rowIDs() throws {
    let sample = try Sample(
      """
      CREATE TABLE a (AId INTEGER PRIMARY KEY); CREATE TABLE b (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT);
      CREATE TABLE c (x TEXT); CREATE TABLE d (rowid TEXT, oid INT);
      """)
    #expect(try sample.members("A") == [#"let id: ID  // @column("AId")"#])
    #expect(
      try sample.members("B") == [#"let id: ID  // @column("number")"#, #"var idValue: String?  // @column("id")"#])
    #expect(try sample.members("C").first == #"let id: ID  // @column("rowid")"#)
    #expect(try sample.members("D").first == #"let id: ID  // @column("_rowid_")"#)
    #expect(try sample.remarks("C").contains("the table has no primary key"))
  }

  @Test("are people's to give, where it is no INTEGER PRIMARY KEY")
  func given() throws {
    let sample = try Sample(
      """
      CREATE TABLE a (id INT PRIMARY KEY); CREATE TABLE b (code TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE c (x INT, y TEXT, PRIMARY KEY (y, x)); CREATE TABLE d (day TEXT PRIMARY KEY);
      CREATE TABLE e (id INTEGER PRIMARY KEY DESC);
      INSERT INTO d VALUES ('2024-01-02');
      """)
    #expect(try sample.members("A") == ["let id: Int"])
    #expect(try sample.members("B") == ["let code: String  // @primaryKey"])
    #expect(try sample.members("C") == ["let x: Int  // @primaryKey", "let y: String  // @primaryKey"])
    #expect(try sample.members("D") == ["let day: String  // @primaryKey"])
    #expect(try sample.members("E") == ["let id: Int"])
  }

  @Test("that hold NULL or floating-point numbers are none, and the rowid is")
  func impossible() throws {
    let sample = try Sample(
      """
      CREATE TABLE a (k TEXT PRIMARY KEY); INSERT INTO a VALUES (NULL);
      CREATE TABLE b (k REAL PRIMARY KEY); INSERT INTO b VALUES (1.5);
      CREATE TABLE c (k REAL PRIMARY KEY) WITHOUT ROWID; INSERT INTO c VALUES (1.5);
      CREATE TABLE r (id INTEGER PRIMARY KEY, b REAL REFERENCES b (k));
      """)
    #expect(try sample.members("A") == [#"let id: ID  // @column("rowid")"#, "var k: String?"])
    #expect(try sample.members("B") == [#"let id: ID  // @column("rowid")"#, "var k: Double?"])
    #expect(sample.result.notImported.count == 1)
    #expect(sample.result.notImported.first?.hasPrefix("the table 'c': its key holds floating-point numbers") == true)
    #expect(try sample.remarks("R").contains("is in the statement and no relationship"))
  }
}
