/// Types of properties, enums and identifiers.
extension Message {
  static func doubleOptional(_ text: String, _ inner: String) -> String {
    "'\(text)' is optional twice, and a column has only one 'NULL'; write '\(inner)'"
  }

  static func unstorableType(_ text: String, advice: String) -> String { "'\(text)' is no type of a column; \(advice)" }

  static func noColumnType(_ text: String, _ what: String, holder: String = "no column", advice: String) -> String {
    "'\(text)' is \(what), which \(holder == "JSON cannot" ? "JSON cannot hold" : "no column can hold"); \(advice)"
  }

  static func unknownType(_ text: String, suggestion: String?) -> String {
    suggestion.map { "'\(text)' is declared nowhere in this target; did you mean '\($0)'?" }
      ?? "'\(text)' is declared nowhere in this target; write a type that a column can hold, or mark the property "
      + "'@transient'"
  }

  static func internalInModule(_ name: String, module: String) -> String {
    "'\(name)' is not public in '\(module)'; write 'public' in front of its declaration there"
  }

  static func circularType(_ text: String) -> String {
    "'\(text)' is declared by itself in a circle; write the type that is meant"
  }

  static func hiddenType(_ name: String) -> String {
    "'\(name)' is private, and generated code stands in another file; remove 'private' from its declaration"
  }

  static func implicitlyUnwrapped(_ text: String, _ inner: String) -> String {
    "'\(text)' would trap on 'NULL'; write '\(inner)?' or '\(inner)'"
  }

  static func modelAsType(_ model: String) -> String {
    "'\(model)' is a table, and a column holds its key; write a property of the type '\(model).ID' with '@references'"
  }

  static func arrayOfModels(_ model: String) -> String {
    "'[\(model)]' is a relationship and no column; write '// @hasMany(…: \(model), inverse: …)' or "
      + "'// @manyToMany(…: \(model), inverse: …)' instead of the property"
  }

  static func identifierOfCompositeKey(_ model: String) -> String {
    "'\(model).ID' has several columns or no '@primaryKey'; write a property for each property of its key"
  }

  static func nominalType(_ text: String, _ kind: String, holder: String = "no column") -> String {
    let what = holder == "JSON" ? "is no value" : "no column can hold"
    let isColumn = kind == "struct" && holder != "JSON"
    let advice =
      isColumn ? "write '// @embedded' beside it to make its properties columns" : "write a struct"
    let article = kind == "actor" ? "an" : "a"
    return "'\(text)' is \(article) \(kind), which \(what); \(advice), or mark the property '@transient'"
  }

  static func jsonWithoutNote(_ text: String, _ what: String) -> String {
    let embedded = what == "a struct" ? ", or '// @embedded' to give each of its properties a column" : ""
    return "'\(text)' is \(what), which a column holds only as JSON; write '// @json' above the property\(embedded)"
  }

  static func arrayWithoutNote(_ text: String) -> String {
    "'\(text)' is an array of numbers; write '// @store(as: packed)' above the property to store their bytes, or "
      + "'// @json' to store them as JSON"
  }

  static func structWithoutNote(_ name: String) -> String {
    "'\(name)' is a struct; write '// @embedded' beside the property to make its properties columns, or 'struct "
      + "\(name.split(separator: ".").last ?? ""): …, Codable' and '// @json' above the property to store it as JSON"
  }

  static func notCodable(_ name: String, kind: String) -> String {
    "'\(name)' is not 'Codable', so that no column can hold it as JSON; write '\(kind) \(name.split(separator: ".").last ?? ""): …, Codable'"
  }

  /// What is to be written beside a missing conformance where the note is missing too.
  static let andJSON = ", and '// @json' above the property"

  static func jsonAndStore(_ name: String) -> String {
    "'\(name)' is stored by '@json' already; remove one of the two notes"
  }

  static func dayWithoutNote(_ text: String) -> String {
    "'\(text)' can be stored as a day and no more; write '// @store(as: day)' above the property, or 'Date' for a point in "
      + "time"
  }

