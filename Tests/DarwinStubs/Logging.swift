// What a test uses of swift-log. Declarations only: they are type-checked, never run.

public struct Logger: Sendable {
  public typealias Metadata = [String: MetadataValue]
  public struct MetadataValue: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) { fatalError() }
  }
  public init(label: String) { fatalError() }
  public func warning(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata? = nil) {
    fatalError()
  }
}
