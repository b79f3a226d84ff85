import PostilSchema

/// `--profile cloudkit`: what Core Data and SwiftData refuse to carry over CloudKit.
/// Source: Apple, "Creating a Core Data Model for CloudKit", table of limitations; "Syncing model data across a person's
/// devices", "Define a CloudKit-compatible schema".
enum CloudKit {
  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.profile == .cloudkit else { return [] }
    return subject.models.flatMap { uniques(of: $0) + required(of: $0) + relationships(of: $0) + rules(of: $0) }
  }

  private static func uniques(of model: LintSubject.Model) -> [Finding] {
    var findings: [Finding] = []
    let key = model.resolved.key
    let keyProperties = model.state.properties.filter { key.properties.contains($0.name) }
    // A key that the database assigns, or a new UUID, is nobody's to collide with.
    if !key.isAssigned, key.draftDefault == nil {
      findings.append(
        model.finding(
          .cloudKitUnique, Message.cloudKitKey(key.properties),
          on: key.properties.count == 1 ? keyProperties.first : nil,
          at: keyProperties.first?.place))
    }
    let table = model.table
    let keys =
      table.uniqueConstraints.map { ($0.name, $0.columns, true) }
      + table.indexes.filter(\.isUnique).map { ($0.name, $0.terms.map { $0.column ?? $0.expression ?? "" }, false) }
    return findings
      + keys.map { name, columns, isConstraint in
        model.finding(
          .cloudKitUnique, Message.cloudKitUnique(columns.map { model.property(ofColumn: $0)?.name ?? $0 }),
          on: model.state.origin(of: name, isConstraint: isConstraint))
      }
  }

  private static func required(of model: LintSubject.Model) -> [Finding] {
    let references = Set(model.table.foreignKeys.flatMap(\.columns))
    return model.state.properties.filter { property in
      !property.type.isOptional && property.defaultValue == nil && property.sqlDefault == nil
        && !model.state.keyColumns.contains(property.column) && !references.contains(property.column)
    }
    .map {
      model.finding(.cloudKitRequired, Message.cloudKitRequired($0.name, $0.type.text), on: $0)
    }
  }

  private static func relationships(of model: LintSubject.Model) -> [Finding] {
    model.resolved.relationships.filter { $0.kind == .toOne }.flatMap { relationship -> [Finding] in
      let property = model.state.properties.first { relationship.keyProperties.first == $0.declaredName }
      let place = property?.source.note("references")?.place
      var findings: [Finding] = []
      if relationship.isRequired {
        findings.append(
          model.finding(
            .cloudKitRelationship,
            Message.cloudKitRelationship(relationship.name, property?.name ?? "", property?.type.text ?? ""),
            on: property, at: place))
      }
      if relationship.inverse == nil {
        findings.append(
          model.finding(
            .cloudKitInverse, Message.cloudKitInverse(relationship.name, target: relationship.target), on: property,
            at: place))
      }
      return findings
    }
  }

  private static func rules(of model: LintSubject.Model) -> [Finding] {
    model.table.foreignKeys.filter { $0.onDelete == .deny }.map { key in
      let property = model.property(of: key)
      return model.finding(
        .cloudKitDeny, Message.cloudKitDeny(property?.name ?? key.columns.joined(separator: ", ")), on: property,
        at: property?.source.note("references")?.place)
    }
  }
}
