/// The diagram as SVG, without scripts or external fonts. It follows the light or dark mode of the viewer's system.
public enum SVGDiagram {
  private static let margin = 24
  private static let titleHeight = 44
  private static let legendHeight = 44
  private static let legendWidth = 700

  /// The text of a diagram, with a line break at the end. The same diagram gives the same bytes.
  public static func text(_ diagram: EntityDiagram) -> String { text(diagram, DiagramLayout(diagram), isInPage: false) }

  /// A diagram for a web page.
  package struct Page {
    /// The `svg` element without its style. Each box is a link of the page: a `g` element with the table's name in `data-table`.
    package var svg: String
    /// The style sheet of the element.
    package var style: String
    /// The size in pixels.
    package var width: Int
    package var height: Int
    /// The positions of the tables.
    package var boxes: [(table: String, box: DiagramLayout.Box)]
  }

  /// The diagram for a web page, which moves the focus from box to box and shows the table that is chosen.
  package static func page(_ diagram: EntityDiagram) -> Page {
    let layout = DiagramLayout(diagram)
    let (width, height) = size(of: layout)
    let boxes = zip(diagram.entities, layout.boxes).map { entity, box in
      let place = DiagramLayout.Box(x: box.x + margin, y: box.y + titleHeight, width: box.width, height: box.height)
      return (entity.name, place)
    }
    return Page(
      svg: text(diagram, layout, isInPage: true), style: SVGStyle.rules, width: width, height: height, boxes: boxes)
  }

  private static func size(of layout: DiagramLayout) -> (width: Int, height: Int) {
    (max(layout.width, legendWidth) + 2 * margin, titleHeight + layout.height + legendHeight + margin)
  }

