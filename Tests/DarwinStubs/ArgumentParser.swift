// What the tool uses of swift-argument-parser. Declarations only.

public protocol ParsableArguments: Decodable {
  init()
  mutating func validate() throws
}

extension ParsableArguments {
  public mutating func validate() throws { fatalError() }
  public static func exit(withError error: (any Error)? = nil) -> Never { fatalError() }
}

public struct CommandConfiguration: Sendable {
  public init(
    commandName: String? = nil, abstract: String = "", usage: String? = nil, discussion: String = "",
    version: String = "", shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) { fatalError() }
}

public protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
  mutating func run() throws
}

extension ParsableCommand {
  public mutating func run() throws { fatalError() }
  public static func main() { fatalError() }
  public static func parseAsRoot(_ arguments: [String]? = nil) throws -> any ParsableCommand { fatalError() }
  public static func exitCode(for error: any Error) -> ExitCode { fatalError() }
  public static func message(for error: any Error) -> String { fatalError() }
  public static func fullMessage(for error: any Error) -> String { fatalError() }
}

public protocol AsyncParsableCommand: ParsableCommand {
  mutating func run() async throws
}

extension AsyncParsableCommand {
  public mutating func run() async throws { fatalError() }
  public static func main() async { fatalError() }
}

public struct ExitCode: Error, RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { fatalError() }
  public init(_ code: Int32) { fatalError() }
  public static let success = ExitCode(0)
  public static let failure = ExitCode(1)
  public static let validationFailure = ExitCode(64)
  public var isSuccess: Bool { fatalError() }
}

public struct ValidationError: Error, CustomStringConvertible {
  public init(_ message: String) { fatalError() }
  public var message: String { fatalError() }
  public var description: String { fatalError() }
}

public protocol ExpressibleByArgument {
  init?(argument: String)
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
  public init?(argument: String) { fatalError() }
}
extension String: ExpressibleByArgument { public init?(argument: String) { fatalError() } }
extension Int: ExpressibleByArgument { public init?(argument: String) { fatalError() } }

public struct ArgumentHelp: ExpressibleByStringInterpolation, Sendable {
  public static let hidden = ArgumentHelp()
  public init(stringLiteral value: String) { fatalError() }
  public init(
    _ abstract: String = "", discussion: String = "", valueName: String? = nil,
    visibility: ArgumentVisibility = .default
  ) { fatalError() }
}

public struct ArgumentVisibility: Sendable {
  public static let `default` = ArgumentVisibility()
  public static let hidden = ArgumentVisibility()
}

public enum NameSpecification: ExpressibleByArrayLiteral {
  public enum Element: Sendable {
    case short, long
    case customLong(_ name: String), customShort(_ character: Character)
  }
  case names
  public init(arrayLiteral elements: Element...) { fatalError() }
  public static var long: NameSpecification { fatalError() }
  public static var short: NameSpecification { fatalError() }
  public static func customLong(_ name: String) -> NameSpecification { fatalError() }
}

public struct ArrayParsingStrategy: Sendable {
  public static let upToNextOption = ArrayParsingStrategy()
  public static let singleValue = ArrayParsingStrategy()
}

@propertyWrapper public struct Option<Value>: Decodable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public var wrappedValue: Value
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil
  ) { fatalError() }
  public init(name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil)
  {
    fatalError()
  }
  public init<Element>(
    wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) { fatalError() }
  public init<Element>(
    name: NameSpecification = .long, help: ArgumentHelp? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) { fatalError() }
}

public struct FlagInversion: Sendable {
  public static let prefixedNo = FlagInversion()
}

@propertyWrapper public struct Flag<Value>: Decodable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public var wrappedValue: Value
  public init(wrappedValue: Value, name: NameSpecification = .long, help: ArgumentHelp? = nil) where Value == Bool {
    fatalError()
  }
  public init(wrappedValue: Value, inversion: FlagInversion, help: ArgumentHelp? = nil) where Value == Bool {
    fatalError()
  }
  public init(name: NameSpecification = .long, inversion: FlagInversion, help: ArgumentHelp? = nil)
  where Value == Bool? { fatalError() }
}

@propertyWrapper public struct Argument<Value>: Decodable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public var wrappedValue: Value
  public init(wrappedValue: Value, help: ArgumentHelp? = nil) { fatalError() }
  public init(help: ArgumentHelp? = nil) { fatalError() }
}

@propertyWrapper public struct OptionGroup<Value: ParsableArguments>: Decodable {
  public init(from decoder: any Decoder) throws { fatalError() }
  public var wrappedValue: Value
  public init(title: String = "") { fatalError() }
}
