/// Types of properties, enums and identifiers.
extension Message {
  static func doubleOptional(_ text: String, _ inner: String) -> String {
    "'\(text)' is optional twice, and a column has only one 'NULL'; write '\(inner)'"
  }

  static func unsupportedType(_ text: String, advice: String) -> String {
    "'\(text)' is not supported yet by this version of Postil; \(advice)"
  }

  static func unstorableType(_ text: String, advice: String) -> String { "'\(text)' is no type of a column; \(advice)" }

  static func noColumnType(_ text: String, _ what: String, advice: String) -> String {
    "'\(text)' is \(what), which no column can hold; \(advice)"
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

  static func nominalType(_ text: String, _ kind: String) -> String {
    "'\(text)' is \(kind == "actor" ? "an" : "a") \(kind), which no column can hold; "
      + (kind == "struct"
        ? "write '// @embedded' beside it to make its properties columns" : "write its properties into the model")
      + ", or mark this one '@transient'"
  }

  static func enumWithoutRawType(_ name: String) -> String {
    "'\(name)' has no raw values; write 'enum \(name): String' or 'enum \(name): Int'"
  }

  static func enumWithPayload(_ name: String, _ caseName: String) -> String {
    "'\(name)' has a case with a payload, '\(caseName)', which is not supported yet by this version of Postil; write an "
      + "enum with raw values and a property for the payload"
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