  private static func text(_ diagram: EntityDiagram, _ layout: DiagramLayout, isInPage: Bool) -> String {
    let (width, height) = size(of: layout)
    var svg = SVGWriter()
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", "\(width)"), ("height", "\(height)"),
        ("viewBox", "0 0 \(width) \(height)"), ("role", isInPage ? "group" : "img"),
      ])
    let tables = diagram.entities.count == 1 ? "1 table" : "\(diagram.entities.count) tables"
    svg.text("title", "\(diagram.title): \(tables)")
    if !isInPage { svg.raw("<style>\n\(SVGStyle.rules)\n</style>") }
    svg.empty("rect", [("class", "bg"), ("width", "\(width)"), ("height", "\(height)")])
    svg.text("text", diagram.title, [("class", "title"), ("x", "\(margin)"), ("y", "28")])
    svg.open("g", [("transform", "translate(\(margin) \(titleHeight))")])
    let colors = colors(of: diagram, layout)
    for (index, line) in layout.lines.enumerated() {
      let reference = diagram.references[index]
      svg.open("g", [("class", "r c\(colors[reference.target] ?? 0)")])
      svg.text("title", description(of: reference, in: diagram))
      // A reference that the database doesn't enforce is dashed.
      svg.empty("path", [("d", path(line.points))] + (reference.onDelete == nil ? [("stroke-dasharray", "5 4")] : []))
      CrowsFoot.draw(reference, line: line.points, into: &svg)
      svg.close()
    }
    for (index, entity) in diagram.entities.enumerated() {
      draw(entity, in: layout.boxes[index], isLink: isInPage, into: &svg)
    }
    svg.close()
    drawLegend(y: titleHeight + layout.height + 30, into: &svg)
    svg.close()
    return svg.text
  }

  /// A color for each referenced table, from left to right and top to bottom, so that neighbors differ.
  private static func colors(of diagram: EntityDiagram, _ layout: DiagramLayout) -> [Int: Int] {
    let targets = Set(diagram.references.map(\.target)).sorted {
      let (lhs, rhs) = (layout.boxes[$0], layout.boxes[$1])
      return lhs.x != rhs.x ? lhs.x < rhs.x : lhs.y < rhs.y
    }
    return Dictionary(uniqueKeysWithValues: targets.enumerated().map { ($1, $0 % SVGStyle.lineColors) })
  }

  /// `item.project_id → project.id, on delete cascade; Item.project, Project.items`
  private static func description(of reference: EntityDiagram.Reference, in diagram: EntityDiagram) -> String {
    let source = reference.sourceColumns.map { "\(diagram.entities[reference.source].name).\($0)" }
    let target = reference.targetColumns.map { "\(diagram.entities[reference.target].name).\($0)" }
    let rule = reference.onDelete.map { "on delete \($0.rawValue)" } ?? "not enforced"
    let text = "\(source.joined(separator: ", ")) → \(target.joined(separator: ", ")), \(rule)"
    return reference.relationships.isEmpty ? text : "\(text); \(reference.relationships.joined(separator: ", "))"
  }

  /// The line with rounded corners.
  private static func path(_ points: [DiagramLayout.Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var path = "M\(first.x) \(first.y)"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let radius = min(6, distance(before, corner) / 2, distance(corner, after) / 2)
      let start = step(from: corner, to: before, radius)
      let end = step(from: corner, to: after, radius)
      path += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
    }
    return path + "L\(last.x) \(last.y)"
  }

  private static func distance(_ first: DiagramLayout.Point, _ second: DiagramLayout.Point) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func step(
    from point: DiagramLayout.Point, to other: DiagramLayout.Point, _ length: Int
  ) -> DiagramLayout.Point {
    .init(x: point.x + (other.x - point.x).signum() * length, y: point.y + (other.y - point.y).signum() * length)
  }

  private static func draw(
    _ entity: EntityDiagram.Entity, in box: DiagramLayout.Box, isLink: Bool, into svg: inout SVGWriter
  ) {
    let size = BoxSize(entity)
    let kind = entity.kind == .table ? "t" : entity.kind == .join ? "t j" : "t x"
    let link = [("data-table", entity.name), ("tabindex", "0"), ("role", "link"), ("aria-label", entity.name)]
    svg.open("g", [("class", kind), ("transform", "translate(\(box.x) \(box.y))")] + (isLink ? link : []))
    if !entity.documentation.isEmpty { svg.text("title", entity.documentation.joined(separator: "\n")) }
    svg.empty("rect", [("class", "box"), ("width", "\(box.width)"), ("height", "\(box.height)"), ("rx", "5")])
    svg.empty("path", [("class", "head"), ("d", head(of: box, isWhole: entity.columns.isEmpty))])
    svg.text("text", entity.name, [("class", "name"), ("x", "\(BoxSize.padding)"), ("y", "19")])
    for (row, column) in entity.columns.enumerated() {
      let y = "\(BoxSize.middle(ofRow: row) + 4)"
      let mark = BoxSize.markText(column)
      if !mark.isEmpty { svg.text("text", mark, [("class", "mark"), ("x", "\(BoxSize.padding)"), ("y", y)]) }
      svg.text(
        "text", column.name,
        [("class", column.isPrimaryKey ? "key" : "col"), ("x", "\(BoxSize.padding + size.markWidth)"), ("y", y)])
      svg.text(
        "text", BoxSize.typeText(column), [("class", "type"), ("x", "\(box.width - BoxSize.padding)"), ("y", y)])
    }
    svg.close()
  }

  /// The background of a table's name: the upper part of the box with rounded upper corners, or the whole box.
  private static func head(of box: DiagramLayout.Box, isWhole: Bool) -> String {
    let (right, bottom) = (box.width, box.height)
    let top = "5Q0 0 5 0H\(right - 5)Q\(right) 0 \(right) 5"
    guard isWhole else { return "M0 \(BoxSize.headerHeight)V\(top)V\(BoxSize.headerHeight)Z" }
    return "M0 \(top)V\(bottom - 5)Q\(right) \(bottom) \(right - 5) \(bottom)H5Q0 \(bottom) 0 \(bottom - 5)Z"
  }

  private static func drawLegend(y: Int, into svg: inout SVGWriter) {
    svg.open("g", [("class", "r legend"), ("transform", "translate(\(margin) \(y))")])
    svg.text("text", "PK primary key · FK reference · UK unique · ? can be NULL", [("class", "type s"), ("y", "4")])
    let ends: [(String, Bool, Bool)] = [
      ("one", true, true), ("at most one", true, false), ("any number", false, false),
    ]
    var x = 400
    for (words, isOne, isRequired) in ends {
      svg.empty("path", [("d", "M\(x) 0h30")])
      CrowsFoot.draw(isOne: isOne, isRequired: isRequired, at: .init(x: x + 30, y: 0), direction: -1, into: &svg)
      svg.text("text", words, [("class", "type s"), ("x", "\(x + 38)"), ("y", "4")])
      x += 52 + TextMetrics.width(words, size: 11)
    }
    svg.close()
  }
}
