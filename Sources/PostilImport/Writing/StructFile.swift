import PostilCatalog

/// The text of a file with one struct, and the choices behind each of its lines.
struct StructFile {
  let name: String
  private(set) var lines: [String] = []
  /// The choices to reject to remove an error on a line, by line number from 1.
  private(set) var choices: [Int: [PlannedConstruct]] = [:]

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ value: ImportedStruct) {
    name = "\(value.name).swift"
    let foundation = value.properties.contains(where: \.type.needsFoundation) ? ["Foundation"] : []
    for module in Set(value.imports + foundation + ["Postil"]).sorted() { add("import \(module)") }
    add("")
    addRemarks(of: value)
    for line in Self.documentation(value.documentation) { add(line) }
    for note in value.notes { for line in note.lines { add(Self.comment(line), note.choices) } }
    let object: PlannedConstruct = value.isView ? .view(value.object) : .table(value.object)
    add("struct \(value.name): \(value.protocols.joined(separator: ", ")) {", [object])
    for property in value.properties { add(property) }
    for enumeration in value.enumerations { add(enumeration) }
    for declaration in value.declarations {
      add("")
      for line in declaration { add(line.isEmpty ? "" : "  \(line)") }
    }
    add("}")
  }

  private mutating func add(_ line: String, _ choices: [PlannedConstruct] = []) {
    lines.append(line)
    if !choices.isEmpty { self.choices[lines.count] = choices }
  }

  private mutating func addRemarks(of value: ImportedStruct) {
    guard !value.remarks.isEmpty else { return }
    add("// Import notes for '\(value.object)':")
    for remark in value.remarks { for line in CommentText.item(remark) { add(line) } }
    add("")
  }

  private mutating func add(_ property: ImportedStruct.Property) {
    for line in Self.documentation(property.documentation) { add("  \(line)") }
    let declaration =
      "  \(property.isLet ? "let" : "var") \(SwiftWords.written(property.name)): \(property.typeText)"
      + (property.initialValue.map { " = \($0)" } ?? "")
    let trailing = property.notes.flatMap(\.lines).joined(separator: " ")
    let line = trailing.isEmpty ? declaration : "\(declaration)  // \(trailing)"
    guard !property.notesAbove.isEmpty || line.count > 120 || property.notes.contains(where: { $0.lines.count > 1 })
    else {
      return add(line, property.notes.flatMap(\.choices) + property.choices)
    }
    let notes = property.notesAbove + property.notes
    let above = "  // " + notes.flatMap(\.lines).joined(separator: " ")
    if above.count > 120 || notes.contains(where: { $0.lines.count > 1 }) {
      for note in notes { for line in note.lines { add("  \(Self.comment(line))", note.choices + property.choices) } }
    } else {
      add(above, notes.flatMap(\.choices) + property.choices)
    }
    add(declaration, notes.flatMap(\.choices) + property.choices)
  }

  private mutating func add(_ enumeration: ImportedStruct.Enumeration) {
    add("")
    add("  enum \(enumeration.name): \(enumeration.rawType), Codable, Sendable {")
    for value in enumeration.cases {
      add("    case \(SwiftWords.written(value.name))" + (value.rawValue.map { " = \($0)" } ?? ""))
    }
    add("  }")
  }

  private static func comment(_ line: String) -> String { line.isEmpty ? "//" : "// \(line)" }

  /// The lines of SQL comments. A line that looks like an annotation is quoted.
  private static func documentation(_ lines: [String]) -> [String] {
    lines.map { "/// \($0.hasPrefix("@") ? "'\($0)'" : $0)" }
  }
}

/// Text in comments.
enum CommentText {
  /// `// - a text`, wrapped to a readable length.
  static func item(_ text: String) -> [String] {
    var lines: [String] = []
    var line = "// -"
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + word.count + 1 > 118 {
        lines.append(line)
        line = "//  "
      }
      line += " \(word)"
    }
    return lines + [line]
  }
}
