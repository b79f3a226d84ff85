/// Columns that the database sets, and tables with a single row.
extension Message {
  static func filledTwice(_ property: String, _ first: String, _ second: String) -> String {
    "'\(property)' can't be both '@\(first)' and '@\(second)'; keep one of them"
  }

  static func filledKey(_ property: String, _ annotation: String) -> String {
    "'\(property)' is the key, which never changes after the insert; put '@\(annotation)' on a separate property"
  }

  static func filledDefault(_ property: String, _ annotation: String) -> String {
    "'\(property)' is '@\(annotation)', so the database sets it and this default would never be used; write 'var \(property): "
      + "…' without the default"
  }

  static func filledWithOther(_ property: String, _ annotation: String, other: String) -> String {
    "'\(property)' is '@\(annotation)', so the database sets it and '@\(other)' has no effect; remove one of the two"
  }

  static func versionType(_ property: String, _ type: String) -> String {
    "'\(property)' counts the changes of a row, and '\(type)' is not a suitable integer type; write 'var \(property): Int'"
  }

  static func clockType(_ property: String, _ annotation: String, _ type: String) -> String {
    "'@\(annotation)' is a point in time, which '\(type)' can't store; write 'var \(property): Date'"
  }

  static func softDeleteType(_ property: String, _ type: String) -> String {
    "'@softDelete' stores the time of the deletion, or 'nil' for a row that isn't deleted, and the type can't be '\(type)'; "
      + "write 'var \(property): Date?'"
  }

  static func deletedWithUnknown(_ name: String, model: String, references: [String]) -> String {
    let choice = references.isEmpty ? "it has no '@references'" : "write " + list(references, "or")
    return
      "'with:' names the references of '\(model)' whose rows it is deleted with, and '\(name)' isn't one; \(choice)"
  }

  static func deletedWithoutDeletion(_ name: String, target: String) -> String {
    "'\(target)' isn't deleted by '@softDelete', so nothing can be deleted with it; add a '@softDelete' property to '\(target)', "
      + "or remove '\(name)' from 'with:'"
  }

  static func deletedInOtherForm(_ name: String, target: String) -> String {
    "'\(target)' stores the time of its deletion in another form; write the same '@store(as:)' at both properties"
  }

  static func deletedInCircle(_ name: String, target: String) -> String {
    "'\(target)' is itself deleted with this model, and a trigger can't run inside itself; remove '\(name)' from 'with:'"
  }

  static func storedAndVirtual(_ property: String) -> String {
    "'\(property)' can't be both 'stored' and 'virtual'; keep one of them"
  }

  static func singletonKey(_ model: String) -> String {
    "'\(model)' is '@singleton', and its only row always has the key 1; write 'let id: ID', without declaring a type 'ID'"
  }

  static func nothingChanges(_ model: String) -> String {
    "'@changes' has no effect on '\(model)', which has no column that can be updated; remove it, or write 'var' at a property"
  }

  static func secretDeclared(_ name: String, model: String) -> String {
    "'\(model)' has its own '\(name)', which '@secret' generates too, without the secret; remove this one, or '@secret'"
  }

  static let secretIsHere = "the secret is here"

  static let keyIsHere = "the key is here"

  static func generatedLoop(_ property: String) -> String {
    "'\(property)' is computed from itself, directly or through other '@generated' columns; use only stored columns in its "
      + "expression"
  }
}
