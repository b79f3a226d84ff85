/// The structure of a type: TSPL "Types".
///
/// `Optional<T>`, `Array<T>` and `Dictionary<K, V>`, with or without `Swift.`, are read as `T?`, `[T]` and `[K: V]`.
/// Parentheses around a single type are ignored. Two texts for the same Swift type give the same value.
public indirect enum TypeSyntax: Hashable, Sendable {
  /// A name and its generic arguments: one component of `Project<Tag>.ID`.
  public struct Component: Hashable, Sendable {
    /// The name without backticks.
    public var name: String
    /// The types, and integers (SE-0452), between `<` and `>`; empty if there are none.
    public var arguments: [TypeSyntax]

    /// Creates a component; most have no arguments.
    public init(_ name: String, arguments: [TypeSyntax] = []) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// One element of a tuple, or one parameter of a function type.
  public struct Element: Hashable, Sendable {
    /// The label as written, `x` or `_ x`; `nil` if there is none.
    public var label: String?
    /// The element's type.
    public var type: TypeSyntax
    /// Whether `...` follows the type.
    public var isVariadic: Bool

    /// Creates an element; most are neither labelled nor variadic.
    public init(label: String? = nil, _ type: TypeSyntax, isVariadic: Bool = false) {
      self.label = label
      self.type = type
      self.isVariadic = isVariadic
    }
  }

  /// `Module.Outer<T>.Name`, from left to right.
  case identifier([Component])
  /// `[Int].Index`: a member of a type that isn't a path.
  case member(of: TypeSyntax, Component)
  /// `T?`
  case optional(TypeSyntax)
  /// `T!`
  case implicitlyUnwrappedOptional(TypeSyntax)
  /// `[T]`
  case array(TypeSyntax)
  /// `[K: V]`
  case dictionary(key: TypeSyntax, value: TypeSyntax)
  /// `[3 of T]`
  case inlineArray(count: TypeSyntax, element: TypeSyntax)
  /// `(x: A, B)`; `()` has no elements.
  case tuple([Element])
  /// `(A) async throws -> B`; the effects are as written, in order.
  case function(parameters: [Element], effects: [String], result: TypeSyntax)
  /// `some P`
  case some(TypeSyntax)
  /// `any P`
  case any(TypeSyntax)
  /// `A & B`
  case composition([TypeSyntax])
  /// `T.Type`
  case metatype(TypeSyntax)
  /// `T.Protocol`
  case protocolMetatype(TypeSyntax)
  /// `~Copyable`
  case suppressed(TypeSyntax)
  /// `@escaping`, `inout`, `sending` … before a type, as written, in order.
  case attributed([String], TypeSyntax)
  /// `repeat each T`
  case packExpansion(TypeSyntax)
  /// `each T`
  case packElement(TypeSyntax)
  /// An integer as a generic argument.
  case integer(String)

  /// A type of one name without arguments: `.named("Int")`.
  public static func named(_ name: String) -> TypeSyntax { .identifier([Component(name)]) }

  /// The components of the path joined by dots if none has arguments: `Project.ID`; otherwise `nil`.
  public var plainName: String? {
    guard case .identifier(let components) = self, components.allSatisfy({ $0.arguments.isEmpty }) else { return nil }
    return components.map(\.name).joined(separator: ".")
  }
}

extension TypeSyntax: CustomStringConvertible {
  /// The type in a canonical form, which is parsed as the same type.
  public var description: String {
    switch self {
    case .identifier(let components):
      return components.map(Self.text).joined(separator: ".")
    case .member(let type, let component): return type.asBase + "." + Self.text(of: component)
    case .optional(let type): return type.asBase + "?"
    case .implicitlyUnwrappedOptional(let type): return type.asBase + "!"
    case .array(let element): return "[\(element)]"
    case .dictionary(let key, let value): return "[\(key): \(value)]"
    case .inlineArray(let count, let element): return "[\(count) of \(element)]"
    case .tuple(let elements): return Self.list(elements)
    case .function(let parameters, let effects, let result):
      return ([Self.list(parameters)] + effects + ["->", result.description]).joined(separator: " ")
    case .some(let type): return "some \(type.asConstraint)"
    case .any(let type): return "any \(type.asConstraint)"
    case .composition(let types): return types.map(\.asBase).joined(separator: " & ")
    case .metatype(let type): return type.asBase + ".Type"
    case .protocolMetatype(let type): return type.asBase + ".Protocol"
    case .suppressed(let type): return "~" + type.asBase
    case .attributed(let words, let type): return (words + [type.description]).joined(separator: " ")
    case .packExpansion(let type): return "repeat \(type)"
    case .packElement(let type): return "each \(type)"
    case .integer(let text): return text
    }
  }

  /// The description, in parentheses if a suffix such as `?` would otherwise apply only to a part of the type.
  private var asBase: String {
    switch self {
    case .function, .some, .any, .composition, .suppressed, .attributed, .packExpansion, .packElement:
      return "(\(description))"
    default: return description
    }
  }

  /// The description after `some` or `any`, which apply to a whole composition.
  private var asConstraint: String {
    switch self {
    case .composition, .suppressed: return description
    default: return asBase
    }
  }

  private static func text(of component: Component) -> String {
    let arguments = component.arguments.map(\.description).joined(separator: ", ")
    return arguments.isEmpty ? escaped(component.name) : "\(escaped(component.name))<\(arguments)>"
  }

  private static func list(_ elements: [Element]) -> String {
    let texts = elements.map { element in
      let label = element.label.map { "\($0): " } ?? ""
      return label + element.type.description + (element.isVariadic ? "..." : "")
    }
    return "(\(texts.joined(separator: ", ")))"
  }

  /// A name, in backticks if it needs them.
  private static func escaped(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { UnicodeClass.isIdentifierContinuation($0.value) }
    let isReserved = Keyword.allCases.contains { $0.isReserved && String(describing: $0) == name }
    return isPlain && (!isReserved || name == "Self" || name == "Any") ? name : "`\(name)`"
  }
}
