/// What a case measured: a line for each trial.
package struct CaseResult {
  /// The medians of one trial.
  package struct Line {
    package let contender: String
    package let label: String
    /// Seconds of one run.
    package let wall: Double
    package let processor: Double

    init(contender: String, label: String, measurements: [Measurement]) {
      self.contender = contender
      self.label = label
      wall = median(measurements.map(\.wall))
      processor = median(measurements.map(\.processor))
    }
  }

  package let benchmark: BenchmarkCase
  package let lines: [Line]

  init(_ benchmark: BenchmarkCase, _ lines: [Line]) {
    self.benchmark = benchmark
    self.lines = lines
  }

  /// The contender's best line, by the processor's time.
  package func best(of contender: String) -> Line? {
    lines.filter { $0.contender == contender }.min { $0.processor < $1.processor }
  }

  /// The contender's usual line: the one that a table of the results shows.
  package func usual(of contender: String) -> Line? {
    lines.first { $0.contender == contender && $0.label.isEmpty }
  }
}

/// The value in the middle; the mean of the two in the middle where their number is even, 0 where there is none.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
