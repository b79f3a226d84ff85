import PostilDiagram
import Testing

@Suite("The layout of a diagram")
struct LayoutTests {
  /// Diagrams of many shapes, by name.
  static var diagrams: [(name: String, diagram: EntityDiagram)] {
    get throws {
      var diagrams = [
        ("House", try diagram(ofFolder: "Models/House", target: "House")),
        ("Catalog", try diagram(ofFolder: "Models/Catalog", target: "Catalog")),
        ("Items", try diagram(ofFolder: "Models/Items", target: "Items")), ("shop", try diagram(shop)),
        ("one table", try diagram(models("Item"))), ("tables alone", try diagram(models("A\nB\nC\nD\nE"))),
        ("a tree", try diagram(models("A: A?"))), ("a circle", try diagram(models("A: B?\nB: C?\nC: A?"))),
        ("two ways", try diagram(models("A: B?\nB: A?"))),
        (
          "a hub",
          try diagram(
            models("Hub\n" + (1...30).map { "Spoke\($0): Hub\($0 % 3 == 0 ? "?" : "")" }.joined(separator: "\n")))
        ),
        (
          "a chain",
          try diagram(models("T0\nT1: T0\n" + (2...14).map { "T\($0): T\($0 - 1), T0" }.joined(separator: "\n")))
        ),
      ]
      for seed in 1...6 {
        diagrams.append(("random \(seed)", try diagram(random(seed: UInt64(seed), tables: 12 * seed))))
      }
      return diagrams
    }
  }

  /// Models that refer to others at random, circles among them.
  static func random(seed: UInt64, tables: Int) -> String {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return models(
      (0..<tables).map { table in
        let others = Set((0..<next(4)).map { _ in next(tables) }).sorted()
        return "T\(table): " + others.map { "T\($0)?" }.joined(separator: ", ")
      }.joined(separator: "\n"))
  }

  @Test("no two boxes overlap or touch")
  func boxes() throws {
    for (name, diagram) in try Self.diagrams {
      let boxes = DiagramLayout(diagram).boxes
      for (index, box) in boxes.enumerated() {
        for other in boxes[(index + 1)...] {
          let isApart =
            box.x + box.width + 10 <= other.x || other.x + other.width + 10 <= box.x
            || box.y + box.height + 10 <= other.y || other.y + other.height + 10 <= box.y
          #expect(isApart, "\(name): \(box) \(other)")
        }
      }
    }
  }

  @Test("no line runs through a box")
  func lines() throws {
    for (name, diagram) in try Self.diagrams {
      let layout = DiagramLayout(diagram)
      for line in layout.lines {
        for (start, end) in zip(line.points, line.points.dropFirst()) {
          #expect(start.x == end.x || start.y == end.y, "\(name): \(start) to \(end) is neither level nor upright")
          for box in layout.boxes {
            let isThrough =
              max(start.x, end.x) > box.x && min(start.x, end.x) < box.x + box.width
              && max(start.y, end.y) > box.y && min(start.y, end.y) < box.y + box.height
            #expect(!isThrough, "\(name): \(start) to \(end) through \(box)")
          }
        }
      }
    }
  }

  @Test("each line goes from the row with the foreign key to the edge of the referenced table")
  func ends() throws {
    for (name, diagram) in try Self.diagrams {
      let layout = DiagramLayout(diagram)
      for (reference, line) in zip(diagram.references, layout.lines) {
        let source = layout.boxes[reference.source]
        let target = layout.boxes[reference.target]
        let (first, last) = (try #require(line.points.first), try #require(line.points.last))
        let row = diagram.entities[reference.source].columns.firstIndex { $0.name == reference.sourceColumns.first }
        #expect([source.x, source.x + source.width].contains(first.x), "\(name): \(reference.name)")
        #expect(abs(first.y - (source.y + 41 + (row ?? 0) * 20)) <= 10, "\(name): \(reference.name)")
        #expect([target.x, target.x + target.width].contains(last.x), "\(name): \(reference.name)")
        #expect(last.y > target.y && last.y < target.y + target.height, "\(name): \(reference.name)")
      }
    }
  }

  @Test("vertical segments of lines don't overlap")
  func tracks() throws {
    for (name, diagram) in try Self.diagrams {
      let pieces = DiagramLayout(diagram).lines.enumerated().flatMap { index, line in
        zip(line.points, line.points.dropFirst()).filter { $0.x == $1.x && $0.y != $1.y }
          .map { (line: index, x: $0.x, low: min($0.y, $1.y), high: max($0.y, $1.y)) }
      }
      for (index, piece) in pieces.enumerated() {
        for other in pieces[(index + 1)...] where other.line != piece.line && other.x == piece.x {
          #expect(piece.high < other.low || other.high < piece.low, "\(name): \(piece) \(other)")
        }
      }
    }
  }

  @Test("everything is inside the diagram")
  func bounds() throws {
    for (name, diagram) in try Self.diagrams {
      let layout = DiagramLayout(diagram)
      for point in layout.lines.flatMap(\.points) {
        #expect((0...layout.width).contains(point.x) && (0...layout.height).contains(point.y), "\(name): \(point)")
      }
      for box in layout.boxes {
        #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width && box.y + box.height <= layout.height)
      }
    }
  }

  @Test("a diagram of thirty tables fits a screen with a little scrolling")
  func size() throws {
    let layout = DiagramLayout(try diagram(shop))
    #expect(layout.width < 3_600)
    #expect(layout.height < 1_800)
  }

  @Test("the same diagram has the same layout")
  func determinism() throws {
    for (first, second) in zip(try Self.diagrams, try Self.diagrams) {
      #expect(DiagramLayout(first.diagram) == DiagramLayout(second.diagram))
    }
  }
}
