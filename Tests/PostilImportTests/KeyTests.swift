import Testing

@Suite("Imported keys")
struct KeyTests {
  @Test("An assigned key is the rowid under its column name")
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
    #expect(
      try sample.remarks("C") == [
        "the table has no primary key, so 'id' is SQLite's rowid: 'VACUUM' can change its values, and foreign keys can't "
          + "reference it"
      ])
  }

  @Test("Every key makes its struct Identifiable, whatever its name")
  func identifiable() throws {
    let sample = try Sample(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (code TEXT PRIMARY KEY); CREATE TABLE c (x TEXT);
      CREATE TABLE d (x INT, y INT, PRIMARY KEY (x, y)); CREATE TABLE e (a_id INTEGER PRIMARY KEY REFERENCES a);
      CREATE TABLE f (id TEXT, n INTEGER PRIMARY KEY);
      """)
    for name in ["A", "B", "C", "D", "E", "F"] {
      #expect(try sample.text(name).contains("struct \(name): Codable, Hashable, Identifiable, Sendable {"))
    }
  }

  @Test("A key with values of several storage classes is imported as such")
  func mixed() throws {
    let sample = try Sample(
      """
      CREATE TABLE moz_meta (key TEXT NOT NULL PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
      INSERT INTO moz_meta VALUES ('a', 1), ('b', 'x'), ('c', 2.5), ('d', x'00ff'), ('e', 1.0);
      CREATE TABLE keyed (k PRIMARY KEY NOT NULL) WITHOUT ROWID; INSERT INTO keyed VALUES (1), ('1'), (x'31'), (CAST(x'ff' AS TEXT));
      CREATE TABLE child (id INTEGER PRIMARY KEY, k REFERENCES keyed); INSERT INTO child VALUES (1, 1), (2, '1'), (3, NULL);
      """)
    #expect(try sample.members("MozMeta") == ["let key: String  // @primaryKey", "var value: SQLValue"])
    #expect(
      try sample.remarks("MozMeta") == [
        "'value' is 'SQLValue', because its values have several storage classes (1 INTEGER, 2 REAL, 1 TEXT, 1 BLOB)"
      ])
    #expect(try sample.members("Keyed") == ["let k: SQLValue  // @primaryKey"])
    #expect(try sample.members("Child").contains("var k: Keyed.ID?"))
  }

  @Test("A key of a numeric type is an integer if it contains only integers")
  func numeric() throws {
    let sample = try Sample(
      """
      CREATE TABLE a (k NUMERIC NOT NULL, PRIMARY KEY (k)); INSERT INTO a VALUES (1), (2);
      CREATE TABLE b (k DECIMAL(10,2) PRIMARY KEY NOT NULL); CREATE TABLE c (k REAL PRIMARY KEY NOT NULL);
      CREATE TABLE d (id INTEGER PRIMARY KEY, a NUMERIC REFERENCES a); INSERT INTO d VALUES (1, 2);
      """)
    #expect(try sample.members("A") == ["let k: Int  // @primaryKey"])
    #expect(try sample.members("B") == ["let k: Int  // @primaryKey"])
    #expect(try sample.members("C") == [#"let id: ID  // @column("rowid")"#, "var k: Double"])
    #expect(try sample.members("D").contains("var aID: A.ID?"))
  }

  @Test("A key isn't a date if a reference can't be read as one")
  func references() throws {
    let sample = try Sample(
      """
      CREATE TABLE day (date TEXT PRIMARY KEY); INSERT INTO day VALUES ('2024-01-02');
      CREATE TABLE a (id TEXT PRIMARY KEY); INSERT INTO a VALUES ('6F9619FF-8B86-D011-B42D-00C04FC964FF');
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id TEXT REFERENCES a);
      INSERT INTO b VALUES (1, '6f9619ff-8b86-d011-b42d-00c04fc964ff');
      """)
    #expect(try sample.members("Day") == ["let date: String  // @primaryKey"])
    #expect(try sample.members("A") == ["let id: UUID"])
    #expect(try sample.members("B").contains("var aID: String?"))
    #expect(
      try sample.remarks("B") == [
        "the foreign key from 'a_id' to 'a' is only in the statement, without a relationship: some values of 'a_id' can't be read "
          + "as the type of 'id'"
      ])
  }

  @Test("A key other than INTEGER PRIMARY KEY must be given in drafts")
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

  @Test("A key with NULL or floating-point numbers is replaced by the rowid")
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
    #expect(
      sample.result.notImported == ["the table 'c': its key contains floating-point numbers, and it is WITHOUT ROWID"])
    #expect(
      try sample.remarks("R") == [
        "the foreign key from 'b' to 'b' is only in the statement, without a relationship: it references columns other than the "
          + "key of 'b'"
      ])
  }
}
