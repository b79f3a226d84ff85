/// References and relationships, and the order and number of their members.
extension Message {
  static let otherSide = "the other one is here"

  static func modelIsHere(_ name: String) -> String { "'\(name)' is declared here" }

  static func propertyIsHere(_ name: String) -> String { "'\(name)' is declared here" }

  static func unknownModel(_ name: String, suggestion: String?) -> String {
    suggestion.map { "'\(name)' is not a struct with '@table' in this target; did you mean '\($0)'?" }
      ?? "'\(name)' is not a struct with '@table' in this target; write the name of a model"
  }

  static func referenceWithoutTarget(_ property: String, _ type: String) -> String {
    "'\(property)' doesn't specify the table it refers to, because its type is '\(type)'; write a type such as 'Project.ID', or "
      + "'@references(Project)' with the name of the struct"
  }

  static func referenceMissing(_ property: String, model: String, embedded: String?) -> String {
    let advice =
      embedded.map {
        "'\($0)' is embedded and can't have references; move it to the model and write '// @references' above it"
      }
      ?? "isn't a reference; write '// @references' above it"
    return
      "'\(property)' holds the key of '\(model)', but \(advice), or '// @noReference' if it is only a value, without a foreign "
      + "key, an index and a relationship"
  }

  static func noReferenceWithoutEffect(_ property: String, isReference: Bool) -> String {
    isReference
      ? "'\(property)' has both '@noReference' and '@references'; remove one of them"
      : "'@noReference' has no effect on '\(property)', which doesn't hold the key of another model; remove it"
  }

  static func referenceOnStruct(_ model: String) -> String {
    "'@references' above '\(model)' doesn't specify which properties hold the key; write it directly above the property, or "
      + "'@references(project: Project, from: projectName, projectVersion)' with all their names"
  }

  static func referenceWithoutProperties(_ name: String, _ target: String) -> String {
    "'@references(\(name): \(target))' doesn't specify which properties hold the key; write '@references(\(name): \(target), "
      + "from: …)' with their names, in the order of the key of '\(target)'"
  }

  static func referenceWithoutRelationship(_ properties: [String]) -> String {
    "'@references(from: \(properties.joined(separator: ", ")))' doesn't specify what it refers to; write '@references(project: "
      + "Project, from: \(properties.joined(separator: ", ")))' with the name of the relationship and the struct"
  }

  static func referenceCount(_ name: String, _ properties: [String], target: String, key: [String]) -> String {
    "'\(name)' uses \(list(properties)), but the key of '\(target)' is \(list(key)); write one property for each column of the "
      + "key, in this order"
  }

  static func referencePart(_ property: String, _ type: String, key: String, _ keyType: String, target: String)
    -> String
  {
    "'\(property)' is '\(type)', but '\(key)' in the key of '\(target)' is '\(keyType)'; write '\(property): \(keyType)', or "
      + "use another property"
  }

  static func referencePath(_ path: String) -> String {
    "'\(path)' is not a property of the struct, and paths are not supported in 'from:'; write the name of a property"
  }

  static func referenceFromEmbedded(_ property: String) -> String {
    "'\(property)' is '@embedded' and can't be part of a key; use properties that hold the key's values"
  }

  static func propertyTwice(_ property: String, in name: String) -> String {
    "'\(property)' is repeated in 'from:' of '\(name)'; write each property of the key once"
  }

  static func referenceName(_ property: String, target: String) -> String {
    let name =
      property == "id"
      ? target.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "" : property
    return property == "id"
      ? "no relationship name can be derived from 'id'; rename the property to '\(name)ID' and add '@primaryKey'"
      : "no relationship name can be derived from '\(property)'; rename the property to '\(name)ID', which names the "
        + "relationship '\(name)'"
  }

  static func referenceType(_ property: String, _ type: String, expected: String, target: String) -> String {
    "'\(property)' is '\(type)', but the key of '\(target)' has another type; write '\(expected)'"
  }

  static func nullifyRequired(_ property: String, _ type: String) -> String {
    "'\(property)' is required and can't be set to 'NULL'; write '\(type)?', or 'onDelete: cascade', 'deny' or 'noAction'"
  }

  static func unenforcedDeleteRule(_ rule: String) -> String {
    "'onDelete: \(rule)' needs a foreign key, and 'enforced: false' declares a reference without one; remove one of them"
  }

  static func requiredCircle(_ names: [String]) -> String {
    names.count == 1
      ? "'\(names[0])' requires a row of its own table, so the first row could never be inserted; make it optional"
      : "\(list(names)) require one another in a cycle, so the first row could never be inserted; make one of them optional"
  }

  static func circleGoesOn(_ property: String, _ target: String) -> String {
    "'\(property)' requires '\(target)' here"
  }

  static func inverseMissing(_ annotation: String, _ name: String, _ target: String, candidates: [String]) -> String {
    guard let first = candidates.first else {
      return
        "'@\(annotation)(\(name): \(target))' doesn't specify which reference of '\(target)' it follows, and '\(target)' has no "
        + "reference to this model; write '// @references' on a property of '\(target)', and its name after 'inverse:'"
    }
    return "'@\(annotation)(\(name): \(target))' doesn't specify which reference of '\(target)' it follows; write "
      + "'@\(annotation)(\(name): \(target), inverse: \(first))'"
      + (candidates.count > 1 ? ", or \(list(Array(candidates.dropFirst()), "or")) after 'inverse:'" : "")
  }

