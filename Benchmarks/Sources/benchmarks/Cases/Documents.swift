import BenchmarkHarness

extension Scale {
  /// Rows with columns of JSON.
  var documentsOfJSON: [BenchmarkCase] {
    let rows = DocumentValues.rows(documents)
    let fixture = { (workspace: Workspace, contender: String) in
      var fixture = Fixture(path: try workspace.copy(of: .documents(documents), for: contender))
      fixture.documents = rows
      return fixture
    }
    return [
      BenchmarkCase(
        "json-insert", "\(documents) rows with a struct and an array as JSON, in one transaction", unit: "row",
        operations: documents, fixture: fixture, trials: { try $0.insertDocuments($1) }),
      BenchmarkCase(
        "json-fetch", "\(documents) rows with a struct and an array as JSON, into an array", unit: "row",
        operations: documents, fixture: fixture, trials: { try $0.fetchDocuments($1) }),
      BenchmarkCase(
        "json-filter", "the rows of one city, by a path into the JSON of \(documents)", unit: "row scanned",
        operations: documents, fixture: fixture, trials: { try $0.filterDocuments($1) }),
    ]
  }
}
