/// Columns that the database fills, and tables of one row.
extension Message {
  static func filledTwice(_ property: String, _ first: String, _ second: String) -> String {
    "'\(property)' cannot be '@\(first)' and '@\(second)' at once; keep one of them"
  }

  static func filledKey(_ property: String, _ annotation: String) -> String {
    "'\(property)' is the key, which no later statement changes; put '@\(annotation)' on a property of its own"
  }

  static func filledDefault(_ property: String, _ annotation: String) -> String {
    "'\(property)' is '@\(annotation)', so the database fills it and this default would never be used; write "
      + "'var \(property): …' without it"
  }

  static func filledWithOther(_ property: String, _ annotation: String, other: String) -> String {
    "'\(property)' is '@\(annotation)', which fills it, so '@\(other)' has nothing to say; remove one of the two"
  }

  static func versionType(_ property: String, _ type: String) -> String {
    "'\(property)' counts the changes of a row, and '\(type)' is no whole number that goes far enough; write "
      + "'var \(property): Int'"
  }

  static func clockType(_ property: String, _ annotation: String, _ type: String) -> String {
    "'@\(annotation)' is a point in time, and '\(type)' is none; write 'var \(property): Date'"
  }

  static func softDeleteType(_ property: String, _ type: String) -> String {
    "'@softDelete' is the time of the deletion, 'nil' while there was none, and '\(type)' cannot be that; write "
      + "'var \(property): Date?'"
  }

  static func storedAndVirtual(_ property: String) -> String {
    "'\(property)' is 'stored' or 'virtual', not both; keep one of them"
  }

  static func singletonKey(_ model: String) -> String {
    "'\(model)' is '@singleton', and its one row has the key 1, which nobody gives; write 'let id: ID', without a type 'ID' of "
      + "your own"
  }

  static let keyIsHere = "the key is here"

  static func generatedLoop(_ property: String) -> String {
    "'\(property)' is computed from itself, by way of other '@generated' columns or at once; write it of columns that "
      + "are stored"
  }
}
