/// The names of relationships beside those of properties.
extension Resolver {
  /// Names of properties that generated structs have themselves.
  private static let generatedMembers: Set<String> = ["rowSource"]

  func checkRelationshipNames() {
    for model in models.indices {
      let state = models[model]
      var members: [String: SourcePlace] = [:]
      for part in index.parts(of: state.name) {
        for property in part.declaration.properties where !property.isStatic {
          members[property.name.text] = SourcePlace(path: part.path, position: property.name.position)
        }
      }
      for property in state.properties where Self.generatedMembers.contains(property.name) {
        report.error(Message.generatedMember(property.name), at: property.place)
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
        } else if Self.generatedMembers.contains(name) || name == "id" {
          report.error(Message.generatedRelationship(name), at: relationship.place)
        } else {
          relationships[name] = relationship
        }
      }
    }
  }
}
