import Postil
import Testing

/// The articles that the tests of full-text search search.
struct Newsstand {
  let garden: Magazine
  let tools: Magazine

  /// Fills a new database.
  init(in db: SQLiteWriteTransaction) throws {
    garden = try Magazine.Draft(name: "The Garden").insert(in: db)
    tools = try Magazine.Draft(name: "Tools").insert(in: db)
    let articles: [(String, String?, Magazine)] = [
      ("Oil the door", nil, tools), ("A gate", "Öil it, or the door will creak. Oil it well.", garden),
      ("Roses", "Cut them in spring", garden), ("Lamps", "no oil in them", tools),
    ]
    for (index, article) in articles.enumerated() {
      let row = try Article.Draft(title: article.0, body: article.1, number: index + 1, magazineID: article.2.id)
        .insert(in: db)
      // A trigger that inserts elsewhere leaves the key that the database assigned what it is.
      #expect(row.id == Article.ID(Int64(index + 1)))
    }
  }

  /// The numbers of the articles that satisfy a condition.
  static func numbers<P: SQLExpression<Bool>>(
    in store: SQLiteStore, _ condition: (Article.Columns) -> P
  ) throws -> [Int] {
    try store.read { db in try Article.where(condition).order { $0.number }.select { $0.number }.fetchAll(in: db) }
  }
}
