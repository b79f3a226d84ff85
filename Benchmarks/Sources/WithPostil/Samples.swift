import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func insertSamples(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try stopwatch.measure {
          try store.write { db in
            let drafts = (0..<fixture.count).lazy.map { SampleValues(index: $0).draft }
            _ = try Sample.insert(drafts, in: db)
          }
        }
        return Digest(count: fixture.count)
      }
    ]
  }

  package static func scanSamples(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [Trial { stopwatch in try stream(Sample.all, from: store, stopwatch) }]
  }

  package static func filterSamples(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try stream(Sample.where { $0.thread == 3 && $0.weight > 4_000 }, from: store, stopwatch)
      }
    ]
  }

  private static func stream(_ query: Query<Sample>, from store: SQLiteStore, _ stopwatch: Stopwatch) throws -> Digest {
    try store.read { db in
      try stopwatch.measure {
        var digest = Digest()
        try query.forEach(in: db) { sample in
          digest.add(time: sample.time, thread: sample.thread, weight: sample.weight, callStack: sample.callStack)
        }
        return digest
      }
    }
  }
}

extension SampleValues {
  /// The values as a draft.
  @inline(__always)
  var draft: Sample.Draft { Sample.Draft(time: time, thread: thread, weight: weight, callStack: callStack) }
}
