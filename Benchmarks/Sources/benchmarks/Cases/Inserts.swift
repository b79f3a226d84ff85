import BenchmarkHarness
import ByHand

extension Scale {
  /// One row costs what its bindings and its step cost; one transaction, so that the disk is waited for once.
  var inserts: [BenchmarkCase] {
    let rows = EntryValues.rows(bulk, folders: folders)
    let fixture = { (workspace: Workspace, contender: String) in
      var fixture = Fixture(path: try workspace.copy(of: .empty(folders: folders), for: contender))
      fixture.rows = rows
      return fixture
    }
    return [
      BenchmarkCase(
        "insert-bulk", "\(bulk) rows of 8 columns in one transaction, its commit included", unit: "row",
        operations: bulk, goal: 1.15, fixture: fixture, trials: { try $0.insertBulk($1) },
        afterwards: ByHand.digestAndEmptyEntries),
      BenchmarkCase(
        "insert-each", "\(bulk) rows, one call and one new key each, in one transaction", unit: "row",
        operations: bulk, fixture: fixture, trials: { try $0.insertEach($1) }),
    ]
  }
}
