import PostilSQL
import PostilSchema

/// A model whose rows are the pairs of a many-to-many relationship, with its two references.
struct ThroughState: Hashable {
  var model: Int
  /// The index of the reference to the annotated side.
  var near: Int
  /// The index of the reference to the other side.
  var far: Int

  var reversed: ThroughState { ThroughState(model: model, near: far, far: near) }
}

/// `through:` of a `@manyToMany`: the join model and its references to the two sides.
extension Resolver {
  /// - Returns: `nil` if an error was reported.
  func through(_ note: BoundAnnotation, from model: Int, to target: Int) -> ThroughState? {
    guard let written = note.names["through"] else {
      for label in ["from", "to"] {
        if let name = note.names[label] { report.error(Message.throughMissing(label), at: note.place(of: name)) }
      }
      return nil
    }
    guard let join = types.model(written.text, in: models[model].name).flatMap({ modelIndex[$0] }) else {
      report.error(
        Message.unknownModel(written.text, suggestion: suggestedModel(written.text)), at: note.place(of: written))
      return nil
    }
    let member =
      note.flags["ordered"].map { ("ordered", $0.position) }
      ?? ["min", "max"].compactMap { word in note.counts[word].map { (word, $0.text.position) } }.first
    if let (word, position) = member {
      report.error(
        Message.throughWithMembers(word, models[join].name), at: SourcePlace(path: note.place.path, position: position))
      return nil
    }
    // Soft-deleted pairs would remain in the relationship, because it identifies pairs only by their keys.
    if models[join].source.properties.contains(where: { $0.note("softDelete") != nil }) {
      report.error(
        Message.throughSoftDeleted(models[join].name, note.relationship?.name.text ?? ""), at: note.place(of: written),
        notes: [(Message.modelIsHere(models[join].name), models[join].place)])
      return nil
    }
    var near = candidates("from", of: note, in: join, to: model)
    var far = candidates("to", of: note, in: join, to: target)
    guard !near.isEmpty, !far.isEmpty else { return nil }
    // A reference to one side can't also be the reference to the other.
    if near.count == 1, far.count > 1 { far = far.filter { $0 != near[0] } }
    if far.count == 1, near.count > 1 { near = near.filter { $0 != far[0] } }
    for (label, found, side) in [("from", near, model), ("to", far, target)] where found.count > 1 {
      report.error(
        Message.throughAmbiguous(
          models[join].name, model: models[side].name, references: found.map { references[$0].name }, label: label),
        at: note.place(of: written), notes: [(Message.modelIsHere(models[join].name), models[join].place)])
      return nil
    }
    guard near != far else {
      report.error(
        note.names["from"] != nil && note.names["to"] != nil
          ? Message.throughSameReference(references[near[0]].name)
          : Message.throughOneReference(
            models[join].name, reference: references[near[0]].name, model: models[target].name,
            relationship: note.relationship?.name.text ?? ""),
        at: note.place(of: written), notes: [(Message.modelIsHere(models[join].name), models[join].place)])
      return nil
    }
    let through = ThroughState(model: join, near: near[0], far: far[0])
    return isUnique(through, noted: written, by: note) ? through : nil
  }

  /// The join of the relationship's rows.
  func join(_ through: ThroughState) -> ResolvedJoin {
    ResolvedJoin(
      table: models[through.model].tableName, near: columns(of: through.near).map(\.column),
      far: columns(of: through.far).map(\.column),
      through: ResolvedJoin.Through(
        model: models[through.model].name, near: references[through.near].propertyNames,
        far: references[through.far].propertyNames))
  }

  /// The columns that hold the key of a reference.
  private func columns(of reference: Int) -> [PropertyState] {
    references[reference].columns.map { models[references[reference].owner].properties[$0] }
  }

  /// The references of the join model that can lead to a side: the one that the annotation names, or all.
  private func candidates(_ label: String, of note: BoundAnnotation, in join: Int, to side: Int) -> [Int] {
    let all = references.indices.filter { references[$0].owner == join && references[$0].target == side }
    guard let name = note.names[label] else {
      if all.isEmpty, !hasUnresolvedReference(in: join), let written = note.names["through"] {
        report.error(
          Message.throughWithoutReference(
            models[join].name, model: models[side].name, relationship: note.relationship?.name.text ?? ""),
          at: note.place(of: written), notes: [(Message.modelIsHere(models[join].name), models[join].place)])
      }
      return all
    }
    let found = all.filter { references[$0].name == name.text }
    if found.isEmpty, !hasUnresolvedReference(in: join) {
      report.error(
        Message.inverseUnknown(
          name.text, in: models[join].name, of: models[side].name,
          suggestion: Spelling.nearest(to: name.text, in: all.map { references[$0].name })
            ?? (all.count == 1 ? references[all[0]].name : nil)),
        at: note.place(of: name), notes: [(Message.modelIsHere(models[join].name), models[join].place)])
    }
    return found
  }

  /// Whether an error was reported in a `@references` of the model.
  private func hasUnresolvedReference(in model: Int) -> Bool {
    let source = models[model].source
    return source.brokenNotes.contains("references")
      || source.properties.contains { property in
        property.note("references") != nil
          && !references.contains { $0.owner == model && $0.propertyName == property.name }
      }
  }

  /// A pair is in the relationship at most once, so the join model must have a unique key.
  private func isUnique(_ through: ThroughState, noted written: SourceText, by note: BoundAnnotation) -> Bool {
    let state = models[through.model]
    let pair = Set([through.near, through.far].flatMap { columns(of: $0).map(\.column) })
    if ([state.keyColumns] + state.uniqueConstraints.map(\.columns)).contains(where: { Set($0) == pair }) {
      return true
    }
    let near = references[through.near].propertyNames
    let names = near + references[through.far].propertyNames.filter { !near.contains($0) }
    report.error(
      Message.throughNotUnique(state.name, names),
      at: note.place(of: written), notes: [(Message.modelIsHere(state.name), state.place)])
    return false
  }
}
