/// Types of properties, enums and identifiers.
extension Message {
  static func lazyOnProperty(_ name: String, type: String) -> String {
    "'@lazy' belongs to a column that isn't a property, so that rows don't contain it; "
      + "replace '\(name)' with '// @lazy(\(name): \(type))'"
  }

  static func lazyTwice(_ name: String) -> String {
    "'\(name)' is declared twice; '@lazy' declares a column that isn't a property: remove one of the two"
  }

  static func lazyHidesOperation(_ name: String, model: String) -> String {
    "'@lazy(\(name):)' would hide the '\(name)(in:)' of every '\(model)'; choose another name, and keep the column's with 'column:'"
  }

  static func lazyType(_ name: String, _ type: String) -> String {
    "'@lazy(\(name):)' can't be '\(type)', which is read with its row; write 'Data', '[UInt8]' or 'String', "
      + "or make it a property"
  }

  static func doubleOptional(_ text: String, _ inner: String) -> String {
    "'\(text)' is a nested optional, but a column has only one 'NULL'; write '\(inner)'"
  }

  static func unstorableType(_ text: String, advice: String) -> String {
    "'\(text)' is not a supported column type; \(advice)"
  }

  static func noColumnType(_ text: String, _ what: String, holder: String = "no column", advice: String) -> String {
    "'\(text)' is \(what), which \(holder == "JSON can't" ? "JSON can't hold" : "no column can hold"); \(advice)"
  }

  static func unknownType(_ text: String, suggestion: String?) -> String {
    suggestion.map { "'\(text)' is not declared in this target; did you mean '\($0)'?" }
      ?? "'\(text)' is not declared in this target; use a type that a column can hold, or mark the property '@transient'"
  }

  static func internalInModule(_ name: String, module: String) -> String {
    "'\(name)' is not public in '\(module)'; write 'public' before its declaration there"
  }

  static func circularType(_ text: String) -> String {
    "'\(text)' is defined in terms of itself; write the actual type"
  }

  static func hiddenType(_ name: String) -> String {
    "'\(name)' is private, so generated code in another file can't use it; remove 'private' from its declaration"
  }

  static func implicitlyUnwrapped(_ text: String, _ inner: String) -> String {
    "'\(text)' would trap on 'NULL'; write '\(inner)?' or '\(inner)'"
  }

  static func modelAsType(_ model: String) -> String {
    "'\(model)' is a table, and a column can only hold its key; use the type '\(model).ID' and add '@references'"
  }

  static func rowInProjection(_ row: String) -> String {
    "'\(row)' is a row, and a property of a projection holds a single value; write a property for each value that you need, or "
      + "return whole rows with 'with' or 'join'"
  }

  static func arrayOfModels(_ model: String) -> String {
    "'[\(model)]' is a relationship, not a column; write '// @hasMany(…: \(model), inverse: …)' or '// @manyToMany(…: \(model), "
      + "inverse: …)' instead of the property"
  }

  static func identifierOfCompositeKey(_ model: String) -> String {
    "'\(model).ID' has several columns, or no '@primaryKey'; write a property for each property of its key"
  }

  static func nominalType(_ text: String, _ kind: String, holder: String = "no column") -> String {
    let what = holder == "JSON" ? "is not a value type" : "no column can hold"
    let isColumn = kind == "struct" && holder != "JSON"
    let advice =
      isColumn ? "write '// @embedded' on the property to make the struct's properties columns" : "use a struct"
    let article = kind == "actor" ? "an" : "a"
    return "'\(text)' is \(article) \(kind), which \(what); \(advice), or mark the property '@transient'"
  }

  static func jsonWithoutNote(_ text: String, _ what: String) -> String {
    let embedded = what == "a struct" ? ", or '// @embedded' to store each of its properties in a column" : ""
    return "'\(text)' is \(what), which can be stored only as JSON; write '// @json' above the property\(embedded)"
  }

  static func arrayWithoutNote(_ text: String) -> String {
    "'\(text)' is an array of numbers; write '// @store(as: packed)' above the property to store their bytes, or '// @json' to "
      + "store them as JSON"
  }

  static func structWithoutNote(_ name: String) -> String {
    "'\(name)' is a struct; write '// @embedded' on the property to make the struct's properties columns, or 'struct "
      + "\(name.split(separator: ".").last ?? ""): …, Codable' and '// @json' above the property to store it as JSON"
  }

  static func notCodable(_ name: String, kind: String) -> String {
    "'\(name)' is not 'Codable', so it can't be stored as JSON; write '\(kind) \(name.split(separator: ".").last ?? ""): …, "
      + "Codable'"
  }

