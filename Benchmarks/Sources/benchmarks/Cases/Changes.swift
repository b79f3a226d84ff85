import BenchmarkHarness
import ByHand

extension Scale {
  /// Updates: of many rows by one statement, and of one row after another.
  var changes: [BenchmarkCase] {
    let fixture = { (count: Int, waitsForDisk: Bool) in
      { (workspace: Workspace, contender: String) in
        var random = SplitMix64(seed: 3)
        var fixture = Fixture(path: try workspace.copy(of: .entries(entries, folders: folders), for: contender))
        fixture.keys = Array((1...Int64(entries)).shuffled(using: &random).prefix(count))
        fixture.waitsForDisk = waitsForDisk
        return fixture
      }
    }
    return [
      BenchmarkCase(
        "update-where", "one column of half of \(entries) rows, one statement", unit: "row", operations: entries / 2,
        fixture: fixture(0, true), trials: { try $0.updateWhere($1) }),
      BenchmarkCase(
        "find-update", "\(updates) rows found and stored again, one after another, in one transaction", unit: "row",
        operations: updates, fixture: fixture(updates, true), trials: { try $0.findUpdate($1) }),
      BenchmarkCase(
        "write-transaction", "\(syncedTransactions) rows found and stored, a transaction each that waits for the disk",
        unit: "transaction", operations: syncedTransactions, fixture: fixture(syncedTransactions, true),
        trials: { try $0.writeTransaction($1) }, afterwards: ByHand.sumOfQuantities),
      BenchmarkCase(
        "write-transaction-normal",
        "\(writeTransactions) rows found and stored, a transaction each, synchronous NORMAL",
        unit: "transaction", operations: writeTransactions, fixture: fixture(writeTransactions, false),
        trials: { try $0.writeTransaction($1) }, afterwards: ByHand.sumOfQuantities),
    ]
  }
}
