import PostilCompiler
import PostilSchema

/// The section of a view.
extension DataDictionary {
  func section(of view: View) -> [String] {
    let model = models[view.name]
    let rows = view.columns.enumerated().map { index, name in
      let property = model?.properties.first { $0.columns.contains { $0.name == name } }
      let part = property?.columns.first { $0.name == name }
      let swift = property.map { $0.name == part?.property ? "\($0.name): \($0.type)" : part?.property ?? "" }
      return [
        Markdown.codeCell(name), part?.isOptional == true ? "yes" : "no", Markdown.codeCell(swift ?? ""),
        Markdown.cell(property?.documentation.joined(separator: " ") ?? ""),
      ]
    }
    return [
      "### \(Markdown.code(view.name))", paragraphs(view.documentation),
      model.map { "In Swift: \(Markdown.code($0.swiftName))." } ?? "",
      Markdown.table(["Column", "Null", "Swift", "Description"], rows), "```sql\n\(view.select)\n```",
    ]
  }
}
