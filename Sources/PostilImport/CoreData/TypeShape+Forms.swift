import PostilSQL

extension TypeShape {
  /// The forms that an archive without a known type may have.
  private static let guesses = JSONText.guesses.compactMap { shape in
    shape.swiftType.map { StoredForm.json(shape, type: $0) }
  }

  /// The forms that an attribute's values may have, the preferred one first, and whether they are guesses.
  func forms(of attribute: EntityAttribute) -> (forms: [StoredForm], isGuess: Bool) {
    let int64 = StoredForm.integer(bits: 64, isSigned: true)
    switch attribute.type {
    case .integer(let bits, let isSigned): return ([.integer(bits: bits, isSigned: isSigned), int64], false)
    case .boolean: return ([.boolean, int64], false)
    case .double: return ([.double], false)
    case .float: return ([.float], false)
    case .decimal: return ([.decimal], false)
    case .string: return ([.string], false)
    case .date: return ([.date, .referenceDate], false)
    case .uuid: return ([.uuid, .data], false)
    case .url: return ([.url, .string], false)
    case .data: return (attribute.isExternal ? [.externalData, .data] : [.data], false)
    case .transformable(let type):
      let known = type.flatMap { form(of: $0) }
      return ((known.map { [$0] } ?? []) + (type == nil ? Self.guesses : []) + [.data], known == nil)
    case .custom(let type), .choice(let type, _):
      let known = form(of: type)
      return ((known.map { [$0] } ?? []) + [.data, .string, int64, .double], false)
    case .composite: return ([], false)
    case .unknown(let declared): return (Self.forms(declared, attribute.name), true)
    }
  }

  private static func forms(_ declared: String, _ name: String) -> [StoredForm] {
    switch declared {
    case "INTEGER":
      let words = Words.split(name)
      let isFlag = ["is", "has", "can", "should", "was", "did"].contains { name.hasPrefix($0) }
      let isState =
        words.last.map(["done", "enabled", "hidden", "deleted", "read", "favorite", "completed"].contains) == true
      return (isFlag || isState ? [.boolean] : []) + [.integer(bits: 64, isSigned: true)]
    case "FLOAT", "DOUBLE", "REAL": return [.double]
    case "DECIMAL": return [.decimal]
    case "TIMESTAMP": return [.date, .referenceDate]
    case "BLOB":
      return [.uuid] + guesses + [.externalData, .data]
    default: return [.string]
    }
  }

  /// The declared types of an attribute's column; `nil` if several are possible.
  func declaredTypes(of attribute: EntityAttribute) -> Set<String>? {
    switch attribute.type {
    case .integer, .boolean: return ["INTEGER"]
    case .double, .float: return ["FLOAT", "DOUBLE", "REAL"]
    case .decimal: return ["DECIMAL"]
    case .string, .url: return ["VARCHAR"]
    case .date: return ["TIMESTAMP"]
    case .data, .transformable: return ["BLOB"]
    case .uuid: return ["BLOB", "VARCHAR"]
    case .custom, .choice, .composite, .unknown: return nil
    }
  }
}
