/// Runs a case: every trial of every contender, alternating, and checks that all came to the same.
package struct Runner {
  let contenders: [any Contender.Type]
  let workspace: Workspace
  let rounds: Int

  /// A runner for `contenders`, the first of which the others are compared with.
  package init(contenders: [any Contender.Type], workspace: Workspace, rounds: Int) {
    self.contenders = contenders
    self.workspace = workspace
    self.rounds = rounds
  }

  private struct Entrant {
    let contender: String
    let fixture: Fixture
    let trial: Trial
    var measurements: [Measurement] = []
  }

  /// Runs the case's first trial of one contender `rounds` times, and measures nothing.
  package func work(_ benchmark: BenchmarkCase, of contender: any Contender.Type) throws {
    let fixture = try benchmark.fixture(workspace, contender.name)
    defer { workspace.discard(fixture.path) }
    guard let trial = try benchmark.trials(contender, fixture).first else { return }
    for _ in 0..<rounds {
      _ = try trial.run(Stopwatch())
      _ = try benchmark.afterwards(fixture)
    }
  }

  /// Warms up once, then measures `rounds` times. The order of the contenders is drawn anew each round, so that none always
  /// follows the same one, and each starts without memory that another has freed.
  /// - Throws: ``BenchmarkFailure`` when two results differ, and what the contenders throw.
  package func run(_ benchmark: BenchmarkCase) throws -> CaseResult {
    var entrants: [Entrant] = []
    var settings: [String: String]?
    for contender in contenders {
      let fixture = try benchmark.fixture(workspace, contender.name)
      let own = try contender.settings(fixture)
      guard settings ?? own == own else {
        throw BenchmarkFailure("\(benchmark.name): \(contender.name) runs with \(own), not \(settings ?? [:])")
      }
      settings = own
      entrants += try benchmark.trials(contender, fixture).map {
        Entrant(contender: contender.name, fixture: fixture, trial: $0)
      }
    }
    defer { for entrant in entrants { workspace.discard(entrant.fixture.path) } }

    var expected: [Digest?]?
    let rounds = min(rounds, benchmark.maximumRounds)
    var random = SplitMix64(seed: UInt64(rounds))
    for round in 0...rounds {
      for index in entrants.indices.shuffled(using: &random) {
        let entrant = entrants[index]
        let stopwatch = Stopwatch()
        releaseFreedMemory()
        let digests = [try entrant.trial.run(stopwatch), try benchmark.afterwards(entrant.fixture)]
        guard expected ?? digests == digests else {
          throw BenchmarkFailure(
            "\(benchmark.name): \(entrant.contender) \(entrant.trial.label) came to \(digests), not \(expected ?? [])")
        }
        expected = digests
        if round > 0 { entrants[index].measurements.append(stopwatch.measurement) }
      }
    }
    return CaseResult(
      benchmark,
      entrants.map { CaseResult.Line(contender: $0.contender, label: $0.trial.label, measurements: $0.measurements) })
  }
}
