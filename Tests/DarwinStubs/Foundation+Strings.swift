// What the tools use of Foundation's extensions of strings.

extension String {
  public struct Encoding: Hashable, Sendable {
    public static let utf8 = Encoding()
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let caseInsensitive = CompareOptions(rawValue: 1)
    public static let diacriticInsensitive = CompareOptions(rawValue: 128)
    public static let regularExpression = CompareOptions(rawValue: 1024)
  }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public init?(data: Data, encoding: Encoding) { fatalError() }
}

public struct CharacterSet: Sendable {
  public static var whitespaces: CharacterSet { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}

extension StringProtocol {
  public var removingPercentEncoding: String? { fatalError() }
  public func appending(_ text: some StringProtocol) -> String { fatalError() }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public func folding(options: String.CompareOptions, locale: Locale?) -> String { fatalError() }
  public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
    fatalError()
  }
  public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws { fatalError() }
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws { fatalError() }
}
