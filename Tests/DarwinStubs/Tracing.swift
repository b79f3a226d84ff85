// What PostilMonitoring uses of swift-distributed-tracing. Declarations only.

public struct ServiceContext: Sendable {
  public static var current: ServiceContext? { fatalError() }
  public static var topLevel: ServiceContext { fatalError() }
}

public enum SpanKind: Sendable { case client, server }

public struct SpanStatus: Sendable {
  public enum Code: Sendable { case ok, error }
  public init(code: Code, message: String? = nil) { fatalError() }
}

public enum SpanAttribute: Sendable, ExpressibleByStringLiteral {
  case text(String)
  public init(stringLiteral value: String) { fatalError() }
}

public struct SpanAttributes: Sendable {
  public subscript(_ name: String) -> Int64? {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript(_ name: String) -> String? {
    get { fatalError() }
    set { fatalError() }
  }
}

public protocol TracerInstant: Sendable {}

public struct DefaultTracerClock: Sendable {
  public struct Timestamp: TracerInstant {
    public let nanosecondsSinceEpoch: UInt64
    public init(nanosecondsSinceEpoch: UInt64) { fatalError() }
  }
  public static var now: Timestamp { fatalError() }
}

public protocol Span: AnyObject, Sendable {
  var context: ServiceContext { get }
  var attributes: SpanAttributes { get set }
  func setStatus(_ status: SpanStatus)
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
}

public protocol Tracer: Sendable {
  func startSpan<Instant: TracerInstant>(
    _ name: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file: String, line: UInt
  ) -> any Span
}

public enum InstrumentationSystem {
  public static var tracer: any Tracer { fatalError() }
}