  static func storageDoesNotFit(_ form: String, _ text: String, forms: [String]) -> String {
    guard !forms.isEmpty else {
      return "'@store(as: \(form))' does not fit '\(text)', which is stored in one way only; remove the note"
    }
    return "'@store(as: \(form))' does not fit '\(text)'; write \(list(forms, "or"))"
  }

  static func notPackable(_ text: String) -> String {
    "'\(text)' cannot be packed, for its elements are no integers of a fixed width, 'Float' or 'Double'; write '// @json' "
      + "instead"
  }

  static func storageOfIdentifier(_ name: String) -> String {
    "'\(name)' is stored as the key of its model is; remove the note here"
  }

  static func storageOfRawType(_ name: String) -> String {
    "'\(name)' is stored as its raw value is; remove the note, or conform '\(name)' to 'ColumnRepresentable' to store it "
      + "in another way"
  }

  static func storageOfCustomType(_ name: String) -> String {
    "'\(name)' is 'ColumnRepresentable' and is stored as its 'Stored' is; remove the note"
  }

  static func customTypeWithoutStored(_ name: String) -> String {
    "'\(name)' is 'ColumnRepresentable', and what it is stored as cannot be seen; write 'typealias Stored = …' in it"
  }

  static func customTypeOptional(_ name: String) -> String {
    "'\(name)' is stored as an optional, and 'NULL' is for properties that are optional themselves; write a 'Stored' that "
      + "is none"
  }

  static func storedKey(_ name: String, _ type: String, form: String) -> String {
    guard form == "blob" else {
      return
        "'\(name)' is the key and is stored in another form than '\(type)' is; write an 'id' of its own, and '// @unique' "
        + "above '\(name)'"
    }
    return
      "'\(name)' is the key, and a '\(type)' is bound as text everywhere else; write 'let id: ID', and 'struct ID: "
      + "RawRepresentable, Codable, Hashable, Sendable { let rawValue: UUID }' in the model"
  }

  static func jsonKey(_ name: String) -> String {
    "'\(name)' is part of the key, and two JSON texts can mean the same; remove '@json', or give the model another key"
  }

  static func rawTypeOfEnum(_ name: String, _ rawType: String) -> String {
    "the raw type '\(rawType)' of '\(name)' cannot be stored; write 'String' or an integer type"
  }

  static func rawValueNoLiteral(_ name: String, _ caseName: String, _ text: String) -> String {
    "the raw value '\(text)' of '\(name).\(caseName)' is no literal of its raw type; write the value itself"
  }

  static func rawValueOutOfRange(_ name: String, _ caseName: String) -> String {
    "the raw value of '\(name).\(caseName)' is greater than its raw type can hold; write a smaller one"
  }

  static func enumWithoutCases(_ name: String) -> String { "'\(name)' has no cases; write at least one" }

  static func conditionalCase(_ name: String, _ caseName: String) -> String {
    "the case '\(caseName)' of '\(name)' stands in '#if', so the column's check would depend on the build; move it out "
      + "of the '#if'"
  }

  static func notRawRepresentable(_ name: String) -> String {
    "'\(name)' cannot be stored by its raw value; write 'struct \(name.split(separator: ".").last ?? ""): RawRepresentable, "
      + "Hashable, Sendable' with one property 'rawValue' of a stored type"
  }

  static func rawTypeNotSendable(_ name: String, kind: String) -> String {
    "'\(name)' is stored in a column and is not 'Sendable'; write '\(kind) \(name.split(separator: ".").last ?? ""): …, "
      + "Sendable'"
  }

  static func rawTypeNotHashable(_ name: String) -> String {
    "'\(name)' is stored in a column and is not 'Hashable'; write 'struct \(name.split(separator: ".").last ?? ""): …, "
      + "Hashable'"
  }

  static func genericRawType(_ name: String) -> String {
    "'\(name)' is generic or stands in a generic type, which no column can hold; write a type without generic parameters"
  }
}
