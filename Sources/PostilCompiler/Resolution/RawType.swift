import PostilSQL
import PostilSchema

/// An enum with raw values, or an identifier type with one `rawValue`, as stored in a column.
struct RawType {
  /// A raw value.
  enum Value: Hashable {
    case integer(Int64)
    /// Above `Int64.max`.
    case large(UInt64)
    case text(String)

    /// The value as SQL. Integers above `Int64.max` are stored as text of 20 digits.
    var sql: String {
      switch self {
      case .integer(let value): String(value)
      case .large(let value): SQLText.literal(String(repeating: "0", count: 20 - String(value).count) + String(value))
      case .text(let value): SQLText.literal(value)
      }
    }
  }

  var name: String
  /// The raw type.
  var stored: StoredType
  /// The raw type as generated code writes it.
  var rawTypeName: String
  /// The raw values of an enum's cases in the order of the source; `nil` if every value of the raw type is valid.
  var values: [Value]?
  var isRawRepresentable: Bool
  /// The names of an enum's cases, if the names are stored.
  var caseNames: [String]?
  var type: DeclaredType

  /// Reads a type of the target.
  init(_ full: String, written: String, resolver: TypeResolver) throws(TypeResolver.Problem) {
    guard let type = resolver.index.types[full]?.first else {
      throw TypeResolver.Problem(Message.unknownType(written, suggestion: nil))
    }
    if resolver.isModel(full) { throw TypeResolver.Problem(Message.modelAsType(full)) }
    guard type.visibility != .hidden else { throw TypeResolver.Problem(Message.hiddenType(full)) }
    guard type.declaration.kind == .enum || type.declaration.kind == .struct else {
      throw TypeResolver.Problem(Message.nominalType(written, type.declaration.kind.rawValue))
    }
    guard !type.isInsideGeneric, type.declaration.genericParameters == nil else {
      throw TypeResolver.Problem(Message.genericRawType(full))
    }
    name = full
    self.type = type
    let parts = resolver.index.parts(of: full)
    let inherited = parts.flatMap { $0.declaration.inheritance.map(\.text) }
    isRawRepresentable = inherited.contains {
      ["RawRepresentable", "Swift.RawRepresentable", "OptionSet"].contains($0)
    }
    if type.declaration.kind == .enum, let (rawTypeName, stored) = try Self.rawType(of: type, resolver: resolver) {
      self.rawTypeName = rawTypeName
      self.stored = stored
      isRawRepresentable = true
      values = try RawValues.values(of: type, stored: stored)
    } else if !isRawRepresentable, let names = try Self.caseNames(of: type) {
      rawTypeName = "String"
      stored = .text
      caseNames = names
      values = names.map { .text($0) }
    } else {
      guard
        let rawValue = parts.flatMap(\.declaration.properties).first(where: {
          $0.name.text == "rawValue" && !$0.isStatic
        }),
        let text = rawValue.type, isRawRepresentable || (rawValue.storage != .computed && full.hasSuffix(".ID"))
      else {
        throw TypeResolver.Problem(Self.refusal(of: type, resolver: resolver))
      }
      let note = full.hasSuffix(".ID") ? resolver.keyNote(of: String(full.dropLast(3))) : nil
      let resolved = try resolver.resolve(text, in: full, storing: note)
      guard !resolved.isOptional else { throw TypeResolver.Problem(Message.notRawRepresentable(full)) }
      rawTypeName = resolved.name
      stored = resolved.stored
    }
    try checkConformances(inherited, resolver: resolver)
  }

  /// The names of an enum's cases; `nil` if it isn't an enum, or if a case has associated values.
  private static func caseNames(of type: DeclaredType) throws(TypeResolver.Problem) -> [String]? {
    let cases = type.declaration.cases
    guard type.declaration.kind == .enum, cases.allSatisfy({ $0.associatedValues == nil }) else { return nil }
    // Equal to the raw values of an enum with the raw type `String`.
    _ = try RawValues.values(of: type, stored: .text)
    return cases.map(\.name.text)
  }

  private static func refusal(of type: DeclaredType, resolver: TypeResolver) -> String {
    if type.declaration.kind == .struct, type.declaration.name.text == "ID" {
      return Message.notRawRepresentable(type.name)
    }
    let what = type.declaration.kind == .enum ? "an enum with payloads" : "a struct"
    return resolver.needsJSON(
      .identifier(type.name.split(separator: ".").map { TypeSyntax.Component(String($0)) }), what, in: "")
  }

  /// The raw type of an enum, which is first in the inheritance clause. Source: TSPL "Enumeration Declaration".
  private static func rawType(
    of type: DeclaredType, resolver: TypeResolver
  ) throws(TypeResolver.Problem) -> (String, StoredType)? {
    guard let first = type.declaration.inheritance.first else { return nil }
    if ["Character", "Substring"].contains(first.text) {
      throw TypeResolver.Problem(
        Message.rawTypeOfEnum(type.name, first.text), at: SourcePlace(path: type.path, position: first.position))
    }
    guard let resolved = try? resolver.resolve(first, in: type.name) else { return nil }
    switch resolved.stored {
    case .integer, .text: return (resolved.name, resolved.stored)
    default:
      throw TypeResolver.Problem(
        Message.rawTypeOfEnum(type.name, first.text), at: SourcePlace(path: type.path, position: first.position))
    }
  }

  /// Generated code adds the conformance in another file, where `Sendable` and `Hashable` can't be synthesized.
  private func checkConformances(_ inherited: [String], resolver: TypeResolver) throws(TypeResolver.Problem) {
    let kind = type.declaration.kind
    guard Conformances(of: type, in: resolver.index).mayInclude("Sendable") else {
      throw TypeResolver.Problem(Message.rawTypeNotSendable(name, kind: kind.rawValue), at: type.place)
    }
    guard
      kind == .enum
        || Conformances(of: type, in: resolver.index).mayInclude("Hashable")
    else { throw TypeResolver.Problem(Message.rawTypeNotHashable(name), at: type.place) }
  }
}
