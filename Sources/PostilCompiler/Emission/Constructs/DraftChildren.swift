/// The children and members that are inserted with a model's draft.
///
/// A draft takes the to-many and has-one relationships that its own model declares, with these exceptions:
/// relationships under an `#if` of their own, relationships to a model with narrower access or fewer of the draft's
/// conformances, a has-one that leads back to the model, because such a value would contain itself, and relationships
/// over a join model that needs more than the two keys.
extension ModelContext {
  /// The relationships whose rows are inserted with this model's draft.
  var draftedRelationships: [ResolvedRelationship] {
    model.relationships.filter { relationship in
      let target = target(of: relationship)
      return relationship.isDrafted && conditions(of: relationship).isEmpty
        && access(with: target) == access && model.draftConformances.allSatisfy(target.draftConformances.contains)
        && (relationship.kind != .hasOne || !leadsBack(from: target))
        && (relationship.join?.through == nil || JoinModelPairs(RelationshipContext(relationship, of: self)) != nil)
    }
  }

  /// The references of this model whose owner's draft takes this model's drafts.
  var draftingReferences: [ResolvedRelationship] {
    model.relationships.filter { reference in
      guard reference.kind == .toOne, let inverse = reference.inverse else { return false }
      let owner = with(target(of: reference))
      return owner.type == reference.target && owner.draftedRelationships.contains { $0.name == inverse }
    }
  }

  /// Whether a chain of has-one relationships leads from a model to this one.
  private func leadsBack(from start: ResolvedModel) -> Bool {
    var seen: Set<String> = []
    var open = [start]
    while let next = open.popLast() {
      if next.swiftName == type { return true }
      guard seen.insert(next.swiftName).inserted else { continue }
      open += next.relationships.filter { $0.kind == .hasOne && $0.isDrafted }.map { target(of: $0) }
    }
    return false
  }
}

/// `DraftOfItem`: a draft without its reference to the owner, which is inserted with the owner's draft.
struct DraftOfOwner {
  var context: ModelContext
  var reference: ResolvedRelationship
  private var draft: Draft { Draft(context) }
  private var keys: [String] { reference.keyProperties }
  private var properties: [ResolvedProperty] { context.draftProperties.filter { !keys.contains($0.name) } }

  /// `DraftOfItem`
  static func name(_ reference: String) -> String { "DraftOf" + SwiftNames.capitalized(reference) }

  var code: [Code] {
    let conformances = context.model.draftConformances.map { context.names.conformance($0) }
    let name = Self.name(reference.name)
    let omitted = keys.map { "`\($0)`" }.joined(separator: " and ")
    let secrets = context.hasSecrets ? [context.names[.customReflectable]] : []
    let type = ([String](conformances) + [context.names[.childDraft]] + secrets).joined(separator: ", ")
    return [
      .documentation(["A `Draft` without \(omitted), inserted together with the draft of its \(reference.name)."]),
      .type("\(context.access.prefix)struct \(name): \(type)") {
        [
          draft.storage(of: properties), draft.initializer(of: properties), draft.decoding(of: properties), whole,
          draft.secrets(of: properties),
        ].separatedByBlanks()
      },
    ]
  }

  private var whole: [Code] {
    let owner = context.target(of: reference)
    let names = context.draftProperties.map(\.name) + context.draftedRelationships.map(\.name)
    // A reference over several properties takes the parts of the owner's key.
    let id = keys.count == 1 ? keys[0] : names.contains(reference.name + "ID") ? "owner" : reference.name + "ID"
    let parts = keys.count == 1 ? [:] : Dictionary(uniqueKeysWithValues: zip(keys, owner.key.properties))
    let arguments = names.map { name in
      "\(SwiftNames.label(name)): "
        + (parts[name].map { "\(SwiftNames.declared(id)).\(SwiftNames.member($0))" } ?? SwiftNames.declared(name))
    }
    return FunctionCode(
      access: context.access, introducer: "func draft",
      parameters: [.init("of", id, owner.swiftName + ".ID")], isThrowing: false, result: "Draft",
      body: [.call("Draft(", arguments.map { .line($0) })]
    ).code
  }
}
