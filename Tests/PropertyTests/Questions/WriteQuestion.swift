import Postil

/// Books that are changed, or deleted, in one statement; compared by how many there were and by what is there afterwards.
struct WriteQuestion: Question {
  var source: TableSource<Book>
  /// The new values; none where the books are deleted.
  var pages: Term<Int>?
  var title: Term<String>?
  var year: Term<Int?>?
  /// Only the first so many, by their keys.
  var limit: Int?

  var text: String {
    let changes = [pages?.text, title?.text, year?.text].compactMap { $0 }
    return "\(source.text).order { id }.limit(\(limit.map { "\($0)" } ?? "nil"))"
      + (changes.isEmpty ? ".delete" : ".update { \(changes.joined(separator: ", ")) }")
  }

  private var query: Query<Book> {
    guard let limit else { return source.query }
    return source.query.order { $0.id }.limit(limit)
  }

  var sql: String { query.description }

  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]] {
    let count: Int
    if let pages, let title, let year {
      count = try query.update(in: db) { columns in
        let scopes = Scopes().with(columns)
        return [
          columns.pages.set(pages.sql(scopes)), columns.title.set(title.sql(scopes)),
          columns.year.set(year.sql(scopes)),
        ]
      }
    } else {
      count = try query.delete(in: db)
    }
    let rows = try Book.order { $0.id }.fetchAll(in: db)
    return [[.integer(Int64(count))]]
      + rows.map { book in
        [book.id._boundValues[0], book.pages._boundValue, book.title._boundValue, book.year._boundValue].map {
          Cell($0)
        }
      }
  }

  func answer(in world: World) throws -> Answer {
    let chosen = try source.moments(in: world).sorted { key(of: $0).compared(with: key(of: $1)) < 0 }
      .prefix(limit ?? .max)
    var changed: [Cell: Moment] = [:]
    for moment in chosen { changed[key(of: moment)] = moment }
    var rows: [[Cell]] = []
    let (pagesColumn, titleColumn, yearColumn) = (4, 1, 5)
    for row in (world.tables["book"] ?? []).sorted(by: { $0.cells[0].compared(with: $1.cells[0]) < 0 }) {
      var cells = [row.cells[0], row.cells[pagesColumn], row.cells[titleColumn], row.cells[yearColumn]]
      if let moment = changed[row.cells[0]] {
        guard let pages, let title, let year else { continue }
        cells = [row.cells[0], try pages.result(moment), try title.result(moment), try year.result(moment)]
      }
      rows.append(cells)
    }
    var answer = Answer(unordered: [])
    answer.groups = ([[.integer(Int64(chosen.count))]] + rows).map { [$0] }
    return answer
  }

  private func key(of moment: Moment) -> Cell { moment.rows[0]?.cells[0] ?? .null }

  var smaller: [any Question] {
    var all: [WriteQuestion] = []
    func change(_ body: (inout WriteQuestion) -> Void) {
      var question = self
      body(&question)
      all.append(question)
    }
    for source in source.smaller { change { $0.source = source } }
    if limit != nil { change { $0.limit = nil } }
    if let pages { for term in pages.smaller { change { $0.pages = term } } }
    if let title { for term in title.smaller { change { $0.title = term } } }
    if let year { for term in year.smaller { change { $0.year = term } } }
    return all
  }
}
