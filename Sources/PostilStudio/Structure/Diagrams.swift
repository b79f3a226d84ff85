import PostilCompiler
import PostilDiagram
import PostilRows

extension Studio {
  /// A diagram of each target.
  /// - Parameter hasOnlyKeys: whether only the columns of keys are shown, so that many tables fit on a screen.
  func diagrams(hasOnlyKeys: Bool) -> JSONTree {
    let diagrams = wholeGraphs.map { graph -> JSONTree in
      var diagram = EntityDiagram(graph)
      if hasOnlyKeys {
        for index in diagram.entities.indices {
          diagram.entities[index].columns.removeAll { !$0.isPrimaryKey && !$0.isForeignKey }
        }
      }
      let page = SVGDiagram.page(diagram)
      return [
        "target": .string(graph.target), "svg": .string(page.svg), "style": .string(page.style),
        "width": .integer(Int64(page.width)), "height": .integer(Int64(page.height)),
        "boxes": .array(
          page.boxes.map { name, box in
            [
              "table": .string(name), "x": .integer(Int64(box.x)), "y": .integer(Int64(box.y)),
              "width": .integer(Int64(box.width)), "height": .integer(Int64(box.height)),
            ]
          }),
      ]
    }
    return ["diagrams": .array(diagrams)]
  }
}
