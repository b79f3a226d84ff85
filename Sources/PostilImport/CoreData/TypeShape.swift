import PostilCompiler

/// How values of a Swift type in the sources are stored by Core Data and by Postil.
struct TypeShape {
  private var types: [String: SourceType] = [:]
  private let unusable: Set<String>

  /// - Parameter entity: the model whose properties use the types. Those in its class come before others of the same name.
  init(_ model: EntityModel, in entity: String? = nil) {
    unusable = model.unusableTypes
    let owners =
      entity.map { name in [name] + (model.entity(name).map { model.ancestors(of: $0).map(\.name) } ?? []) } ?? []
    func rank(_ type: SourceType) -> Int {
      if let container = type.container { return owners.firstIndex(of: container) ?? owners.count + 1 }
      return owners.count
    }
    for type in model.types.enumerated().sorted(by: { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }) {
      let names = type.element.fullName.split(separator: ".")
      for index in names.indices {
        let name = names[index...].joined(separator: ".")
        types[name] = types[name] ?? type.element
      }
    }
  }

  /// The declaration of a type.
  /// - Parameter outer: the type whose declaration contains the name.
  func type(_ name: String, in outer: SourceType? = nil) -> SourceType? {
    var path = outer?.fullName.split(separator: ".") ?? []
    while !path.isEmpty {
      if let type = types["\(path.joined(separator: ".")).\(name)"] { return type }
      path.removeLast()
    }
    return types[name]
  }

  /// The form of a column's values; `nil` if the values can't be read.
  func form(of text: String) -> StoredForm? {
    let type = Self.unwrapped(text)
    if let declared = self.type(type), declared.isEnum, !declared.hasAssociatedValues {
      var (texts, integers): ([String], [Int64]) = ([], [])
      var next: Int64 = 0
      for value in declared.cases {
        switch declared.rawType {
        case nil: texts.append(value.name)
        case "String"?: texts.append(value.rawValue.map(Self.literal) ?? value.name)
        default:
          next = value.rawValue.flatMap { Int64($0.filter { $0 != "_" }) } ?? next
          integers.append(next)
          next += 1
        }
      }
      return .rawValue(type: type, texts: texts, integers: integers)
    }
    return shape(of: type, depth: 0).map { .json($0, type: type) }
  }

  /// Whether a column can store the type without `@json`.
  func isColumn(_ text: String) -> Bool {
    let type = Self.unwrapped(text)
    if let declared = self.type(type) { return declared.isEnum && !declared.hasAssociatedValues }
    return Self.plain.contains(type)
  }

