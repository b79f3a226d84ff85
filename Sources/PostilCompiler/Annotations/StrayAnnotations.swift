import PostilSQL

/// Annotations where they have no effect: nothing that can only be meant for Postil is passed over in silence.
extension AnnotationCollector {
  /// Names that hardly anybody writes behind an `@` in a comment unless Postil is meant.
  private static let unmistakable: Set<String> = ["primaryKey", "references", "hasMany", "hasOne", "manyToMany"]

  /// Judges a type without `@table`: a misspelt `@table`, one in a documentation comment, and annotations that need one.
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

  /// Whether the type is nested in a model, whose annotations may stand above it.
  private func isInsideModel(_ type: DeclaredType) -> Bool {
    var outer = type.name.split(separator: ".").dropLast()
    while !outer.isEmpty {
      if modelNames.contains(outer.joined(separator: ".")) { return true }
      outer.removeLast()
    }
    return false
  }

  /// `table` where a comment that is no annotation starts with one that reads `@table` or `@ table`, `projection` where it does
  /// with that word, `view` where it does with `@view(`.
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

  /// Refuses `@table` on extensions, and annotations in extensions of models.
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

  /// Refuses annotations at the top level that stand beside no declaration, in files with models or with `@table` there.
  func checkLooseComments(of tree: SourceTree) {
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
