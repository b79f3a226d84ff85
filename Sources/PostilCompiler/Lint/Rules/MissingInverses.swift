/// A to-many whose target cannot look back.
enum MissingInverses {
  static func findings(in subject: LintSubject) -> [Finding] {
    subject.models.flatMap { model in
      model.relationships.filter { $0.inverse == nil && ($0.kind == .manyToMany || $0.kind == .hasMany) }
        .map { relationship in
          model.finding(
            .missingInverse,
            Message.missingInverse(relationship.name, model: model.swiftName, target: relationship.target),
            onRelationship: relationship.name)
        }
    }
  }
}
