import BenchmarkHarness
import ByHand

extension Scale {
  /// Many rows with an array each, packed into a blob.
  var samplesOfAProfile: [BenchmarkCase] {
    let empty = { (workspace: Workspace, contender: String) in
      var fixture = Fixture(path: try workspace.copy(of: .empty(folders: 1), for: contender))
      fixture.count = samples
      return fixture
    }
    let full = { (workspace: Workspace, contender: String) in
      Fixture(path: try workspace.copy(of: .samples(samples), for: contender))
    }
    return [
      BenchmarkCase(
        "samples-insert", "\(samples) samples with their call stacks in one transaction, its commit included",
        unit: "row", operations: samples, goal: 1.15, maximumRounds: 2, fixture: empty,
        trials: { try $0.insertSamples($1) }, afterwards: ByHand.digestAndEmptySamples),
      BenchmarkCase(
        "samples-stream", "\(samples) samples streamed, every frame of their call stacks read", unit: "row",
        operations: samples, goal: 1.15, maximumRounds: 3, fixture: full, trials: { try $0.scanSamples($1) }),
      BenchmarkCase(
        "samples-filter", "the samples of one thread and more than some weight, of \(samples)", unit: "row scanned",
        operations: samples, maximumRounds: 5, fixture: full, trials: { try $0.filterSamples($1) }),
    ]
  }
}
