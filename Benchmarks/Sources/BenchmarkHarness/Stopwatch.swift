import Foundation

/// What one run took.
package struct Measurement: Sendable {
  /// Seconds on the wall.
  package var wall = 0.0
  /// Seconds of processor time of the whole process, every thread: what a busy machine disturbs least.
  package var processor = 0.0
}

/// Measures the part of a run that a case is about: what comes before and after (opening a transaction, undoing the
/// work, checking it) is left out.
package final class Stopwatch {
  package private(set) var measurement = Measurement()

  /// A stopwatch at zero.
  package init() {}

  /// Runs `body` and adds what it took.
  package func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wall = Self.seconds(CLOCK_MONOTONIC)
    let processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    defer {
      measurement.processor += Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
      measurement.wall += Self.seconds(CLOCK_MONOTONIC) - wall
    }
    return try body()
  }

  /// Runs `body`, which may wait, and adds what it took.
  package func measure<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let wall = Self.seconds(CLOCK_MONOTONIC)
    let processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    defer {
      measurement.processor += Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
      measurement.wall += Self.seconds(CLOCK_MONOTONIC) - wall
    }
    return try await body()
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
