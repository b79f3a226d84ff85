import BenchmarkHarness

extension Scale {
  /// Every row of the table into a value of the contender's own struct.
  var scans: [BenchmarkCase] {
    let fixture = { (workspace: Workspace, contender: String) in
      Fixture(path: try workspace.copy(of: .entries(scan, folders: folders), for: contender))
    }
    return [
      BenchmarkCase(
        "scan-stream", "\(scan) rows of 9 columns, streamed into structs", unit: "row", operations: scan, goal: 1.15,
        fixture: fixture, trials: { try $0.scanStream($1) }),
      BenchmarkCase(
        "scan-array", "\(scan) rows of 9 columns, into an array of structs", unit: "row", operations: scan,
        fixture: fixture, trials: { try $0.scanArray($1) }),
    ]
  }
}