  /// The additional advice if the annotation is missing as well as the conformance.
  static let andJSON = ", and '// @json' above the property"

  static func twoForms(_ name: String, _ first: String, _ second: String) -> String {
    first == "json" && second == "vector"
      ? "'\(name)' has '@json' and '@vector', which stores JSON on SQLite as well; remove '@json'"
      : "'\(name)' already has '@\(first)'; remove one of the two annotations"
  }

  static func dayWithoutNote(_ text: String) -> String {
    "'\(text)' can be stored only as a day; write '// @store(as: day)' above the property, or use 'Date' for a point in time"
  }

  static func storageDoesNotFit(_ form: String, _ text: String, forms: [String]) -> String {
    guard !forms.isEmpty else {
      return
        "'@store(as: \(form))' is not supported for '\(text)', which has only one storage format; remove the annotation"
    }
    return "'@store(as: \(form))' is not supported for '\(text)'; write \(list(forms, "or"))"
  }

  static func notPackable(_ text: String) -> String {
    "'\(text)' can't be packed, because its elements are not fixed-width integers, 'Float' or 'Double'; write '// @json' instead"
  }

  static func storageOfIdentifier(_ name: String) -> String {
    "'\(name)' is stored in the same way as the key of its model; remove the annotation here"
  }

  static func storageOfRawType(_ name: String) -> String {
    "'\(name)' is stored as its raw value; remove the annotation, or conform '\(name)' to 'ColumnRepresentable' to store it in "
      + "another format"
  }

  static func storageOfCustomType(_ name: String) -> String {
    "'\(name)' is 'ColumnRepresentable' and is stored as its 'Stored' type; remove the annotation"
  }

  static func customTypeWithoutStored(_ name: String) -> String {
    "'\(name)' is 'ColumnRepresentable', but its 'Stored' type can't be inferred; write 'typealias Stored = …' in it"
  }

  static func customTypeOptional(_ name: String) -> String {
    "'\(name)' has an optional 'Stored' type, but only optional properties can be 'NULL'; use a 'Stored' type that isn't optional"
  }

  static func storedKey(_ name: String, _ type: String, form: String) -> String {
    guard form == "blob" else {
      return
        "'\(name)' is the key and is stored in a different format than '\(type)'; add a separate 'id', and write '// @unique' "
        + "above '\(name)'"
    }
    return
      "'\(name)' is the key, but a '\(type)' is bound as text everywhere else; write 'let id: ID', and 'struct ID: "
      + "RawRepresentable, Codable, Hashable, Sendable { let rawValue: UUID }' in the model"
  }

  static func jsonKey(_ name: String, _ annotation: String) -> String {
    "'\(name)' is part of the key, but equal values can have different JSON; remove '@\(annotation)', or give the model another key"
  }

  static func rawTypeOfEnum(_ name: String, _ rawType: String) -> String {
    "the raw type '\(rawType)' of '\(name)' can't be stored; write 'String' or an integer type"
  }

  static func rawValueNoLiteral(_ name: String, _ caseName: String, _ text: String) -> String {
    "the raw value '\(text)' of '\(name).\(caseName)' is not a literal of its raw type; write the value itself"
  }

  static func rawValueOutOfRange(_ name: String, _ caseName: String) -> String {
    "the raw value of '\(name).\(caseName)' is too large for its raw type; write a smaller value"
  }

  static func enumWithoutCases(_ name: String) -> String { "'\(name)' has no cases; write at least one" }

  static func conditionalCase(_ name: String, _ caseName: String) -> String {
    "the case '\(caseName)' of '\(name)' is inside '#if', so the column's check would depend on the build; move it out of the "
      + "'#if'"
  }

  static func notRawRepresentable(_ name: String) -> String {
    "'\(name)' can't be stored by its raw value; write 'struct \(name.split(separator: ".").last ?? ""): RawRepresentable, "
      + "Hashable, Sendable' with one property 'rawValue' of a stored type"
  }

  static func rawTypeNotSendable(_ name: String, kind: String) -> String {
    "'\(name)' is stored in a column, but is not 'Sendable'; write '\(kind) \(name.split(separator: ".").last ?? ""): …, "
      + "Sendable'"
  }

  static func rawTypeNotHashable(_ name: String) -> String {
    "'\(name)' is stored in a column, but is not 'Hashable'; write 'struct \(name.split(separator: ".").last ?? ""): …, Hashable'"
  }

  static func genericRawType(_ name: String) -> String {
    "'\(name)' is generic or nested in a generic type, which no column can hold; use a type without generic parameters"
  }
}
