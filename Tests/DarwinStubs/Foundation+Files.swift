// What the tools and the examples use of Foundation, beyond what the runtime does. Declarations only: they are type-checked, never run.
// They are compiled together with the file of the runtime's, so they can extend its types.

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(booleanLiteral value: Bool) { fatalError() }
  public var boolValue: Bool { fatalError() }
}

public struct FileAttributeKey: Hashable, Sendable {
  public static let posixPermissions = FileAttributeKey()
  public static let modificationDate = FileAttributeKey()
  public static let size = FileAttributeKey()
}

open class FileManager: @unchecked Sendable {
  public static let `default` = FileManager()
  open class DirectoryEnumerator: Sequence, IteratorProtocol {
    public init() { fatalError() }
    public func next() -> Any? { fatalError() }
  }
  public var temporaryDirectory: URL { fatalError() }
  public var currentDirectoryPath: String { fatalError() }
  public func fileExists(atPath path: String) -> Bool { fatalError() }
  public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
  public func isExecutableFile(atPath path: String) -> Bool { fatalError() }
  public func contents(atPath path: String) -> Data? { fatalError() }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  public func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
  public func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
  public func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
  public func copyItem(at source: URL, to target: URL) throws { fatalError() }
  public func copyItem(atPath source: String, toPath target: String) throws { fatalError() }
  public func moveItem(at source: URL, to target: URL) throws { fatalError() }
  public func removeItem(at url: URL) throws { fatalError() }
  public func removeItem(atPath path: String) throws { fatalError() }
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws { fatalError() }
  public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { fatalError() }
}

open class FileHandle: @unchecked Sendable {
  public static let standardOutput = FileHandle()
  public static let standardError = FileHandle()
  public static let standardInput = FileHandle()
  init() {}
  public init?(forReadingAtPath path: String) { fatalError() }
  public init(forReadingFrom url: URL) throws { fatalError() }
  public init(forWritingTo url: URL) throws { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func read(upToCount count: Int) throws -> Data? { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func readToEnd() throws -> Data? { fatalError() }
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func seek(toOffset offset: UInt64) throws { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func write<D: RandomAccessCollection<UInt8>>(contentsOf data: D) throws { fatalError() }
  public func write(_ data: Data) { fatalError() }
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func close() throws { fatalError() }
}

open class Bundle: @unchecked Sendable {
  public class var main: Bundle { fatalError() }
  public var executableURL: URL? { fatalError() }
}

open class ProcessInfo: @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { fatalError() }
  #if os(iOS)
    @preconcurrency
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
      fatalError()
    }
  #endif
}

public struct Locale: Hashable, Sendable {
  public init(identifier: String) { fatalError() }
}

public struct TimeZone: Hashable, Sendable {
  public init?(secondsFromGMT: Int) { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var gmt: TimeZone { fatalError() }
  public init?(identifier: String) { fatalError() }
  public var identifier: String { fatalError() }
  public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
}

public struct Calendar: Hashable, Sendable {
  public enum Identifier: Sendable { case gregorian, iso8601 }
  public enum Component: Sendable {
    case era, year, month, day, hour, minute, second, nanosecond, weekday, weekOfYear, yearForWeekOfYear
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    case dayOfYear
  }
  public static var current: Calendar { fatalError() }
  public init(identifier: Identifier) { fatalError() }
  public var timeZone: TimeZone {
    get { fatalError() }
    set { fatalError() }
  }
  public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { fatalError() }
  public func date(byAdding component: Component, value: Int, to date: Date) -> Date? { fatalError() }
  public func startOfDay(for date: Date) -> Date { fatalError() }
}

extension DateComponents {
  public var yearForWeekOfYear: Int? { fatalError() }
  public var minute: Int? {
    get { fatalError() }
    set { fatalError() }
  }
  public var second: Int? {
    get { fatalError() }
    set { fatalError() }
  }
}

extension Date {
  public static let distantFuture = Date()
  public static let distantPast = Date()
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
  public static func + (date: Date, interval: TimeInterval) -> Date { fatalError() }
}

extension Decimal {
  public init?(string: String, locale: Locale? = nil) { fatalError() }
}

extension URL {
  public init(fileURLWithPath path: String) { fatalError() }
  public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var temporaryDirectory: URL { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var applicationSupportDirectory: URL { fatalError() }
  public var lastPathComponent: String { fatalError() }
  public var relativePath: String { fatalError() }
  public var pathExtension: String { fatalError() }
  public var standardizedFileURL: URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func deletingPathExtension() -> URL { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func appending<S: StringProtocol>(path: S) -> URL { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
}

extension Data {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public init(contentsOf url: URL) throws { fatalError() }
  public init?(base64Encoded: String) { fatalError() }
  public func base64EncodedString() -> String { fatalError() }
  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
}

extension Error {
  public var localizedDescription: String { fatalError() }
}

public struct IndexSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  public init() { fatalError() }
  public init(integer: Int) { fatalError() }
  public init(arrayLiteral elements: Int...) { fatalError() }
  public var first: Int? { fatalError() }
  public func contains(_ integer: Int) -> Bool { fatalError() }
  public func makeIterator() -> IndexingIterator<[Int]> { fatalError() }
}

public struct LocalizedStringResource: Sendable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { fatalError() }
}

open class JSONSerialization {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
  public class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { fatalError() }
}

open class NSDecimalNumber {
  public init(decimal: Decimal) {}
  public var int64Value: Int64 { fatalError() }
}
