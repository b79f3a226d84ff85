import BenchmarkHarness

extension Scale {
  /// Every case, in the order of the report.
  var cases: [BenchmarkCase] {
    inserts + scans + keyLookups + paths + queries + additions + changes + samplesOfAProfile + documentsOfJSON
      + orderings
      + graphs
  }
}
