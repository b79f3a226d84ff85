import PostilImport
import PostilTestSupport
import Testing

/// Columns without a foreign key that refer to another table.
@Suite("Imports of references without a foreign key")
struct UnenforcedReferenceTests {
  @Test("A column whose name and values fit a single table becomes a reference, with a remark")
  func suggested() throws {
    let sample = try Sample(
      """
      CREATE TABLE movie (id INTEGER PRIMARY KEY, kind_id INTEGER NOT NULL, country_code TEXT);
      CREATE TABLE kind_type (id INTEGER PRIMARY KEY, kind TEXT);
      CREATE TABLE countries (code TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE movie_link (id INTEGER PRIMARY KEY, movie_id INTEGER NOT NULL, linked_movie_id INTEGER);
      CREATE INDEX link_movie ON movie_link (movie_id);
      INSERT INTO kind_type VALUES (1, 'film'), (2, 'series');
      INSERT INTO countries VALUES ('de'), ('at');
      INSERT INTO movie VALUES (1, 2, 'de'), (7, 1, NULL);
      INSERT INTO movie_link VALUES (1, 7, 1), (2, 1, NULL);
      """)
    #expect(
      try sample.members("MovieLink") == [
        "let id: ID", "// @references(inverse: movieLinksByMovie, enforced: false)", "var movieID: Movie.ID",
        "// @references(inverse: movieLinksByLinkedMovie, enforced: false, unindexed)", "var linkedMovieID: Movie.ID?",
      ])
    #expect(try sample.members("Movie").contains("// @references(inverse: movies, enforced: false, unindexed)"))
    #expect(try sample.members("Movie").contains("var kindID: KindType.ID"))
    #expect(
      try sample.remarks("MovieLink").first
        == "'movie_id' has no foreign key, and becomes a reference that isn't enforced, because its name fits 'movie' and all of "
        + "its values are in 'movie.id'")
  }

  @Test(
    "A column isn't a reference if a value is missing, of another type, or fits several tables, or if there is none")
  func unsuggested() throws {
    let sample = try Sample(
      """
      CREATE TABLE movie (id INTEGER PRIMARY KEY);
      CREATE TABLE company_name (id INTEGER PRIMARY KEY);
      CREATE TABLE company_type (id INTEGER PRIMARY KEY);
      CREATE TABLE empty (id INTEGER PRIMARY KEY);
      CREATE TABLE a (movie_id INTEGER, company_id INTEGER, empty_id INTEGER, title_id INTEGER);
      CREATE TABLE b (movie_id TEXT);
      INSERT INTO movie VALUES (1); INSERT INTO company_name VALUES (1); INSERT INTO company_type VALUES (1);
      INSERT INTO a VALUES (1, 1, NULL, 1), (2, 1, NULL, 1); INSERT INTO b VALUES ('1');
      """)
    #expect(
      try sample.members("A").filter { $0.hasPrefix("var") } == [
        "var movieID: Int?", "var companyID: Int?", "var emptyID: Int?", "var titleID: Int?",
      ])
    #expect(try sample.members("B").contains("var movieID: String?"))
  }

  @Test("References of a file become references even if parents are missing, and its mistakes have a line")
  func stated() throws {
    let database = """
      CREATE TABLE title (id INTEGER PRIMARY KEY);
      CREATE TABLE "cast info" (id INTEGER PRIMARY KEY, movie_id INTEGER NOT NULL);
      INSERT INTO title VALUES (1); INSERT INTO "cast info" VALUES (1, 1), (2, 9);
      """
    let sample = try Sample(database, references: "-- roles\n\"cast info\"(movie_id) REFERENCES title;\n")
    #expect(try sample.members("CastInfo").contains("// @references(inverse: castInfo, enforced: false, unindexed)"))
    #expect(try sample.members("CastInfo").contains("var movieID: Title.ID"))
    #expect(
      try sample.remarks("CastInfo") == [
        "'movie_id' has no foreign key, and becomes a reference to 'title' that isn't enforced, as stated; 1 row refers to a "
          + "missing row, which 'postil check' prints a query for"
      ])
    func mistake(_ text: String) -> String {
      do {
        _ = try Sample(database, references: text)
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      mistake("\ntitel(id) REFERENCES title")
        == "references.sql:2: the database has no table 'titel'; did you mean 'title'?")
    #expect(mistake("title(key) REFERENCES title") == "references.sql:1: the table 'title' has no column 'key'")
    #expect(
      mistake("title.id -> title")
        == "references.sql:1: invalid reference; write 'table(column) REFERENCES table', and ';' between two of them")
    #expect(
      mistake(#""cast info"(id, movie_id) REFERENCES title"#)
        == "references.sql:1: the primary key of 'title' has 1 column, and the reference 2")
  }
}
