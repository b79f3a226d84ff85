import PostilCompiler

/// The enums and structs of the sources that the written structs need, without what only the application uses.
struct CopiedTypes {
  private let model: EntityModel
  private let used: Set<String>
  private let shape: TypeShape
  /// The types to write; those in them are written with them.
  let units: [SourceType]

  /// - Throws: ``ImportError`` if two files declare a type.
  init(_ model: EntityModel, used: Set<String>) throws(ImportError) {
    var places: [String: String] = [:]
    for type in model.types where used.contains(type.fullName) {
      if let first = places.updateValue(type.declaration.place, forKey: type.fullName) {
        throw ImportError(
          "the type '\(type.fullName)' is declared in '\(first)' and in '\(type.declaration.place)'; pass only the sources of one of "
            + "them")
      }
    }
    self.model = model
    self.used = used
    shape = TypeShape(model)
    func unit(of type: SourceType) -> SourceType {
      var type = type
      while let outer = model.types.first(where: { $0.fullName == type.outer }) { type = outer }
      return type
    }
    let names = Set(model.types.filter { used.contains($0.fullName) }.map { unit(of: $0).fullName })
    units = model.types.filter { names.contains($0.fullName) }
  }

  /// A file with a type outside of models.
  func file(of type: SourceType) -> DatabaseImport.Result.File {
    let imports = Set(imports(of: type) + ["Foundation"]).sorted().map { "import \($0)" }
    var lines = imports + [""]
    let remarks = remarks(about: type)
    if !remarks.isEmpty {
      lines += ["// Import notes for '\(type.name)':"] + remarks.flatMap { CommentText.item($0) } + [""]
    }
    return DatabaseImport.Result.File(
      name: "\(type.name).swift",
      text: (lines + self.lines(of: type) + type.extensions.map { "\n\($0)" }).joined(separator: "\n") + "\n")
  }

  /// The modules of the file of a type, if it may use a type of theirs.
  func imports(of type: SourceType) -> [String] {
    let nested = type.isWhole ? [] : nested(in: type).flatMap(imports)
    let isOpen = type.hasOwnCoding || !shape.unknownTypes(in: type.fullName, imports: []).isEmpty
    return (isOpen ? type.imports : []) + nested
  }

  /// Columns need types that are 'Codable' and 'Sendable'. The compiler derives 'Hashable' of an enum without associated values.
  func lines(of type: SourceType) -> [String] {
    let nested = nested(in: type).map { $0.name == "CodingKeys" ? $0.lines(adding: [], nested: []) : lines(of: $0) }
    guard used.contains(type.fullName) else {
      return ["enum \(type.name) {"] + nested.joined().map { "  " + $0 } + ["}"]
    }
    let isCodable = type.conforms(to: "Codable") || type.conforms(to: "Decodable") && type.conforms(to: "Encodable")
    let isPlain = type.isEnum && !type.hasAssociatedValues
    let isHashable = !isPlain && shape.isHashable(type.fullName)
    return type.lines(
      adding: (isCodable ? [] : ["Codable"]) + (isHashable ? ["Hashable"] : []) + ["Sendable"], nested: nested)
  }

  private func nested(in type: SourceType) -> [SourceType] {
    model.types.filter { $0.outer == type.fullName && ($0.name == "CodingKeys" || isNeeded($0)) }
  }

  private func isNeeded(_ type: SourceType) -> Bool {
    used.contains(type.fullName) || model.types.contains { $0.outer == type.fullName && isNeeded($0) }
  }

  /// What isn't copied with a type, and what only the Swift compiler can check.
  func remarks(about type: SourceType) -> [String] {
    var remarks: [String] = []
    if type.isWhole {
      if type.hasOwnCoding {
        remarks.append(
          "'\(type.name)' is copied as it is, because its members determine how it is stored; only the Swift compiler can check whether "
            + "they use anything else of the application")
      }
    } else if used.contains(type.fullName), !type.leftOut.isEmpty {
      let names = type.leftOut.map { "'\($0)'" }.joined(separator: ", ")
      remarks.append("methods, computed and static properties of '\(type.name)' aren't imported: \(names)")
    }
    return remarks + (type.isWhole ? [] : nested(in: type).flatMap { self.remarks(about: $0) })
  }
}
