// What PostilMonitoring uses of swift-metrics. Declarations only.

public protocol MetricsFactory: Sendable {}

public enum MetricsSystem {
  public static var factory: any MetricsFactory { fatalError() }
}

public final class Counter: Sendable {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) { fatalError() }
  public func increment(by amount: some BinaryInteger) { fatalError() }
}

public final class Gauge: Sendable {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) { fatalError() }
  public func record(_ value: some BinaryInteger) { fatalError() }
}

public final class Timer: Sendable {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) { fatalError() }
  public func recordNanoseconds(_ duration: Int64) { fatalError() }
}
