import PostilCompiler

/// How values of a Swift type in the sources are stored by Core Data and by Postil.
struct TypeShape {
  private let types: [String: SourceType]

  init(_ model: EntityModel) {
    let qualified = model.types.compactMap { type in type.container.map { ("\($0).\(type.name)", type) } }
    types = Dictionary(model.types.map { ($0.name, $0) } + qualified, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the sources declare a type.
  func declares(_ name: String) -> Bool { types[name] != nil }

  /// The form of a column's values; `nil` if the values can't be read.
  func form(of text: String) -> StoredForm? {
    let type = Self.unwrapped(text)
    if let declared = types[type], declared.isEnum, !declared.hasAssociatedValues {
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
    if let declared = types[type] { return declared.isEnum && !declared.hasAssociatedValues }
    return Self.plain.contains(type)
  }

  /// Whether Postil and Core Data both have a column type for it.
  static let plain: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "String", "Data", "Date", "Decimal", "UUID", "URL",
  ]

  /// Whether a type can be `Hashable`, as far as its parts are known.
  func isHashable(_ text: String, depth: Int = 0) -> Bool {
    depth < 8
      && Self.names(in: text).allSatisfy { name in
        guard let type = types[name] else { return Self.standard.contains(name) || name.first?.isUppercase != true }
        return type.isHashable
          || type.properties.allSatisfy { isHashable($0.type, depth: depth + 1) }
            && type.associatedValues.allSatisfy { isHashable($0, depth: depth + 1) }
      }
  }

  /// The types of the standard library and Foundation that columns and JSON values are made of.
  static let standard = plain.union([
    "Optional", "Array", "Set", "Dictionary", "Character", "CGFloat", "Duration", "TimeInterval", "SQLValue",
  ])

  /// The types of the sources that a type is made of.
  func declaredTypes(in text: String) -> Set<String> {
    var found: Set<String> = []
    var pending = Self.names(in: text)
    while let name = pending.popLast() {
      guard let type = types[name], found.insert(name).inserted else { continue }
      pending += type.properties.flatMap { Self.names(in: $0.type) }
    }
    return found
  }

  private static func names(in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
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

  private func shape(of text: String, depth: Int) -> JSONText.Shape? {
    guard depth < 8 else { return nil }
    let type = text.replacing(" ", with: "")
    if type.hasSuffix("?") { return shape(of: String(type.dropLast()), depth: depth + 1).map { .optional($0) } }
    switch type {
    case "String": return .string
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": return .integer
    case "Double", "Float", "CGFloat": return .double
    case "Bool": return .boolean
    default: break
    }
    for (start, end) in [("[", "]"), ("Array<", ">"), ("Set<", ">")] where type.hasPrefix(start) && type.hasSuffix(end)
    {
      let element = String(type.dropFirst(start.count).dropLast())
      for key in ["String:"] where start == "[" && element.hasPrefix(key) {
        return shape(of: String(element.dropFirst(key.count)), depth: depth + 1).map { .dictionary($0) }
      }
      return element.contains(":") ? nil : shape(of: element, depth: depth + 1).map { .array($0) }
    }
    guard let declared = types[type] else { return nil }
    if declared.isEnum {
      return declared.hasAssociatedValues || declared.rawType == nil
        ? nil : declared.rawType == "String" ? .string : .integer
    }
    var members: [JSONText.Shape.Member] = []
    for property in declared.properties {
      guard let shape = shape(of: property.type, depth: depth + 1) else { return nil }
      members.append(JSONText.Shape.Member(name: property.name, shape: shape))
    }
    return .object(members)
  }
}
