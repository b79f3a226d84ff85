import PostilTestSupport
import Testing

/// Foreign keys that SQLite takes in a statement and can't enforce.
@Suite("Imports of broken foreign keys")
struct ReferenceFaultTests {
  @Test(
    "The columns of a broken foreign key are plain values, and the rest is imported",
    arguments: [
      ("CREATE TABLE u (id INTEGER PRIMARY KEY, code TEXT)", "u (code)", "'u' has no unique key of exactly 'code'"),
      ("CREATE TABLE u (a INT, b INT, PRIMARY KEY (a, b))", "u", "the primary key of 'u' has 2 columns"),
      ("CREATE TABLE u (a INT, b INT, PRIMARY KEY (a, b))", "u (a)", "'u' has no unique key of exactly 'a'"),
      ("CREATE TABLE u (a INT)", "u", "'u' has no primary key"),
      ("CREATE TABLE u (a INT PRIMARY KEY)", "u (b)", "'u' has no column 'b'"),
      ("CREATE TABLE u (a INT PRIMARY KEY)", "gone", "the table 'gone' doesn't exist"),
      ("CREATE VIEW u AS SELECT 1 AS a", "u (a)", "'u' is a view"),
      (
        "CREATE TABLE u (a INT); CREATE UNIQUE INDEX i ON u (a) WHERE a > 0", "u (a)",
        "'u' has no unique key of exactly 'a'"
      ),
      ("CREATE TABLE u (a INT); CREATE UNIQUE INDEX i ON u (abs(a))", "u (a)", "'u' has no unique key of exactly 'a'"),
      ("CREATE VIRTUAL TABLE u USING fts5 (a)", "u (a)", "'u' is a virtual table"),
    ])
  func broken(parent: String, reference: String, problem: String) throws {
    let sample = try Sample(
      """
      \(parent); CREATE TABLE project (id INTEGER PRIMARY KEY);
      CREATE TABLE r (id INTEGER PRIMARY KEY, code INT REFERENCES \(reference) ON DELETE CASCADE,
        project_id INTEGER REFERENCES project, doubled INT AS (code * 2));
      CREATE TRIGGER r_insert AFTER INSERT ON r BEGIN UPDATE project SET id = id; END;
      INSERT INTO r (id, code) VALUES (1, 7);
      """)
    #expect(try sample.members("R").contains("var code: Int?"))
    #expect(try sample.members("R").contains("var projectID: Project.ID?"))
    #expect(try sample.text("R").contains("// @trigger("))
    let isTable = parent.hasPrefix("CREATE TABLE") && reference != "gone"
    #expect(
      try sample.remarks("R") == [
        "the foreign key from 'code' to '\(reference.prefix { $0 != " " })' is only in the statement, without a relationship: "
          + "\(problem), so SQLite refuses to write to 'r'\(isTable ? " and to delete from 'u'" : "") while it enforces foreign keys"
      ])
    // What the remark says of SQLite.
    let database = try RawDatabase(path: sample.path)
    #expect(throws: RawDatabase.Failure.self) { try database.execute("INSERT INTO r (id, code) VALUES (2, 8)") }
    if isTable { #expect(throws: RawDatabase.Failure.self) { try database.execute("DELETE FROM u") } }
  }
}
