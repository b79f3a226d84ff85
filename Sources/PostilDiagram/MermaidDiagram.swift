/// The diagram as a Mermaid `erDiagram`, for Markdown renderers such as GitHub's.
///
/// Source: Mermaid, `packages/mermaid/src/diagrams/er/parser/erDiagram.jison`.
public enum MermaidDiagram {
  /// The text of a diagram, with a line break at the end.
  public static func text(_ diagram: EntityDiagram) -> String {
    var lines = ["erDiagram"]
    for entity in diagram.entities {
      let name = entityName(entity.name)
      if entity.columns.isEmpty {
        lines.append("  \(name)")
        continue
      }
      lines.append("  \(name) {")
      for column in entity.columns { lines.append("    \(line(of: column))") }
      lines.append("  }")
    }
    for reference in diagram.references {
      let target = entityName(diagram.entities[reference.target].name)
      let source = entityName(diagram.entities[reference.source].name)
      let one = reference.isRequired ? "||" : "|o"
      let many = reference.isUnique ? "o|" : "o{"
      let label =
        reference.relationships.isEmpty
        ? reference.sourceColumns.joined(separator: ", ") : reference.relationships.joined(separator: " / ")
      lines.append(
        "  \(target) \(one)\(reference.onDelete == nil ? ".." : "--")\(many) \(source) : \"\(quoted(label))\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(of column: EntityDiagram.Column) -> String {
    let word = attributeWord(column.name)
    var text = "\(attributeWord(column.type)) \(word)"
    if !column.marks.isEmpty { text += " " + column.marks.joined(separator: ", ") }
    let remarks = (word == column.name ? [] : [column.name]) + (column.isNullable ? ["nullable"] : [])
    if !remarks.isEmpty { text += " \"\(quoted(remarks.joined(separator: ", ")))\"" }
    return text
  }

  /// An entity's quoted name, without the characters that the grammar's `ENTITY_NAME` excludes.
  private static func entityName(_ name: String) -> String {
    let text = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { "\"%\\".unicodeScalars.contains($0) || $0.value < 0x20 ? "_" : $0 }))
    return "\"\(text.isEmpty ? "_" : text)\""
  }

  /// A name with only the letters, digits and signs of the grammar's `ATTRIBUTE_WORD`; other characters become `_`.
  private static func attributeWord(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      return isLetter || scalar == "_" || (0xC0...0xFFFF).contains(scalar.value) ? scalar : "_"
    }
    let word = String(String.UnicodeScalarView(scalars))
    // A word can't start with a digit or be a key's mark.
    let isWord = word.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false
    return isWord && !["PK", "FK", "UK"].contains(word.uppercased()) ? word : "_\(word)"
  }

  private static func quoted(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\"" ? "'" : $0.value < 0x20 ? " " : $0 }))
  }
}
