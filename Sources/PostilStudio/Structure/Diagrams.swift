import PostilCompiler
import PostilDiagram
import PostilRows

extension Studio {
  /// A diagram of each target.
  func diagrams() -> JSONTree {
    let diagrams = wholeGraphs.map { graph -> JSONTree in
      let page = SVGDiagram.page(EntityDiagram(graph))
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
