import PostilCompiler
import PostilTestSupport
import Testing

@Suite("Imported full-text tables")
struct FullTextTests {
  @Test("Full-text tables that '@fullText' would create differently are left alone, with their shadow tables")
  func others() throws {
    let sample = try Sample(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      CREATE VIRTUAL TABLE posts_idx USING fts5 (title, body, content='posts', content_rowid='id');
      CREATE TRIGGER posts_ai AFTER INSERT ON posts BEGIN
        INSERT INTO posts_idx (rowid, title, body) VALUES (new.id, new.title, new.body); END;
      CREATE TRIGGER posts_ad AFTER DELETE ON posts BEGIN
        INSERT INTO posts_idx (posts_idx, rowid, title, body) VALUES ('delete', old.id, old.title, old.body); END;
      CREATE TRIGGER posts_au AFTER UPDATE ON posts BEGIN
        INSERT INTO posts_idx (posts_idx, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
        INSERT INTO posts_idx (rowid, title, body) VALUES (new.id, new.title, new.body); END;
      CREATE VIRTUAL TABLE loose USING fts5 (words, content='');
      CREATE VIRTUAL TABLE alone USING fts5 (words, tokenize = 'porter ascii');
      CREATE VIRTUAL TABLE mail USING fts4 (subject, body, tokenize=porter);
      CREATE VIRTUAL TABLE mail_of_posts USING fts4 (content="posts", title, body);
      CREATE TABLE texts (id INTEGER PRIMARY KEY, loose TEXT);
      CREATE TRIGGER texts_ai AFTER INSERT ON texts BEGIN UPDATE texts SET loose = upper(loose) WHERE id = new.id; END;
      INSERT INTO posts VALUES (1, 'a', 'b'); INSERT INTO mail VALUES ('c', 'd'); INSERT INTO loose (rowid, words) VALUES (1, 'x');
      """)
    #expect(sample.result.files.map(\.name) == ["Post.swift", "Text.swift", "NotImported.swift"])
    #expect(try sample.members("Post") == ["let id: ID", "var title: String?", "var body: String?"])
    #expect(
      sample.result.notImported == [
        "the virtual table 'posts_idx': it indexes 'posts', but without the triggers of '@fullText'",
        "the virtual table 'loose': it isn't the index of another table, as with '@fullText'",
        "the virtual table 'alone': it isn't the index of another table, as with '@fullText'",
        "the virtual table 'mail': it uses the module 'fts4'",
        "the virtual table 'mail_of_posts': it uses the module 'fts4'",
      ])
    #expect(try sample.text("Text").contains(#"// @trigger("AFTER INSERT", do:"#))
    #expect(
      try sample.remarks("Post") == [
        "the triggers 'posts_ai', 'posts_ad', 'posts_au' are not annotated: they use 'posts_idx', which is not imported"
      ])
  }

  @Test("An index of a table with a key of several columns is an annotation, without structs for its entries")
  func entries() throws {
    let models = """
      // @table
      // @fullText(text)
      struct Page: Sendable {
        let book: String  // @primaryKey
        let number: Int  // @primaryKey
        var text: String
      }
      """
    let compiled = CompilerPipeline(target: "Pages").run(
      sources: [CompilerPipeline.Source(path: "Page.swift", bytes: Array(models.utf8))])
    let script = try #require(compiled.graph).schema.script().text
    let sample = try Sample(script + "INSERT INTO page VALUES ('a', 1, 'x'), ('a', 2, 'y');")
    #expect(sample.result.files.map(\.name) == ["Page.swift"] && sample.result.notImported.isEmpty)
    #expect(try sample.text("Page").contains("// @fullText(text)"))
  }
}
