/// The diagram in Graphviz's DOT language, with an HTML table for each box: `postil diagram … --format dot | dot -Tpdf
/// -o schema.pdf`.
///
/// Source: Graphviz, "The DOT Language" and "Node Shapes", section "HTML-Like Labels".
public enum DotDiagram {
  /// The text of a diagram, with a line break at the end.
  public static func text(_ diagram: EntityDiagram) -> String {
    var lines = [
      "digraph \(quoted(diagram.title)) {",
      "  graph [rankdir=RL, nodesep=0.4, ranksep=0.9, fontname=\"monospace\"];",
      "  node [shape=plain, fontname=\"monospace\", fontsize=11];",
      "  edge [dir=both, fontname=\"monospace\", fontsize=9];",
    ]
    for (index, entity) in diagram.entities.enumerated() { lines += node(entity, index: index) }
    for reference in diagram.references {
      let source = port(of: reference.sourceColumns, in: diagram.entities[reference.source], reference.source)
      let target = port(of: reference.targetColumns, in: diagram.entities[reference.target], reference.target)
      let many = reference.isUnique ? "teeodot" : "crowodot"
      let one = reference.isRequired ? "teetee" : "teeodot"
      let label = reference.relationships.joined(separator: " / ")
      lines.append(
        "  \(source) -> \(target) [arrowtail=\(many), arrowhead=\(one), "
          + "\(reference.onDelete == nil ? "style=dashed, " : "")tooltip=\(quoted(label.isEmpty ? reference.name : label))];"
      )
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func node(_ entity: EntityDiagram.Entity, index: Int) -> [String] {
    let color = entity.kind == .table ? "#ddf4ff" : "#eaeef2"
    let header = "<tr><td colspan=\"3\" bgcolor=\"\(color)\"><b>\(escaped(entity.name))</b></td></tr>"
    let rows = entity.columns.enumerated().map { row, column in
      let type = column.type + (column.isNullable ? "?" : "")
      let marks = column.marks.joined(separator: " ")
      return "<tr><td align=\"left\">\(marks.isEmpty ? " " : marks)</td>"
        + "<td align=\"left\" port=\"c\(row)\">\(escaped(column.name))</td><td "
        + "align=\"left\">\(escaped(type))</td></tr>"
    }
    return ["  t\(index) [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"]
      + ([header] + rows).map { "    \($0)" } + ["  </table>>];"]
  }

  /// The row of a key's first column; the whole table if there is no such row.
  private static func port(of columns: [String], in entity: EntityDiagram.Entity, _ index: Int) -> String {
    guard let row = entity.columns.firstIndex(where: { $0.name == columns.first }) else { return "t\(index)" }
    return "t\(index):c\(row)"
  }

  /// Text in an HTML-like label.
  private static func escaped(_ text: String) -> String {
    let result = XMLText.escaped(text) { $0.value < 0x20 ? " " : $0 }
    return result.allSatisfy(\.isWhitespace) ? "&#160;" : result
  }

  /// A quoted identifier. DOT keeps a backslash before another letter, so it would read an escaped one as two.
  /// Backslashes are replaced by slashes.
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0 == "\"" ? "'" : $0 == "\\" ? "/" : $0.value < 0x20 ? " " : $0 }
    return "\"\(String(String.UnicodeScalarView(scalars)))\""
  }
}
