/// The positions of all parts of a diagram, in whole pixels from the top left.
public struct DiagramLayout: Hashable, Sendable {
  /// The box of a table.
  public struct Box: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int
  }

  /// A point.
  public struct Point: Hashable, Sendable {
    /// The distance from the left.
    public var x: Int
    /// The distance from the top.
    public var y: Int
  }

  /// The line of a foreign key: horizontal and vertical segments, from the row with the foreign key to the referenced table.
  public struct Line: Hashable, Sendable {
    /// The corners, including both ends.
    public var points: [Point]
  }

  /// The boxes, in the order of the diagram's entities.
  public var boxes: [Box]
  /// The lines, in the order of the diagram's references.
  public var lines: [Line]
  /// The width of the diagram.
  public var width: Int
  /// The height of the diagram.
  public var height: Int

  /// Lays out a diagram: connected tables in layers, with referenced tables on the left. Connected components are laid
  /// out separately and placed next to and below each other.
  public init(_ diagram: EntityDiagram) {
    let parts = Self.parts(of: diagram).map {
      ComponentLayout(diagram, entities: $0.entities, references: $0.references)
    }
    boxes = Array(repeating: Box(x: 0, y: 0, width: 0, height: 0), count: diagram.entities.count)
    lines = Array(repeating: Line(points: []), count: diagram.references.count)
    width = 0
    height = 0
    let gap = 44
    let area = parts.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
    var widest = parts.map(\.width).max() ?? 0
    // A diagram that is 1.5 times as wide as it is high fits a screen.
    while widest * widest * 2 < area * 3 { widest += 20 }
    var x = 0
    var y = 0
    var shelf = 0
    for part in parts {
      if x > 0, x + part.width > widest {
        y += shelf + gap
        x = 0
        shelf = 0
      }
      place(part, atX: x, y: y)
      width = max(width, x + part.width)
      shelf = max(shelf, part.height)
      x += part.width + gap
    }
    height = y + shelf
  }

  private mutating func place(_ part: ComponentLayout, atX x: Int, y: Int) {
    for (entity, box) in zip(part.entities, part.boxes) {
      boxes[entity] = Box(x: box.x + x, y: box.y + y, width: box.width, height: box.height)
    }
    for (reference, points) in zip(part.references, part.lines) {
      lines[reference] = Line(points: points.map { Point(x: $0.x + x, y: $0.y + y) })
    }
  }

  /// The connected components, largest first; components of the same size are in the order of the diagram.
  private static func parts(of diagram: EntityDiagram) -> [(entities: [Int], references: [Int])] {
    var part = Array(diagram.entities.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while part[index] != index { index = part[index] }
      return index
    }
    for reference in diagram.references {
      let ends = [root(reference.source), root(reference.target)].sorted()
      part[ends[1]] = ends[0]
    }
    let roots = diagram.entities.indices.map(root)
    return Set(roots).sorted()
      .map { root in
        (
          entities: diagram.entities.indices.filter { roots[$0] == root },
          references: diagram.references.indices.filter { roots[diagram.references[$0].source] == root }
        )
      }
      .enumerated()
      .sorted { lhs, rhs in
        let counts = (lhs.element.entities.count, rhs.element.entities.count)
        return counts.0 != counts.1 ? counts.0 > counts.1 : lhs.offset < rhs.offset
      }
      .map(\.element)
  }
}
