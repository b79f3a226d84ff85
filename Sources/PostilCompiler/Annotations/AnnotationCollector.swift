import PostilSQL

/// Finds the models among the declarations of a target, and assigns each annotation to its struct or property.
///
/// Only structs with `@table`, `@view` or `@projection` are checked. Comments elsewhere are ignored, unless they are
/// certainly meant for Postil.
struct AnnotationCollector {
  let index: DeclarationIndex
  let report: DiagnosticReport
  private(set) var models: [AnnotatedModel] = []
  private(set) var modelNames: Set<String> = []
  /// The annotations that make a struct a model, a view or a projection.
  static let main = Set(ModelMarks.all.map { $0.filter(\.isLetter) })
  /// Types without `@table`, and the annotations above them.
  private var unannotated: [(type: DeclaredType, notes: [Annotation])] = []

  /// Reads the annotations of every declaration.
  static func collect(_ trees: [SourceTree], index: DeclarationIndex, report: DiagnosticReport) -> [AnnotatedModel] {
    var collector = AnnotationCollector(index: index, report: report)
    for type in index.order { collector.collect(type) }
    let embedded = embeddedNames(in: index)
    for (type, notes) in collector.unannotated where !embedded.contains(type.declaration.name.text) {
      collector.judgeUnannotated(type, notes: notes)
    }
    collector.checkExtensions()
    for tree in trees { collector.checkLooseComments(of: tree) }
    let paths = Dictionary(trees.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return collector.models.sorted { lhs, rhs in
      let left = paths[lhs.path] ?? 0
      let right = paths[rhs.path] ?? 0
      return left != right ? left < right : lhs.place.position < rhs.place.position
    }
  }

  /// Reads the annotations of a struct that a model embeds.
  static func embeddedStruct(
    _ type: DeclaredType, index: DeclarationIndex, report: DiagnosticReport
  ) -> AnnotatedModel {
    let collector = AnnotationCollector(index: index, report: report)
    var model = AnnotatedModel(type: type, notes: [], properties: [])
    let loose = AnnotationReader.read(type.declaration.looseComments, path: type.path).annotations
    for note in loose where KnownAnnotation.named(note.name) != nil {
      collector.addStructNote(note, isLoose: true, to: &model)
    }
    collector.collectProperties(of: type.declaration, into: &model)
    return model
  }

  private init(index: DeclarationIndex, report: DiagnosticReport) {
    self.index = index
    self.report = report
  }

  /// The last parts of the names of embedded structs. Their annotations are checked with the model.
  private static func embeddedNames(in index: DeclarationIndex) -> Set<String> {
    let properties = index.order.flatMap(\.declaration.properties).filter { property in
      (property.comments.leading + property.comments.trailing).contains { $0.text.contains("@embedded") }
    }
    return Set(
      properties.compactMap { $0.type?.text.split { ".? ".contains($0) }.last.map { String($0) } })
  }

  private mutating func collect(_ type: DeclaredType) {
    let declaration = type.declaration
    let own = declaration.comments.leading + declaration.comments.trailing
    guard
      own.contains(where: { $0.text.contains("@") })
        || declaration.looseComments.contains(where: { $0.text.contains("@") })
    else { return unannotated.append((type, [])) }
    let outer = AnnotationReader.read(own, path: type.path)
    let inner = AnnotationReader.read(declaration.looseComments, path: type.path)
    let notes = outer.annotations + inner.annotations
    guard let main = notes.first(where: { Self.main.contains($0.name) }) else {
      return unannotated.append((type, notes))
    }
    guard declaration.kind == .struct else {
      return report.error(
        Message.tableOnOther(main.name, declaration.kind.rawValue, declaration.name.text), at: type.place)
    }
    for problem in outer.problems + inner.problems { report.error(problem.message, at: problem.place) }
    checkUnread(in: own + declaration.looseComments, path: type.path)
    var model = AnnotatedModel(type: type, notes: [], properties: [])
    for note in outer.annotations { addStructNote(note, isLoose: false, to: &model) }
    for note in inner.annotations { addStructNote(note, isLoose: true, to: &model) }
    for nested in declaration.types { collectNotes(above: nested, into: &model) }
    collectProperties(of: declaration, into: &model)
    // A lazy column is a property that the struct doesn't declare.
    model.properties += model.notes("lazy").compactMap { AnnotatedProperty(lazy: $0) }
    model.notes.removeAll { $0.name == "lazy" }
    model.notes.sort { $0.place.position < $1.place.position }
    checkRepetition(model.notes, on: declaration.name.text)
    models.append(model)
    modelNames.insert(model.name)
  }

  private func addStructNote(_ annotation: Annotation, isLoose: Bool, to model: inout AnnotatedModel) {
    guard let known = known(annotation, at: [.structure, .property]) else { return }
    guard known.places.contains(.structure) else {
      return report.error(
        isLoose
          ? Message.looseAnnotation(known.name)
          : Message.propertyAnnotationOnStruct(known.name, model: model.type.declaration.name.text),
        at: annotation.place)
    }
    guard let bound = bind(annotation, known) else { return note(broken: known.name, in: &model) }
    if ["index", "unique"].contains(known.name), bound.columns.isEmpty {
      return report.error(Message.columnsMissing(known.name), at: annotation.place)
    }
    if known.name == "references" {
      if bound.relationship == nil, bound.columns.isEmpty {
        return report.error(
          isLoose
            ? Message.looseAnnotation(known.name)
            : Message.referenceOnStruct(model.type.declaration.name.text), at: annotation.place)
      }
      guard isReferenceOfStruct(bound, of: &model) else { return }
    }
    model.notes.append(bound)
  }

  /// Annotations above a nested type belong to the outer struct, unless the nested type is a model itself.
  private func collectNotes(above nested: TypeDeclaration, into model: inout AnnotatedModel) {
    checkUnread(in: nested.comments.leading, path: model.path)
    let reader = AnnotationReader.read(nested.comments.leading, path: model.path)
    guard !reader.annotations.contains(where: { Self.main.contains($0.name) }) else { return }
    for note in reader.annotations where KnownAnnotation.named(note.name) != nil {
      addStructNote(note, isLoose: true, to: &model)
    }
  }

  private func collectProperties(of declaration: TypeDeclaration, into model: inout AnnotatedModel) {
    var previous: PropertyDeclaration?
    for property in declaration.properties {
      let comments = property.comments.leading + property.comments.trailing
      let reader = AnnotationReader.read(comments, path: model.path)
      // The two variables of `var a = 1, b = 2` share its comments.
      if let note = reader.annotations.first, let previous,
        (previous.comments.leading + previous.comments.trailing).contains(where: { comments.contains($0) })
      {
        report.error(
          Message.annotationOnSeveral(note.name, [previous.name.text, property.name.text]), at: note.place)
        continue
      }
      previous = property
      let problems = reader.problems + AnnotationReader.unread(in: comments, path: model.path)
      for problem in problems { report.error(problem.message, at: problem.place) }
      // It may be the reference that the property needs.
      if !problems.isEmpty { note(broken: "references", in: &model) }
      let isColumn = property.storage != .computed && !property.isStatic
      var notes: [BoundAnnotation] = []
      for annotation in reader.annotations {
        addPropertyNote(annotation, on: property, isColumn: isColumn, to: &notes, model: &model)
      }
      checkRepetition(notes, on: property.name.text)
      if isColumn {
        model.properties.append(AnnotatedProperty(declaration: property, notes: notes, path: model.path))
      }
    }
  }

  private func addPropertyNote(
    _ annotation: Annotation, on property: PropertyDeclaration, isColumn: Bool, to notes: inout [BoundAnnotation],
    model: inout AnnotatedModel
  ) {
    guard let known = known(annotation, at: [.structure, .property]) else {
      return note(broken: "references", in: &model)
    }
    if Self.main.contains(known.name) || ["singleton", "changes", "sync"].contains(known.name) {
      return report.error(
        Message.structAnnotationOnProperty(
          known.name, property: property.name.text, model: model.type.declaration.name.text), at: annotation.place)
    }
    if known.name == "lazy", annotation.arguments == nil {
      return report.error(
        Message.lazyOnProperty(property.name.text, type: property.type?.text ?? "Data"), at: annotation.place)
    }
    guard let bound = bind(annotation, known) else { return note(broken: known.name, in: &model) }
    if known.name == "references", bound.relationship != nil || !bound.columns.isEmpty {
      if isReferenceOfStruct(bound, of: &model) { model.notes.append(bound) }
      return
    }
    if !known.places.contains(.property) || known.places.contains(.structure) && !bound.columns.isEmpty {
      return model.notes.append(bound)
    }
    guard isColumn else {
      return report.error(Message.annotationOnComputed(known.name, property: property.name.text), at: annotation.place)
    }
    notes.append(bound)
  }

  /// Whether a `@references` has everything that a reference over other properties needs: a name, a model and the properties.
  private func isReferenceOfStruct(_ note: BoundAnnotation, of model: inout AnnotatedModel) -> Bool {
    guard let relationship = note.relationship else {
      report.error(Message.referenceWithoutRelationship(note.columns.map(\.name.text)), at: note.place)
      self.note(broken: note.name, in: &model)
      return false
    }
    guard note.columns.isEmpty else { return true }
    report.error(
      Message.referenceWithoutProperties(relationship.name.text, relationship.target.text), at: note.place)
    self.note(broken: note.name, in: &model)
    return false
  }

  /// Reports annotations of a model in comments that aren't read.
  private func checkUnread(in comments: [Comment], path: String) {
    for problem in AnnotationReader.unread(in: comments, path: path) {
      report.error(problem.message, at: problem.place)
    }
  }

  private func known(_ annotation: Annotation, at places: Set<KnownAnnotation.Place>) -> KnownAnnotation? {
    if let known = KnownAnnotation.named(annotation.name) { return known }
    let suggestion = Spelling.nearest(to: annotation.name, in: KnownAnnotation.names(at: places))
    report.error(Message.unknownAnnotation(annotation.name, suggestion: suggestion), at: annotation.place)
    return nil
  }

  private func bind(_ annotation: Annotation, _ known: KnownAnnotation) -> BoundAnnotation? {
    AnnotationBinder(report: report).bind(annotation, to: known)
  }

  private func note(broken name: String, in model: inout AnnotatedModel) { model.brokenNotes.insert(name) }

  private func checkRepetition(_ notes: [BoundAnnotation], on owner: String) {
    var first: [String: SourcePlace] = [:]
    for note in notes where KnownAnnotation.named(note.name)?.mayRepeat == false && note.relationship == nil {
      if let place = first[note.name] {
        report.error(
          Message.repeatedAnnotation(note.name, on: owner), at: note.place, notes: [(Message.firstOne, place)])
      } else {
        first[note.name] = note.place
      }
    }
  }
}
