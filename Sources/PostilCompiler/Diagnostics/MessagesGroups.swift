/// Properties of several columns: embedded structs, and identifiers of composite keys.
extension Message {
  static func embeddedType(_ property: String, _ type: String) -> String {
    "'\(property)' is '@embedded', and '\(type)' is no struct that this target declares; remove '@embedded', or write the "
      + "name of a struct"
  }

  static func embeddedKind(_ type: String, _ kind: String) -> String {
    "'\(type)' is \(["actor", "enum"].contains(kind) ? "an" : "a") \(kind), and only a struct's properties can become "
      + "columns; write a struct"
  }

  static func embeddedWithoutColumns(_ type: String) -> String {
    "'\(type)' is embedded and has no stored property that is a column; write one, or remove '@embedded'"
  }

  static func embeddedElsewhere(_ type: String, module: String) -> String {
    "'\(type)' is embedded by no model of '\(module)', and only there can it be told how to be read; embed it in a model there, "
      + "or declare the struct in this target"
  }

  static func embeddedWithoutRequired(_ property: String, _ type: String, properties: [String]) -> String {
    "'\(property)' is optional, and every property of '\(type)' is too, so that 'nil' could not be told from one without "
      + "values; write '\(type)' without '?', or make \(list(properties, "or")) required"
  }

  static func annotationOnEmbedded(_ annotation: String, property: String) -> String {
    let advice =
      switch annotation {
      case "column": "name the columns with '@embedded(prefix: \"…\")'"
      case "primaryKey": "write its properties into the model, each with '@primaryKey'"
      case "references": "write the reference as a property of its own"
      case "default": "give the property a default in Swift"
      default: "write it beside a property of the struct, or remove one of the two"
      }
    return "'@\(annotation)' stands on '\(property)', which is '@embedded' and so several columns; \(advice)"
  }

  static func annotationInEmbedded(_ annotation: String, type: String, property: String?) -> String {
    let path = property.map { ".\($0)" } ?? ""
    let advice =
      switch annotation {
      case "primaryKey", "references", "hasMany", "hasOne", "manyToMany":
        "write it, and its property, in the model"
      case "index", "unique":
        property.map { "write '@\(annotation)(….\($0))' above the model, with the path to this property" }
          ?? "write it above the model, with the paths to the properties"
      case "default": "the struct is always stored as a whole; give the property a default in Swift"
      default: "write it in the model"
      }
    return "'@\(annotation)' stands in '\(type)\(path)', and '\(type)' is no table but embedded in one; \(advice)"
  }

  static func annotationOnIdentifier(_ annotation: String, property: String, target: String) -> String {
    "'@\(annotation)' stands on '\(property)', which holds the key of '\(target)' and so several columns; write it beside the "
      + "properties of '\(target)', or remove it"
  }

  static func columnOfTwoGroups(_ column: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the column '\(column)'; name one of them with '@column(\"…\")', or all of a struct's "
      + "with '@embedded(prefix: \"…\")'"
  }
}
