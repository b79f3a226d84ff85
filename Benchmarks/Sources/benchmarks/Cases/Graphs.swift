import BenchmarkHarness

extension Scale {
  /// Drafts with their children, two levels deep.
  var graphs: [BenchmarkCase] {
    let rows = graph.shelves * (1 + graph.books * (1 + graph.pages))
    return [
      BenchmarkCase(
        "insert-graph", "\(rows) rows: \(graph.shelves) shelves of \(graph.books) books of \(graph.pages) pages",
        unit: "row", operations: rows,
        fixture: { workspace, contender in
          var fixture = Fixture(path: try workspace.copy(of: .empty(folders: 1), for: contender))
          fixture.shelves = graph.shelves
          fixture.booksOfShelf = graph.books
          fixture.count = graph.pages
          return fixture
        },
        trials: { try $0.insertGraph($1) })
    ]
  }
}
