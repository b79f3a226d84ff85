/// The ends of a line, which show how many rows of this table belong to one row of the other.
///
///  end | meaning |
/// |---|---|
/// | two bars | exactly one |
/// | a circle and a bar | at most one |
/// | a circle and a foot | any number |
enum CrowsFoot {
  /// Draws both ends of a reference's line, starting at the table with the foreign key.
  static func draw(_ reference: EntityDiagram.Reference, line: [DiagramLayout.Point], into svg: inout SVGWriter) {
    guard line.count > 1, let source = line.first, let target = line.last else { return }
    draw(
      isOne: reference.isUnique, isRequired: false, at: source, direction: (line[1].x - source.x).signum(), into: &svg)
    draw(
      isOne: true, isRequired: reference.isRequired, at: target,
      direction: (line[line.count - 2].x - target.x).signum(), into: &svg)
  }

  /// Draws the end of a line at a box's edge.
  /// - Parameter direction: 1 if the line leads to the right, -1 if it leads to the left.
  static func draw(
    isOne: Bool, isRequired: Bool, at point: DiagramLayout.Point, direction: Int, into svg: inout SVGWriter
  ) {
    let x = { (distance: Int) in point.x + direction * distance }
    let bar = { (distance: Int) in "M\(x(distance)) \(point.y - 5)v10" }
    let marks =
      isOne
      ? bar(6) + (isRequired ? bar(11) : "")
      : "M\(point.x) \(point.y - 5)L\(x(11)) \(point.y)L\(point.x) \(point.y + 5)"
    svg.empty("path", [("class", "end"), ("d", marks)])
    if !isRequired {
      svg.empty("circle", [("cx", "\(x(isOne ? 13 : 15))"), ("cy", "\(point.y)"), ("r", "4")])
    }
  }
}