  static func inverseUnknown(_ name: String, in target: String, of model: String, suggestion: String?) -> String {
    suggestion.map { "'\(target)' has no reference '\(name)' to '\(model)'; did you mean '\($0)'?" }
      ?? "'\(target)' has no reference '\(name)' to '\(model)'; write '// @references' and 'var \(name)ID: \(model).ID' in "
      + "'\(target)'"
  }

  static func inverseContradiction(_ relationship: String, _ reference: String, _ inverse: String) -> String {
    "'\(relationship)' follows '\(reference)', whose inverse is named '\(inverse)'; use the same name on both sides"
  }

  static func inverseTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(name)' is the inverse of both '\(first)' and '\(second)'; write another name after 'inverse:' for one of them"
  }

  static func wrongArity(_ annotation: String, _ name: String, _ reference: String, isUnique: Bool) -> String {
    isUnique
      ? "'\(name)' follows '\(reference)', which is unique, so there is at most one row; write '@hasOne', or remove '@unique'"
      : "'\(name)' follows '\(reference)', which isn't unique, so there can be several rows; write '@hasMany', or add '@unique' "
        + "to the reference"
  }

  static func ownInverse(_ name: String) -> String {
    "'\(name)' can't be its own inverse, because each pair is stored in one direction; name the other direction, or remove "
      + "'inverse:'"
  }

  static func manyToManyContradiction(_ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' don't match; declare each as the inverse of the other"
  }

  static func manyToManyWithoutInverse(_ first: String, _ second: String, with both: [String]) -> String {
    "'\(first)' and '\(second)' would be two relationships, each with a join table; write '\(both[0])' and '\(both[1])', or give "
      + "each an 'inverse:' of its own if they are two"
  }

  static func throughWithMembers(_ word: String, _ join: String) -> String {
    "'\(word)' is not supported for a relationship through a model; write it on a '@hasMany' of '\(join)' instead"
  }

  static func throughSoftDeleted(_ join: String, _ relationship: String) -> String {
    "'\(relationship)' can't go through '\(join)', because '@softDelete' keeps its deleted rows and deleted pairs would still "
      + "count; remove '@softDelete', or remove 'through:' and query '\(join)' directly"
  }

  static func membersSoftDeleted(_ word: String, _ relationship: String, _ target: String) -> String {
    "'\(word)' of '\(relationship)' would count soft-deleted rows of '\(target)', because '@softDelete' doesn't delete their "
      + "pairs; remove '\(word)', or write a model of the pairs and use '@hasMany' with it"
  }

  static func throughMissing(_ label: String) -> String {
    "'\(label):' requires a join model; add 'through:' and its name before it"
  }

  static func throughWithoutReference(_ join: String, model: String, relationship: String) -> String {
    let property = model.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() + "ID" } ?? ""
    return
      "'\(join)' has no reference to '\(model)', so '\(relationship)' can't go through it; write '// @references' and 'let "
      + "\(property): \(model).ID' in '\(join)'"
  }

  static func throughOneReference(_ join: String, reference: String, model: String, relationship: String) -> String {
    "'\(join)' has only one reference to '\(model)', '\(reference)', but '\(relationship)' needs two, one for each side; write "
      + "'// @references' and a second property of type '\(model).ID' in '\(join)'"
  }

  static func throughAmbiguous(_ join: String, model: String, references: [String], label: String) -> String {
    "'\(join)' has several references to '\(model)', \(list(references)); write "
      + "\(list(references.map { "\(label): \($0)" }, "or")) after 'through:' to choose the one that leads to "
      + "\(label == "from" ? "this side" : "the other side")"
  }

  static func throughSameReference(_ name: String) -> String {
    "'\(name)' can't lead to both sides; write different references after 'from:' and 'to:'"
  }

  static func throughNotUnique(_ join: String, _ properties: [String]) -> String {
    "'\(join)' can contain the same pair twice, which would repeat a row in the relationship; write '// "
      + "@unique(\(properties.joined(separator: ", ")))' on '\(join)', or make \(properties.count == 2 ? "the two" : "them") "
      + "its '@primaryKey'"
  }

  static func joinTableTaken(_ table: String, _ name: String) -> String {
    "the join table of '\(name)' would be '\(table)', which is already the name of another table or index; rename the "
      + "relationship, or the other table with '@table(\"…\")'"
  }

  static func relationshipNamedAsProperty(_ name: String, model: String) -> String {
    "the relationship '\(name)' of '\(model)' has the same name as a property; rename one of them"
  }

  static func relationshipTwice(_ name: String, model: String) -> String {
    "'\(model)' has two relationships named '\(name)'; rename one of them"
  }

  static func membersWithoutInverse(_ word: String, target: String) -> String {
    "'\(word)' applies to the inverse relationship of '\(target)', and this reference has no inverse; add 'inverse:' with a "
      + "name, or remove '\(word)'"
  }

  static func orderOfOne(_ name: String) -> String {
    "'\(name)' has at most one row, so it can't be ordered; remove 'ordered'"
  }

  static func arityOfOne(_ label: String, _ name: String) -> String {
    label == "max"
      ? "'\(name)' already has at most one row; remove 'max:'"
      : "'\(name)' has at most one row; write 'min: 1', or remove 'min:'"
  }

  static func arityContradiction(_ label: String, _ name: String, _ first: Int, _ second: Int) -> String {
    "'\(label):' of '\(name)' is '\(first)' on the other side and '\(second)' here; write the same value on both sides, or "
      + "write it on one side only"
  }

  static func arityReversed(minimum: Int, maximum: Int, _ name: String) -> String {
    "'\(name)' can't have at least \(minimum) and at most \(maximum) members; 'min:' must not be greater than 'max:'"
  }
}
