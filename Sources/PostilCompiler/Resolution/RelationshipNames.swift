/// Checks the names of relationships against those of properties.
extension Resolver {
  /// Property names that generated structs already use.
  private static let generatedMembers: Set<String> = ["_rowSource"]
  /// The operations of every model's rows. A relationship with the same name would hide them: `item.update(in: db)`
  /// would read the relationship and write nothing.
  private static let rowOperations: Set<String> = ["update", "save", "delete"]
  /// Words that have another meaning after a dot, even in backticks, or aren't allowed there. Source: The Swift
  /// Programming Language, "Postfix Self Expression" and "Metatype Type".
  private static let wordsOfSwift: Set<String> = ["self", "Type", "Protocol"]

  func checkRelationshipNames() {
    for model in models.indices {
      let state = models[model]
      var members: [String: SourcePlace] = [:]
      for part in index.parts(of: state.name) {
        for property in part.declaration.properties where !property.isStatic {
          members[property.name.text] = SourcePlace(path: part.path, position: property.name.position)
        }
      }
      for property in state.properties where property.role == .lazy {
        members[property.name] = property.place
        if Self.rowOperations.contains(property.name) {
          report.error(Message.lazyHidesOperation(property.name, model: state.name), at: property.place)
        }
      }
      for property in state.resolvedProperties
      where Self.generatedMembers.contains(property.name) || state.isProjection && property.name == "nodes" {
        report.error(
          Message.generatedMember(property.name, column: property.column), at: members[property.name] ?? state.place)
      }
      for property in state.resolvedProperties where Self.wordsOfSwift.contains(property.name) {
        report.error(
          Message.wordOfSwift(property.name, column: property.column), at: members[property.name] ?? state.place)
      }
      var relationships: [String: RelationshipState] = [:]
      for relationship in state.relationships {
        let name = relationship.relationship.name
        if let place = members[name] {
          report.error(
            Message.relationshipNamedAsProperty(name, model: state.name), at: relationship.place,
            notes: [(Message.propertyIsHere(name), place)])
        } else if let other = relationships[name] {
          report.error(
            Message.relationshipTwice(name, model: state.name), at: relationship.place,
            notes: [(Message.otherSide, other.place)])
        } else if Self.wordsOfSwift.contains(name) {
          report.error(Message.relationshipWordOfSwift(name), at: relationship.place)
        } else if Self.generatedMembers.contains(name) || name == "id" {
          report.error(Message.generatedRelationship(name), at: relationship.place)
        } else if Self.rowOperations.contains(name), [.toOne, .hasOne].contains(relationship.relationship.kind) {
          report.error(Message.relationshipHidesOperation(name, model: state.name), at: relationship.place)
        } else {
          relationships[name] = relationship
        }
      }
    }
  }
}
