import BenchmarkHarness

extension Scale {
  /// Rows by their key, in random order.
  var keyLookups: [BenchmarkCase] {
    let fixture = { (count: Int) in
      { (workspace: Workspace, contender: String) in
        var random = SplitMix64(seed: 1)
        var fixture = Fixture(path: try workspace.copy(of: .entries(entries, folders: folders), for: contender))
        fixture.keys = (0..<count).map { _ in Int64.random(in: 1...Int64(entries), using: &random) }
        return fixture
      }
    }
    return [
      BenchmarkCase(
        "lookup-key", "\(lookups) random keys out of \(entries), in one read transaction", unit: "lookup",
        operations: lookups, goal: 1.3, fixture: fixture(lookups), trials: { try $0.lookupKey($1) }),
      BenchmarkCase(
        "lookup-transaction", "\(readTransactions) random keys, each in a read transaction of its own",
        unit: "transaction", operations: readTransactions, fixture: fixture(readTransactions),
        trials: { try $0.lookupTransaction($1) }),
    ]
  }

  /// Rows by a column of the row that they reference.
  var paths: [BenchmarkCase] {
    [
      BenchmarkCase(
        "path-query",
        "\(pathQueries) queries by the folder's name, \(entries / folders) rows each; built, rendered and run",
        unit: "query", operations: pathQueries,
        fixture: { workspace, contender in
          var fixture = Fixture(path: try workspace.copy(of: .entries(entries, folders: folders), for: contender))
          var random = SplitMix64(seed: 2)
          fixture.names = (0..<pathQueries).map { _ in "folder \(Int.random(in: 1...folders, using: &random))" }
          return fixture
        },
        trials: { try $0.pathQuery($1) })
    ]
  }
}