  /// Whether Postil and Core Data both have a column type for it.
  static let plain: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "String", "Data", "Date", "Decimal", "UUID", "URL",
  ]

  /// Whether a type can be `Hashable`, as far as its parts are known.
  func isHashable(_ text: String, in outer: SourceType? = nil, depth: Int = 0) -> Bool {
    depth < 8
      && Self.names(in: text).allSatisfy { name in
        guard let type = self.type(name, in: outer) else {
          return Self.standard.contains(name) || name.first?.isUppercase != true
        }
        return type.conforms(to: "Hashable")
          || Self.parts(of: type).allSatisfy { isHashable($0, in: type, depth: depth + 1) }
      }
  }

  /// The types of the standard library and Foundation that columns and JSON values are made of.
  static let standard = plain.union([
    "Optional", "Array", "Set", "Dictionary", "Character", "CGFloat", "Duration", "TimeInterval", "SQLValue", "Locale",
    "TimeZone", "Calendar", "DateComponents", "DateInterval", "IndexSet", "Range", "ClosedRange", "Any", "Never",
  ])

  /// The types of a struct's properties and of the associated values of an enum.
  private static func parts(of type: SourceType) -> [String] { type.properties.map(\.type) + type.associatedValues }

  /// The full names of the types of the sources that a type is made of.
  func declaredTypes(in text: String) -> Set<String> {
    var found: Set<String> = []
    walk(text) { type in
      if let type { found.insert(type.fullName) }
    }
    return found
  }

  /// The types that a type is made of, but which neither the sources nor the standard library and Foundation declare, each with whether a
  /// module may declare it that its file imports.
  func unknownTypes(in text: String, imports: [String]) -> [(name: String, isImported: Bool)] {
    var found: [(name: String, isImported: Bool)] = []
    walk(text) { type in
      // An extension can be copied for a type of a file only.
      if let type, !type.extensions.isEmpty, type.container ?? type.outer != nil { found.append((type.name, false)) }
    } unknown: { name, outer in
      let isKnown = Self.standard.contains(name) || outer?.genericParameters.contains(name) == true
      if !isKnown, !found.contains(where: { $0.name == name }) {
        found.append((name, !unusable.contains(name) && !(outer?.imports ?? imports).isEmpty))
      }
    }
    return found
  }

  /// Visits each type that a type is made of once.
  private func walk(
    _ text: String, _ declared: (SourceType?) -> Void, unknown: (String, SourceType?) -> Void = { _, _ in }
  ) {
    var seen: Set<String> = []
    var pending: [(name: String, outer: SourceType?)] = Self.names(in: text).map { ($0, nil) }
    while !pending.isEmpty {
      let (name, outer) = pending.removeFirst()
      guard let type = self.type(name, in: outer) else {
        unknown(name, outer)
        continue
      }
      guard seen.insert(type.fullName).inserted else { continue }
      declared(type)
      // The values of such an enum are its raw values.
      pending += Self.parts(of: type).flatMap { Self.names(in: $0) }.map { ($0, type) }
    }
  }

  /// The names of types in a type: `Loadable`, `Trip.Status`.
  static func names(in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }.compactMap { part in
      let name = part.split(separator: ".").drop { $0 == "Swift" || $0 == "Foundation" }.joined(separator: ".")
      return name.isEmpty || name.first?.isNumber == true || name == "any" ? nil : name
    }
  }

  private static func literal(_ text: String) -> String {
    text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1 ? String(text.dropFirst().dropLast()) : text
  }

  static func unwrapped(_ text: String) -> String {
    var type = text.filter { !$0.isWhitespace || $0 == " " }
    while type.hasSuffix("?") || type.hasSuffix("!") { type.removeLast() }
    if type.hasPrefix("Optional<"), type.hasSuffix(">") { type = String(type.dropFirst(9).dropLast()) }
    return type
  }

  /// - Parameter outer: the type whose declaration contains the text.
  private func shape(of text: String, in outer: SourceType? = nil, depth: Int) -> JSONText.Shape? {
    guard depth < 8 else { return nil }
    let type = text.replacing(" ", with: "")
    if type.hasSuffix("?") {
      return shape(of: String(type.dropLast()), in: outer, depth: depth + 1).map { .optional($0) }
    }
    switch type {
    case "String": return .string
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": return .integer
    case "Double", "Float", "CGFloat": return .double
    case "Bool": return .boolean
    case "UUID": return .uuid
    case "URL": return .url
    case "Date": return .date
    case "Data": return .data
    default: break
    }
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where type.hasPrefix(start) && type.hasSuffix(end)
    {
      let element = String(type.dropFirst(start.count).dropLast())
      for key in ["String:"] where start == "[" && element.hasPrefix(key) {
        return shape(of: String(element.dropFirst(key.count)), in: outer, depth: depth + 1).map { .dictionary($0) }
      }
      return element.contains(":") ? nil : shape(of: element, in: outer, depth: depth + 1).map { .array($0) }
    }
    guard let declared = self.type(type, in: outer), !declared.hasOwnCoding else { return nil }
    if declared.isEnum {
      if let raw = declared.rawType { return raw == "String" ? .string : .integer }
      var cases: [JSONText.Shape.Member] = []
      for (value, payload) in zip(declared.cases, declared.payloads) {
        let parts = payload.enumerated().map { (name: $1.label ?? "_\($0)", type: $1.type) }
        guard let members = members(parts, of: declared, depth: depth) else { return nil }
        cases.append(JSONText.Shape.Member(name: value.name, shape: .object(members)))
      }
      return .choice(cases)
    }
    return members(declared.properties, of: declared, depth: depth).map { .object($0) }
  }

  private func members(
    _ parts: [(name: String, type: String)], of declared: SourceType, depth: Int
  ) -> [JSONText.Shape.Member]? {
    var members: [JSONText.Shape.Member] = []
    for part in parts {
      guard let shape = shape(of: part.type, in: declared, depth: depth + 1) else { return nil }
      members.append(JSONText.Shape.Member(name: part.name, shape: shape))
    }
    return members
  }
}
