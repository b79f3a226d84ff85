// What the tests use of Foundation, beyond what the tools and the examples do.

open class NSLock: @unchecked Sendable {
  public init() { fatalError() }
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}

open class Thread: @unchecked Sendable {
  public class var isMainThread: Bool { fatalError() }
  public class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
  @preconcurrency
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
}

extension Bundle {
  public class var allBundles: [Bundle] { fatalError() }
  public var bundlePath: String { fatalError() }
  public var bundleURL: URL { fatalError() }
}

#if os(macOS)
  open class Process: @unchecked Sendable {
    public enum TerminationReason: Sendable { case exit, uncaughtSignal }
    public init() { fatalError() }
    public class func run(_ url: URL, arguments: [String]) throws -> Process { fatalError() }
    public var executableURL: URL?
    public var arguments: [String]?
    public var environment: [String: String]?
    public var standardInput: Any?
    public var standardOutput: Any?
    public var standardError: Any?
    public var isRunning: Bool { fatalError() }
    public var processIdentifier: Int32 { fatalError() }
    public var terminationStatus: Int32 { fatalError() }
    public var terminationReason: TerminationReason { fatalError() }
    public func run() throws { fatalError() }
    public func terminate() { fatalError() }
    public func waitUntilExit() { fatalError() }
  }
#endif

open class Pipe: @unchecked Sendable {
  public init() { fatalError() }
  public var fileHandleForReading: FileHandle { fatalError() }
  public var fileHandleForWriting: FileHandle { fatalError() }
}

extension FileHandle {
  public convenience init(forUpdating url: URL) throws { fatalError() }
  public static var nullDevice: FileHandle { fatalError() }
  public var availableData: Data { fatalError() }
  public func readDataToEndOfFile() -> Data { fatalError() }
  public func truncate(atOffset offset: UInt64) throws { fatalError() }
  @discardableResult public func seekToEnd() throws -> UInt64 { fatalError() }
}

extension ProcessInfo {
  public var activeProcessorCount: Int { fatalError() }
  public var processIdentifier: Int32 { fatalError() }
}

public struct URLResourceKey: Hashable, Sendable {}

extension FileManager {
  public func enumerator(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) -> DirectoryEnumerator? {
    fatalError()
  }
  public func createFile(
    atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { fatalError() }
  public func createSymbolicLink(at url: URL, withDestinationURL target: URL) throws { fatalError() }
  public func createSymbolicLink(atPath path: String, withDestinationPath target: String) throws { fatalError() }
  public func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
  public func changeCurrentDirectoryPath(_ path: String) -> Bool { fatalError() }
  public func moveItem(atPath path: String, toPath target: String) throws { fatalError() }
}

extension URL {
  public init?(string: String, relativeTo base: URL?) { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public init(filePath path: String) { fatalError() }
  public var standardized: URL { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public func appendingPathComponent(_ component: String) -> URL { fatalError() }
}

extension DispatchQueue {
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { fatalError() }
}

extension Calendar {
  public func date(from components: DateComponents) -> Date? { fatalError() }
  public func date(byAdding components: DateComponents, to date: Date) -> Date? { fatalError() }
  public func dateInterval(of component: Component, for date: Date) -> DateInterval? { fatalError() }
  public func dateComponents(_ components: Set<Component>, from start: Date, to end: Date) -> DateComponents {
    fatalError()
  }
  public func range(of smaller: Component, in larger: Component, for date: Date) -> Range<Int>? { fatalError() }
  public func ordinality(of smaller: Component, in larger: Component, for date: Date) -> Int? { fatalError() }
}

public struct DateInterval: Sendable {
  public var start: Date { fatalError() }
  public var end: Date { fatalError() }
}

public func pow(_ number: Decimal, _ exponent: Int) -> Decimal { fatalError() }

public enum RoundingMode: Sendable { case plain }

public func NSDecimalRound(
  _ result: UnsafeMutablePointer<Decimal>, _ number: UnsafePointer<Decimal>, _ scale: Int, _ mode: RoundingMode
) { fatalError() }

extension StringProtocol {
  public func localizedCompare(_ other: some StringProtocol) -> ComparisonResult { fatalError() }
  public func compare(_ other: some StringProtocol, options: String.CompareOptions = []) -> ComparisonResult {
    fatalError()
  }
  public func range(of text: some StringProtocol, options: String.CompareOptions = []) -> Range<String.Index>? {
    fatalError()
  }
  public var capitalized: String { fatalError() }
}

public enum ComparisonResult: Sendable { case orderedAscending, orderedSame, orderedDescending }

extension Data {
  public func dropLast() -> Data { fatalError() }
}

extension Date {
  public static func += (date: inout Date, interval: TimeInterval) { fatalError() }
  public var timeIntervalSinceNow: TimeInterval { fatalError() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  public static func - (date: Date, interval: TimeInterval) -> Date { fatalError() }
}

extension DateComponents {
  public var era: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var nanosecond: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var weekday: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var weekOfYear: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var quarter: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var timeZone: TimeZone? {
    get { fatalError() }
    set { fatalError() }
  }
  public var calendar: Calendar? {
    get { fatalError() }
    set { fatalError() }
  }
}

extension Decimal: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { fatalError() }
  public static var pi: Decimal { fatalError() }
  public static var nan: Decimal { fatalError() }
  public static var greatestFiniteMagnitude: Decimal { fatalError() }
  public static var leastNonzeroMagnitude: Decimal { fatalError() }
  public static var leastFiniteMagnitude: Decimal { fatalError() }
}

/// A macro of C's that Swift doesn't import; the module Darwin declares it.
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { fatalError() }
