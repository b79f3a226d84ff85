/// Properties with several columns: embedded structs, and identifiers of composite keys.
extension Message {
  static func embeddedType(_ property: String, _ type: String) -> String {
    "'\(property)' is '@embedded', but '\(type)' is not a struct declared in this target; remove '@embedded', or write the name "
      + "of a struct"
  }

  static func embeddedKind(_ type: String, _ kind: String) -> String {
    "'\(type)' is \(["actor", "enum"].contains(kind) ? "an" : "a") \(kind), and only the properties of a struct can become "
      + "columns; use a struct"
  }

  static func embeddedWithoutColumns(_ type: String) -> String {
    "'\(type)' is embedded, but has no stored property that can be a column; add one, or remove '@embedded'"
  }

  static func embeddedElsewhere(_ type: String, module: String) -> String {
    "'\(type)' is not embedded in any model of '\(module)', so no code to read and write it is generated there; embed it in a "
      + "model there, or declare the struct in this target"
  }

  static func embeddedWithoutRequired(_ property: String, _ type: String, properties: [String]) -> String {
    "'\(property)' is optional, and so is every property of '\(type)', so 'nil' would be stored the same way as a '\(type)' "
      + "without values; write '\(type)' without '?', or make \(list(properties, "or")) required"
  }

  static func annotationOnEmbedded(_ annotation: String, property: String) -> String {
    let advice =
      switch annotation {
      case "column": "name the columns with '@embedded(prefix: \"…\")'"
      case "primaryKey": "move its properties into the model, each with '@primaryKey'"
      case "references": "write the reference as a separate property"
      case "default": "give the property a default in Swift"
      default: "write it on a property of the struct, or remove one of the two"
      }
    return "'@\(annotation)' can't be applied to '\(property)', which is '@embedded' and has several columns; \(advice)"
  }

  static func annotationInEmbedded(_ annotation: String, type: String, property: String?) -> String {
    let path = property.map { ".\($0)" } ?? ""
    let advice =
      switch annotation {
      case "primaryKey", "references", "hasMany", "hasOne", "manyToMany":
        "move it and its property to the model"
      case "index", "unique":
        property.map { "write '@\(annotation)(….\($0))' above the model, with the path to this property" }
          ?? "write it above the model, with the paths to the properties"
      case "default": "the struct is always stored as a whole; give the property a default in Swift"
      default: "move it to the model"
      }
    return
      "'@\(annotation)' can't be applied to '\(type)\(path)', because '\(type)' is embedded in a table and isn't a table "
      + "itself; \(advice)"
  }

  static func annotationOnIdentifier(_ annotation: String, property: String, target: String) -> String {
    "'@\(annotation)' can't be applied to '\(property)', which holds the key of '\(target)' and has several columns; move it to "
      + "the properties of '\(target)', or remove it"
  }

  static func columnOfTwoGroups(_ column: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the column '\(column)'; rename one of them with '@column(\"…\")', or all columns of a "
      + "struct with '@embedded(prefix: \"…\")'"
  }
}
