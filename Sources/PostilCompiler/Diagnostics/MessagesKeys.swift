/// Primary keys, unique keys, indexes, checks, defaults and collations.
extension Message {
  static func keyMissing(_ model: String) -> String {
    "'\(model)' has no primary key; write 'let id: ID', or '// @primaryKey' on the properties that identify a row"
  }

  static func keyMisspelt(_ model: String, _ property: String) -> String {
    "'\(model)' has no primary key; did you mean '\(property)' to be called 'id'? Else write '// @primaryKey' on it"
  }

  static func transientKey(_ property: String) -> String {
    "'\(property)' is the primary key and '@transient'; remove one of the two"
  }

  static func optionalKey(_ property: String, _ type: String) -> String {
    "'\(property)' is part of the primary key, which is never 'NULL'; write '\(type)' without '?'"
  }

  static func realKey(_ property: String, _ type: String) -> String {
    "'\(property)' is a key of the type '\(type)', whose values are not exact; write an integer, 'String' or 'UUID'"
  }

  static func generatedKeyName(_ property: String) -> String {
    "'ID' is generated for a key called 'id' only; write 'let id: ID' instead of '\(property)', or give it a type of its own"
  }

  static func otherID(_ model: String, key: [String], isStored: Bool) -> String {
    "'id' of '\(model)' is generated from its key, \(list(key)); "
      + (isStored ? "give this property another name, and keep the column's with '@column(\"id\")'" : "remove this one")
  }

  static func defaultOfKey(_ property: String) -> String {
    "'\(property)' is part of the primary key, which the draft or the database gives; remove '@default'"
  }

  static func twoDefaults(_ property: String) -> String {
    "'\(property)' has a default in Swift and one in SQL; keep one of them"
  }

  static func collationOfNoText(_ property: String, _ type: String) -> String {
    "'@collate' orders text, and '\(property)' is '\(type)'; remove it"
  }

  static func constraintTwice(_ name: String) -> String {
    "'\(name)' is the name of another check of this table; write another name"
  }

  static func indexTwice(_ name: String) -> String {
    "'\(name)' is the name of another index or table; write another name"
  }

  static func columnNamedTwice(_ property: String, in annotation: String) -> String {
    "'\(property)' stands twice in '@\(annotation)'; keep one of them"
  }

  static func columnIsTransient(_ property: String, in annotation: String) -> String {
    "'\(property)' is '@transient' and so no column; remove it from '@\(annotation)'"
  }

  static func columnForProperty(_ column: String, property: String) -> String {
    "'\(column)' is the name of a column; write that of its property, '\(property)'"
  }

  static func unknownProperty(_ name: String, model: String, suggestion: String?) -> String {
    suggestion.map { "'\(model)' has no property '\(name)'; did you mean '\($0)'?" }
      ?? "'\(model)' has no property '\(name)'; write the name of a stored property"
  }
}
