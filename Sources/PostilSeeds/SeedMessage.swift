import PostilSQL

/// The messages for mistakes in seed files.
enum SeedMessage {
  private static func suggestion(_ name: String, _ candidates: [String], otherwise: String) -> String {
    Spelling.nearest(to: name, in: candidates).map { "; did you mean '\($0)'?" } ?? "; \(otherwise)"
  }

  private static func list(_ names: [String], separator: String = ", ") -> String {
    names.map { "'\($0)'" }.joined(separator: separator)
  }

  /// The keys by which a row can be found: `'id' or 'carrier' and 'number'`.
  private static func keys(_ keys: [[String]]) -> String {
    keys.map { list($0, separator: " and ") }.joined(separator: " or ")
  }

  static func invalidJSON(_ reason: String) -> String { "this isn't valid JSON: \(reason)" }

  static let noObject = "a seed file is an object with a member for each model: {\"Item\": {\"label\": {…}}}"

  static func unknownModel(_ name: String, models: [String]) -> String {
    "unknown model '\(name)'" + suggestion(name, models, otherwise: "the models are \(list(models))")
  }

  static func tableName(_ name: String, model: String) -> String {
    "'\(name)' is the name of a table; write the name of its model, '\(model)'"
  }

  static func view(_ name: String) -> String { "'\(name)' is a view; its rows come from other tables, so remove it" }

  static func noRows(_ model: String) -> String {
    "the rows of '\(model)' must be an object with a row for each label, {\"label\": {…}}, or an array of rows without labels"
  }

  static func noRow(_ kind: String) -> String {
    "expected a row, an object with the values of its properties; found \(kind)"
  }

  static func singleton(_ model: String) -> String {
    "'\(model)' has one row; write its values without a label: {\"\(model)\": {…}}"
  }

  static func repeatedName(_ name: String) -> String { "'\(name)' is repeated; remove one" }

  static func repeatedLabel(_ label: String, model: String) -> String {
    "the label '\(label)' of '\(model)' is repeated; every row needs a label of its own"
  }

  static func unknownProperty(_ name: String, model: String, candidates: [String]) -> String {
    "'\(model)' has no property or relationship '\(name)'"
      + suggestion(name, candidates, otherwise: "the properties are \(list(candidates))")
  }

  static func columnName(_ name: String, property: String) -> String {
    "'\(name)' is the name of a column; write the name of its property, '\(property)'"
  }

  static func transient(_ name: String, model: String) -> String {
    "'\(model).\(name)' isn't stored in the database; remove it"
  }

  static func computed(_ name: String) -> String { "'\(name)' is set by the database; remove it" }

  static func groupValue(_ name: String, members: [String]) -> String {
    "'\(name)' must be an object with the members \(list(members))"
  }

  static func required(_ name: String) -> String { "'\(name)' must have a value; it isn't optional" }

  static func reference(_ name: String, target: String, properties: [String]) -> String {
    "'\(name)' must be the label of a row of '\(target)'; to give its key instead, write \(list(properties))"
  }

  static func labelInKey(_ refusal: String, relationship: String) -> String {
    "\(refusal); to refer to a row by its label, write '\(relationship)'"
  }

  static func givenTwice(_ property: String, relationship: String) -> String {
    "'\(relationship)' and '\(property)' are the same reference; remove one"
  }

  static func members(_ name: String, target: String) -> String {
    "'\(name)' must be an array of labels of rows of '\(target)', or an object with the rows themselves: {\"label\": {…}}"
  }

  static func oneMember(_ name: String) -> String { "'\(name)' has one row at most" }

  static func repeatedMember(_ label: String, relationship: String) -> String {
    "'\(label)' is repeated in '\(relationship)'; remove one"
  }

  static func unknownLabel(_ label: String, model: String, labels: [String]) -> String {
    "no row of '\(model)' has the label '\(label)'"
      + suggestion(label, labels, otherwise: "add it, or pass the file that contains it too")
  }

  static func otherOwner(_ label: String, relationship: String) -> String {
    "'\(label)' already belongs to another row; remove it from '\(relationship)', or remove its own reference"
  }

  static func missing(_ reason: String, model: String) -> String { "\(reason) in '\(model)'" }

  static func missingReference(_ property: String, relationship: String) -> String {
    "'\(property)' must have a value; write '\(relationship)' with the label of a row"
  }

  static func noIdentity(_ model: String, key: [String], unique: [[String]]) -> String {
    "the next run couldn't find this row of '\(model)' again; give it a label, or values for \(keys([key] + unique))"
  }

  static func noKeyFromLabel(_ label: String, model: String, key: [String], unique: [[String]]) -> String {
    "no key of '\(model)' can be made from the label '\(label)'; give the row values for \(keys([key] + unique))"
  }

  static func sameKey(_ row: String, line: Int, path: String) -> String {
    "this row has the same key as \(row), at \(path):\(line); remove one of them"
  }

  static func circle(_ names: [String]) -> String {
    "these rows need each other before they can be inserted: \(names.joined(separator: ", ")); make one of the references "
      + "optional"
  }

  static func missingRow(_ property: String, target: String, key: String) -> String {
    "'\(property)' refers to a row of '\(target)' that doesn't exist: \(key)"
  }

  static func sameUniqueKey(_ properties: [String], row: String, hasLabel: Bool) -> String {
    let names = list(properties, separator: " and ")
    return "another row in the database has the same \(names) as \(row); "
      + (hasLabel
        ? "write the row without a label, so that it is found by \(names), or give it the key of that row"
        : "give it the key of that row, or another value")
  }

  static func changedLet(_ property: String, row: String, current: String) -> String {
    "'\(property)' is a 'let', and \(row) has another value in the database, \(current); write that value, or delete the row "
      + "in the database"
  }

  static func tooFew(_ relationship: String, row: String, minimum: Int) -> String {
    "\(row) needs at least \(minimum) members in '\(relationship)'"
  }
}
