/// References and relationships.
extension Message {
  static let otherSide = "the other one is here"

  static func modelIsHere(_ name: String) -> String { "'\(name)' is declared here" }

  static func propertyIsHere(_ name: String) -> String { "'\(name)' is declared here" }

  static func unknownModel(_ name: String, suggestion: String?) -> String {
    suggestion.map { "'\(name)' is no struct with '@table' in this target; did you mean '\($0)'?" }
      ?? "'\(name)' is no struct with '@table' in this target; write the name of one"
  }

  static func referenceWithoutTarget(_ property: String, _ type: String) -> String {
    "'\(type)' does not say which table '\(property)' refers to; write a type such as 'List.ID', or '@references(List)' "
      + "with the name of the struct"
  }

  static func referenceOnStruct(_ model: String) -> String {
    "'@references' above '\(model)' does not say which properties hold the key; write it directly above the property, or "
      + "'@references(list: List, from: listName, listVersion)' with the names of all"
  }

  static func referenceWithoutProperties(_ name: String, _ target: String) -> String {
    "'@references(\(name): \(target))' does not say which properties hold the key; write "
      + "'@references(\(name): \(target), from: …)' with their names, in the order of the key of '\(target)'"
  }

  static func referenceWithoutRelationship(_ properties: [String]) -> String {
    "'@references(from: \(properties.joined(separator: ", ")))' does not say what it refers to; write "
      + "'@references(list: List, from: \(properties.joined(separator: ", ")))' with the name of the relationship and the struct"
  }

  static func referenceCount(_ name: String, _ properties: [String], target: String, key: [String]) -> String {
    "'\(name)' is from \(list(properties)), and the key of '\(target)' is \(list(key)); write one property for each of these, "
      + "in their order"
  }

  static func referencePart(_ property: String, _ type: String, key: String, _ keyType: String, target: String)
    -> String
  {
    "'\(property)' is '\(type)', and '\(key)' in the key of '\(target)' is '\(keyType)'; write '\(property): \(keyType)', or "
      + "another property in its place"
  }

  static func referencePath(_ path: String) -> String {
    "'\(path)' is no property of the struct itself, and 'from:' takes whole ones; write the name of one"
  }

  static func referenceFromEmbedded(_ property: String) -> String {
    "'\(property)' is '@embedded', and no part of a key; write properties that hold the key's values"
  }

  static func propertyTwice(_ property: String, in name: String) -> String {
    "'\(property)' stands twice in 'from:' of '\(name)'; write each property of the key once"
  }

  static func referenceName(_ property: String, target: String) -> String {
    let name =
      property == "id"
      ? target.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "" : property
    return property == "id"
      ? "'id' does not say which relationship it is the key of; call the property '\(name)ID' and add '@primaryKey'"
      : "'\(property)' does not say which relationship it is the key of; call the property '\(name)ID', and the "
        + "relationship is '\(name)'"
  }

  static func referenceToComposite(_ model: String, key: [String]) -> String {
    "the key of '\(model)' has several columns, \(list(key)), and a reference to it is not supported yet by this version of "
      + "Postil; give '\(model)' a key 'let id: ID' and make the others '@unique(\(key.joined(separator: ", ")))'"
  }

  static func referenceType(_ property: String, _ type: String, expected: String, target: String) -> String {
    "'\(property)' is '\(type)', and the key of '\(target)' is not; write '\(expected)'"
  }

  static func nullifyRequired(_ property: String, _ type: String) -> String {
    "'\(property)' is required and cannot become 'NULL'; write '\(type)?', or 'onDelete: cascade', 'deny' or 'noAction'"
  }

  static func requiredCircle(_ names: [String]) -> String {
    names.count == 1
      ? "'\(names[0])' requires a row of its own table, so the first could never be inserted; make it optional"
      : "\(list(names)) require one another in a circle, so the first row could never be inserted; make one of them "
        + "optional"
  }

  static func circleGoesOn(_ property: String, _ target: String) -> String {
    "'\(property)' requires '\(target)' here"
  }

  static func inverseMissing(_ annotation: String, _ name: String, _ target: String, candidates: [String]) -> String {
    guard let first = candidates.first else {
      return
        "'@\(annotation)(\(name): \(target))' does not say which reference of '\(target)' it follows, and '\(target)' "
        + "has none to this model; write '// @references' on a property of '\(target)', and its name behind 'inverse:'"
    }
    return "'@\(annotation)(\(name): \(target))' does not say which reference of '\(target)' it follows; write "
      + "'@\(annotation)(\(name): \(target), inverse: \(first))'"
      + (candidates.count > 1 ? ", or \(list(Array(candidates.dropFirst()), "or")) behind 'inverse:'" : "")
  }

