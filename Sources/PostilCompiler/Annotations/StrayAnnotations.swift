import PostilSQL

/// Annotations without effect. Whatever is certainly meant for Postil is reported.
extension AnnotationCollector {
  /// Names that, after an `@` in a comment, are almost certainly meant for Postil.
  private static let unmistakable: Set<String> = ["primaryKey", "references", "hasMany", "hasOne", "manyToMany"]

  /// Checks a type without `@table` for a misspelled `@table`, one in a documentation comment, and annotations that require one.
  func judgeUnannotated(_ type: DeclaredType, notes: [Annotation]) {
    let declaration = type.declaration
    let name = declaration.name.text
    for comment in declaration.comments.leading {
      guard let main = mainAnnotation(atStartOf: comment) else { continue }
      let hasArguments = main == "view"
      let message =
        switch comment.kind {
        case .line: Message.partedAnnotation(main, hasArguments: hasArguments)
        case .block: Message.inBlockComment(main, hasArguments: hasArguments)
        case .documentationLine, .documentationBlock: Message.inDocumentation(main, hasArguments: hasArguments)
        }
      report.error(message, at: SourcePlace(path: type.path, position: comment.position))
    }
    guard declaration.kind == .struct else {
      if let note = notes.first(where: { Self.unmistakable.contains($0.name) }), !isInsideModel(type) {
        report.error(Message.annotationOnOther(note.name, declaration.kind.rawValue, name), at: note.place)
      }
      return
    }
    if let note = notes.first(where: { Spelling.distance($0.name.lowercased(), "table") <= 1 }) {
      return report.error(Message.misspeltTable(note.name, name), at: note.place)
    }
    if let note = notes.first(where: { Spelling.distance($0.name.lowercased(), "projection") <= 2 }) {
      return report.error(Message.misspeltProjection(note.name, name), at: note.place)
    }
    for property in declaration.properties {
      let comments = property.comments.leading + property.comments.trailing
      guard comments.contains(where: { $0.text.contains("@table") }) else { continue }
      let read = AnnotationReader.read(comments, path: type.path).annotations
      guard let note = read.first(where: { $0.name == "table" }) else { continue }
      return report.error(
        Message.structAnnotationOnProperty("table", property: property.name.text, model: name), at: note.place)
    }
    let onProperties = declaration.properties.lazy.flatMap { property in
      (property.comments.leading + property.comments.trailing).contains { $0.text.contains("@") }
        ? AnnotationReader.read(property.comments.leading + property.comments.trailing, path: type.path).annotations
        : []
    }
    if isInsideModel(type) { return }
    if let note = notes.first(where: { Self.unmistakable.contains($0.name) })
      ?? onProperties.first(where: { Self.unmistakable.contains($0.name) })
    {
      report.error(Message.notATable(note.name, name), at: note.place)
    }
  }

  /// Whether the type is nested in a model, whose annotations may be above it.
  private func isInsideModel(_ type: DeclaredType) -> Bool {
    var outer = type.name.split(separator: ".").dropLast()
    while !outer.isEmpty {
      if modelNames.contains(outer.joined(separator: ".")) { return true }
      outer.removeLast()
    }
    return false
  }

  /// The main annotation in a comment that isn't an annotation but starts like one: `table` for `@table` or `@ table`,
  /// `projection` likewise, `view` for `@view(`.
  private func mainAnnotation(atStartOf comment: Comment) -> String? {
    let text = comment.text.drop { $0 == " " || $0 == "*" || $0.isNewline || $0 == "\t" }
    let name = comment.kind == .line ? text.dropFirst().drop { $0 == " " || $0 == "\t" } : text.dropFirst()
    guard text.hasPrefix("@") else { return nil }
    if name.hasPrefix("view(") { return "view" }
    for word in ["table", "projection"] where name.hasPrefix(word) {
      let rest = name.dropFirst(word.count)
      let isWhole = rest.isEmpty || rest.hasPrefix("(") || rest.hasPrefix(" ") || rest.first?.isNewline == true
      return isWhole ? word : nil
    }
    return nil
  }

  /// Reports `@table` on extensions, and annotations in extensions of models.
  func checkExtensions() {
    for name in index.extensions.keys.sorted() {
      for part in index.extensions[name] ?? [] {
        let comments = part.declaration.comments
        let own = AnnotationReader.read(comments.leading + comments.trailing, path: part.path).annotations
        if let note = own.first(where: { Self.main.contains($0.name) }) {
          report.error(Message.tableOnExtension(note.name, name), at: note.place)
          continue
        }
        guard modelNames.contains(name) else { continue }
        let members = part.declaration.properties.flatMap { $0.comments.leading + $0.comments.trailing }
        let notes = own + AnnotationReader.read(part.declaration.looseComments + members, path: part.path).annotations
        for note in notes where KnownAnnotation.named(note.name) != nil {
          report.error(Message.annotationInExtension(note.name, name), at: note.place)
        }
      }
    }
  }

  /// Reports top-level annotations that aren't attached to a declaration, in files with models or with `@table` in such comments,
  /// and `@table` on structs in functions.
  func checkLooseComments(of tree: SourceTree) {
    for note in AnnotationReader.read(tree.localComments, path: tree.path).annotations
    where Self.main.contains(note.name) { report.error(Message.tableInFunction(note.name), at: note.place) }
    let hasModel = models.contains { $0.path == tree.path }
    let notes = AnnotationReader.read(tree.looseComments, path: tree.path).annotations
    let isMeant = notes.contains {
      ModelMarks.all.contains("@\($0.name)") || $0.arguments != nil && ModelMarks.all.contains("@\($0.name)(")
    }
    guard hasModel || isMeant else { return }
    for note in notes where KnownAnnotation.named(note.name)?.places.contains(.structure) == true {
      report.error(Message.looseTable(note.name), at: note.place)
    }
  }
}
