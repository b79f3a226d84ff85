import Testing

@testable import PostilCompiler
@testable import PostilLint

struct ReservedWordsTests {
  /// Source: SQLite, "SQLite Keywords".
  private static let keywords = """
    abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case \
    cast check collate column commit conflict constraint create cross current current_date current_time \
    current_timestamp database default deferrable deferred delete desc detach distinct do drop each else end escape \
    except exclude exclusive exists explain fail filter first following for foreign from full generated glob group \
    groups having if ignore immediate in index indexed initially inner insert instead intersect into is isnull join key \
    last left like limit match materialized natural no not nothing notnull null nulls of offset on or order others \
    outer over partition plan pragma preceding primary query raise range recursive references regexp reindex release \
    rename replace restrict returning right rollback row rows savepoint select set table temp temporary then ties to \
    transaction trigger unbounded union unique update using vacuum values view virtual when where window with without
    """

  @Test(
    "a word is reserved if and only if SQLite doesn't accept it as a column name",
    arguments: keywords.split(separator: " ").map(String.init))
  func reserved(word: String) throws {
    let database = try ScratchDatabase()
    try database.run("CREATE TABLE t (a INTEGER, \"\(word)\" INTEGER)")
    let isAccepted =
      (try? database.prepare("SELECT \(word) FROM t WHERE \(word) = 1")) != nil
      && (try? database.prepare("SELECT 1 FROM t ORDER BY t.\(word)")) != nil
    // Words that SQLite reads as the start of an expression only are harmless enough as names of columns.
    let isHarmless = ["cast", "raise"].contains(word)
    #expect(ReservedWords.sqlite.contains(word) == (!isAccepted && !isHarmless), "\(word)")
  }
}