  static func inverseUnknown(_ name: String, in target: String, of model: String, suggestion: String?) -> String {
    suggestion.map { "'\(target)' has no reference '\(name)' to '\(model)'; did you mean '\($0)'?" }
      ?? "'\(target)' has no reference '\(name)' to '\(model)'; write '// @references' and 'var \(name)ID: \(model).ID' in "
      + "'\(target)'"
  }

  static func inverseContradiction(_ relationship: String, _ reference: String, _ inverse: String) -> String {
    "'\(relationship)' follows '\(reference)', whose inverse is called '\(inverse)'; write the same name on both sides"
  }

  static func inverseTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(name)' is the inverse of '\(first)' and of '\(second)'; write another name behind 'inverse:' of one of them"
  }

  static func wrongArity(_ annotation: String, _ name: String, _ reference: String, isUnique: Bool) -> String {
    isUnique
      ? "'\(name)' follows '\(reference)', which is unique, so there is one at most; write '@hasOne', or remove '@unique'"
      : "'\(name)' follows '\(reference)', which several rows can share; write '@hasMany', or '@unique' on the reference"
  }

  static func ownInverse(_ name: String) -> String {
    "'\(name)' cannot be its own inverse, for a pair is stored in one direction; name the other direction, or leave "
      + "'inverse:' out"
  }

  static func manyToManyContradiction(_ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' contradict each other; write each as the inverse of the other"
  }

  static func throughWithMembers(_ word: String, _ join: String) -> String {
    "'\(word)' of a relationship through a model is not supported; write it on a '@hasMany' of '\(join)' instead"
  }

  static func throughSoftDeleted(_ join: String, _ relationship: String) -> String {
    "'\(relationship)' cannot go through '\(join)', whose rows stay behind by '@softDelete', for pairs are there or are "
      + "not; delete them for good, or leave 'through:' out and ask by '\(join)' itself"
  }

  static func membersSoftDeleted(_ word: String, _ relationship: String, _ target: String) -> String {
    "'\(word)' of '\(relationship)' would count rows of '\(target)' that are deleted and stay behind by '@softDelete', for "
      + "pairs do not learn of that; remove '\(word)', or write a model of the pairs and '@hasMany' of it"
  }

  static func throughMissing(_ label: String) -> String {
    "'\(label):' names a reference of the join model, and there is none; write 'through:' and its name before it"
  }

  static func throughWithoutReference(_ join: String, model: String, relationship: String) -> String {
    let property = model.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() + "ID" } ?? ""
    return
      "'\(join)' has no reference to '\(model)', so '\(relationship)' cannot go through it; write '// @references' and "
      + "'let \(property): \(model).ID' in '\(join)'"
  }

  static func throughOneReference(_ join: String, reference: String, model: String, relationship: String) -> String {
    "'\(join)' refers to '\(model)' once, by '\(reference)', and '\(relationship)' needs two references to it, one for "
      + "each side; write '// @references' and a second property of type '\(model).ID' in '\(join)'"
  }

  static func throughAmbiguous(_ join: String, model: String, references: [String], label: String) -> String {
    "'\(join)' refers to '\(model)' by \(list(references)); write "
      + "\(list(references.map { "\(label): \($0)" }, "or")) behind 'through:' for the one that leads to \(label == "from" ? "this side" : "the other side")"
  }

  static func throughSameReference(_ name: String) -> String {
    "'\(name)' cannot lead to both sides; write different references behind 'from:' and 'to:'"
  }

  static func throughNotUnique(_ join: String, _ properties: [String]) -> String {
    "'\(join)' can hold the same pair twice, and then one row would be in the relationship twice; write "
      + "'// @unique(\(properties.joined(separator: ", ")))' on '\(join)', or make \(properties.count == 2 ? "the two" : "them") its "
      + "'@primaryKey'"
  }

  static func joinTableTaken(_ table: String, _ name: String) -> String {
    "the join table of '\(name)' would be '\(table)', which is the name of another table or index; rename the "
      + "relationship, or the other with '@table(\"…\")'"
  }

  static func relationshipNamedAsProperty(_ name: String, model: String) -> String {
    "the relationship '\(name)' of '\(model)' has the name of a property; rename one of the two"
  }

  static func relationshipTwice(_ name: String, model: String) -> String {
    "'\(model)' has two relationships called '\(name)'; rename one of them"
  }
}
