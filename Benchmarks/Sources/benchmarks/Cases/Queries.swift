import BenchmarkHarness

extension Scale {
  /// Queries of several clauses, of relationships and of groups.
  var queries: [BenchmarkCase] {
    [builtQuery, eagerLoading, aggregates] + pages
  }

  private var builtQuery: BenchmarkCase {
    BenchmarkCase(
      "built-query",
      "\(pathQueries) queries of five conditions, an order and a limit, other values each; built, rendered and run",
      unit: "query", operations: pathQueries,
      fixture: { workspace, contender in
        var fixture = Fixture(path: try workspace.copy(of: .entries(entries, folders: folders), for: contender))
        var random = SplitMix64(seed: 3)
        fixture.names = (0..<pathQueries).map { _ in "folder \(Int.random(in: 1...folders, using: &random))" }
        fixture.keys = (0..<pathQueries).map { _ in Int64.random(in: 0...1_000_000, using: &random) }
        return fixture
      },
      trials: { try $0.builtQuery($1) })
  }

  private var eagerLoading: BenchmarkCase {
    BenchmarkCase(
      "eager-loading", "\(parents) entries, each with its 3 tags and its 3 steps", unit: "entry", operations: parents,
      fixture: { workspace, contender in
        Fixture(path: try workspace.copy(of: .members(entries: parents, folders: parents / 10), for: contender))
      },
      trials: { try $0.eagerLoading($1) })
  }

  private var pages: [BenchmarkCase] {
    let fixture = { (workspace: Workspace, contender: String) in
      var fixture = Fixture(path: try workspace.copy(of: .entries(scan, folders: folders), for: contender))
      fixture.depth = scan / 2
      fixture.count = deepPages
      return fixture
    }
    let what = "\(deepPages) pages of \(Fixture.pageSize) out of \(scan) rows, from the middle on"
    return [
      BenchmarkCase(
        "page-keyset", "\(what), each behind the last row of the one before", unit: "page", operations: deepPages,
        fixture: fixture, trials: { try $0.keysetPages($1) }),
      BenchmarkCase(
        "page-offset", "\(what), by LIMIT and OFFSET", unit: "page", operations: deepPages, maximumRounds: 3,
        fixture: fixture, trials: { try $0.offsetPages($1) }),
    ]
  }

  private var aggregates: BenchmarkCase {
    BenchmarkCase(
      "aggregates", "count, sum, mean and maximum of \(entries) entries in \(folders) groups", unit: "group",
      operations: folders,
      fixture: { workspace, contender in
        Fixture(path: try workspace.copy(of: .entries(entries, folders: folders), for: contender))
      },
      trials: { try $0.aggregates($1) })
  }
}
