import PostilCompiler
import PostilSchema

/// `--profile cloudkit`: what Core Data and SwiftData can't sync with CloudKit. Source: Apple, "Creating a Core Data
/// Model for CloudKit", table of limitations; "Syncing model data across a person's devices", "Define a
/// CloudKit-compatible schema". The limitation of ordered relationships is from Core Data's error message: "CloudKit
/// integration does not support ordered relationships."
enum CloudKit {
  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.profile == .cloudkit else { return [] }
    return subject.models.flatMap {
      uniques(of: $0) + required(of: $0) + relationships(of: $0) + members(of: $0) + rules(of: $0)
    }
  }

  private static func uniques(of model: ResolvedModel) -> [Finding] {
    var findings: [Finding] = []
    let key = model.key
    let keyProperties = model.origin.columns.filter { key.properties.contains($0.property) }
    // Keys that the database assigns and new UUIDs never collide.
    if !key.isAssigned, key.draftDefault == nil {
      findings.append(
        model.finding(
          .cloudKitUnique, Message.cloudKitKey(key.properties),
          on: key.properties.count == 1 ? keyProperties.first : nil,
          at: keyProperties.first?.place))
    }
    if model.isSingleton {
      findings.append(
        Finding(
          code: .cloudKitUnique, message: Message.cloudKitSingleton(model.swiftName),
          place: model.origin.annotations["singleton"] ?? model.place, model: model.swiftName))
    }
    let table = model.table
    let keys =
      table.uniqueConstraints.map { ($0.name, $0.columns, true) }
      + table.indexes.filter(\.isUnique).map { ($0.name, $0.terms.map { $0.column ?? $0.expression ?? "" }, false) }
    return findings
      + keys.map { name, columns, isConstraint in
        model.finding(
          .cloudKitUnique, Message.cloudKitUnique(columns.map(model.property(ofColumn:))),
          on: model.origin.key(name, isConstraint: isConstraint))
      }
  }

  private static func required(of model: ResolvedModel) -> [Finding] {
    let references = Set((model.table.foreignKeys + model.table.unenforcedReferences).flatMap(\.columns))
    return model.origin.columns.filter { column in
      !column.type.isOptional && !column.hasDefault && !model.table.primaryKey.columns.contains(column.name)
        && !references.contains(column.name)
        // A column that the database fills doesn't need a value.
        && column.role == .stored
    }
    .map {
      model.finding(.cloudKitRequired, Message.cloudKitRequired($0.property, $0.type.text), on: $0)
    }
  }

  private static func relationships(of model: ResolvedModel) -> [Finding] {
    model.relationships.filter { $0.kind == .toOne }.flatMap { relationship -> [Finding] in
      var findings: [Finding] = []
      if relationship.isRequired {
        findings.append(
          model.finding(
            .cloudKitRelationship,
            Message.cloudKitRelationship(relationship.name, cure: cure(of: relationship, in: model)),
            onReference: relationship.near))
      }
      if relationship.inverse == nil {
        findings.append(
          model.finding(
            .cloudKitInverse, Message.cloudKitInverse(relationship.name, target: relationship.target),
            onReference: relationship.near))
      }
      return findings
    }
  }

  /// How to make a reference optional.
  private static func cure(of relationship: ResolvedRelationship, in model: ResolvedModel) -> String {
    let reference = model.reference(ofColumns: relationship.near)
    guard let property = relationship.keyProperties.first, reference?.isOfStruct != true else {
      return "make \(Message.list(relationship.keyProperties, "or")) optional"
    }
    return "write 'var \(property): \(relationship.target).ID?'"
  }

  /// With CloudKit, Core Data's to-many relationships have neither an order nor a minimum.
  private static func members(of model: ResolvedModel) -> [Finding] {
    model.relationships.flatMap { relationship -> [Finding] in
      var findings: [Finding] = []
      if relationship.order != nil {
        findings.append(
          model.finding(
            .cloudKitOrdered, Message.cloudKitOrdered(relationship.name), onRelationship: relationship.name))
      }
      if relationship.arity.minimum != nil {
        findings.append(
          model.finding(
            .cloudKitRelationship, Message.cloudKitMinimum(relationship.name), onRelationship: relationship.name))
      }
      return findings
    }
  }

  private static func rules(of model: ResolvedModel) -> [Finding] {
    model.table.foreignKeys.filter { $0.onDelete == .deny }.map { key in
      model.finding(
        .cloudKitDeny, Message.cloudKitDeny(model.properties(of: key)), onReference: key.columns)
    }
  }
}
