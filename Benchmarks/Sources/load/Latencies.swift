import Foundation

/// How long calls took, in buckets, so that memory doesn't grow with their number.
struct Latencies: Sendable {
  /// Sixteen buckets for each power of two, an error of at most 4.5 %.
  private static let bucketsPerDoubling = 16.0
  private var buckets = [Int](repeating: 0, count: 40 * 16)
  private(set) var count = 0
  /// In seconds.
  private(set) var maximum = 0.0

  mutating func add(_ seconds: Double) {
    count += 1
    maximum = max(maximum, seconds)
    let microseconds = max(seconds * 1e6, 1)
    buckets[min(Int(log2(microseconds) * Self.bucketsPerDoubling), buckets.count - 1)] += 1
  }

  mutating func add(_ other: Latencies) {
    count += other.count
    maximum = max(maximum, other.maximum)
    for index in buckets.indices { buckets[index] += other.buckets[index] }
  }

  /// The time that this part of the calls didn't exceed, in milliseconds.
  func percentile(_ part: Double) -> Double {
    var rest = Int(Double(count) * part)
    for (index, bucket) in buckets.enumerated() {
      rest -= bucket
      if rest < 0 { return exp2((Double(index) + 0.5) / Self.bucketsPerDoubling) / 1000 }
    }
    return maximum * 1000
  }

  /// `p50 0.12 p99 1.40 p99.9 8.05 max 20.11 ms`
  var summary: String {
    String(
      format: "p50 %.2f p99 %.2f p99.9 %.2f max %.2f ms", percentile(0.5), percentile(0.99), percentile(0.999),
      maximum * 1000)
  }
}
