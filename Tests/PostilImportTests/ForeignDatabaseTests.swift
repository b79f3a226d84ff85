import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("Databases that need their own program")
struct ForeignDatabaseTests {
  @Test("A collation that SQLite doesn't have is replaced while rows are read, and a remark shows how to add it")
  func collations() throws {
    let sample = try Sample(
      """
      CREATE TABLE notetypes (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL COLLATE unicase);
      CREATE UNIQUE INDEX idx_notetypes_name ON notetypes (name);
      CREATE TABLE tags (tag TEXT NOT NULL PRIMARY KEY COLLATE unicase, made_at INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO notetypes VALUES (1, 'Basic');
      INSERT INTO tags VALUES ('b', 1700000000), ('C', 1700000000);
      """, collations: ["unicase"])
    #expect(try sample.members("Tag").last == "var madeAt: Date  // @store(as: unixSeconds)")
    let advice =
      "the collation 'unicase', which SQLite doesn't have; the file can be opened only with "
      + "'SQLiteOptions(prepareConnection: { try $0.add(collation: \"unicase\") { … } })', with a closure that returns whether the first "
      + "of two texts comes before the second one, in the order of the program that created the file"
    #expect(try sample.remarks("Tag").contains("the table uses \(advice)"))
    #expect(sample.result.warnings.count == 1)
  }

  @Test("A default that calls a function of the program is kept, also if the table has a trigger")
  func defaults() throws {
    let sample = try Sample(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, uuid TEXT DEFAULT (uuid4()), seen TEXT);
      CREATE TRIGGER books_seen AFTER INSERT ON books BEGIN UPDATE books SET seen = 'x' WHERE id = NEW.id; END;
      CREATE TRIGGER books_named AFTER UPDATE ON books BEGIN UPDATE books SET seen = title_sort(NEW.title) WHERE id = NEW.id; END;
      """)
    #expect(
      try sample.members("Book") == [
        "let id: ID", "var title: String", #"var uuid: String?  // @default(sql: "uuid4()")"#, "var seen: String?",
      ])
    #expect(try sample.text("Book").contains("// @functions(uuid4)\n"))
    let remarks = try sample.remarks("Book")
    #expect(
      remarks.first == "a default calls 'uuid4', which SQLite doesn't have; rows can be inserted only with "
        + "'SQLiteOptions(prepareConnection: { try $0.add(function: \"uuid4\") { … } })'")
    #expect(remarks.last?.hasPrefix("the trigger 'books_named' is not annotated: ") == true)
    #expect(try sample.text("Book").contains("books_seen"))
  }

  @Test("A computed result of a view is Double if its values are numbers, also whole ones")
  func views() throws {
    let sample = try Sample(
      """
      CREATE TABLE sales (id INTEGER PRIMARY KEY, shop TEXT NOT NULL, price REAL NOT NULL, items INTEGER NOT NULL);
      INSERT INTO sales VALUES (1, 'a', 1.5, 1), (2, 'a', 0.5, 2), (3, 'b', 0.25, 3);
      CREATE VIEW totals AS SELECT shop, sum(price) AS total, avg(items) AS mean, max(price) * 2 AS twice, sum(items) AS number,
        CASE shop WHEN 'a' THEN 1 ELSE 2.5 END AS mixed FROM sales GROUP BY shop;
      """)
    #expect(
      try sample.members("Total") == [
        "let shop: String", "let total: Double?", "let mean: Double?", "let twice: Double?", "let number: Int?",
        "let mixed: Double?",
      ])
  }

  @Test("A column with the singular of a table's name references it if all values agree, also in a join table")
  func singularNames() throws {
    let sample = try Sample(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, series INTEGER);
      CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE states (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL, UNIQUE (book, author));
      CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, state INTEGER, text TEXT NOT NULL);
      INSERT INTO books VALUES (1, 'Sea', NULL), (2, 'Land', NULL);
      INSERT INTO authors VALUES (7, 'Ann');
      INSERT INTO states VALUES (1, 'new');
      INSERT INTO books_authors_link VALUES (1, 1, 7), (2, 2, 7);
      INSERT INTO comments VALUES (1, 2, 5, 'good'), (2, 1, 6, 'bad');
      CREATE TABLE orders (id INTEGER PRIMARY KEY);
      CREATE TABLE pages (id INTEGER PRIMARY KEY, "order" INTEGER NOT NULL, author INTEGER, book INTEGER);
      INSERT INTO orders VALUES (1), (2);
      INSERT INTO pages VALUES (1, 1, 7, 1), (2, 2, 7, 1);
      """)
    #expect(
      try sample.members("Comment") == [
        "let id: ID", "// @references(inverse: comments, enforced: false, unindexed) @column(\"book\")",
        "var bookID: Book.ID",
        "var state: Int?", "var text: String",
      ])
    #expect(
      try sample.text("Book").contains("// @manyToMany(authors: Author, through: BooksAuthorsLink, inverse: books)"))
    // An 'order' is often a position, and a single value proves little, unless there are no others.
    #expect(
      try sample.members("Page") == [
        "let id: ID", "var order: Int",
        "// @references(inverse: pages, enforced: false, unindexed) @column(\"author\")",
        "var authorID: Author.ID?", "var book: Int?",
      ])
    #expect(
      try sample.remarks("Comment") == [
        "'book' has no foreign key, and becomes a reference that isn't enforced, because its name fits 'books' and all of its values "
          + "are in 'books.id'"
      ])
  }
}
