/// The layout of connected tables: layers from left to right, boxes from top to bottom, and lines that bend only between layers.
/// A line that passes through a layer has its own place among that layer's boxes, so it doesn't cross a box.
struct ComponentLayout {
  private(set) var entities: [Int]
  private(set) var references: [Int]
  /// In the order of `entities`.
  private(set) var boxes: [DiagramLayout.Box] = []
  /// In the order of `references`.
  private(set) var lines: [[DiagramLayout.Point]] = []
  private(set) var width = 0
  private(set) var height = 0

  /// A box, or the place where a line passes through a layer.
  private struct Node {
    /// The index among the boxes; `nil` for a line's place.
    var box: Int?
    var layer: Int
    var height: Int
    var y = 0.0
  }

  /// The path of a reference from left to right.
  private struct Route {
    /// The index among the references.
    var reference: Int
    /// The nodes on the path, from left to right: boxes at both ends, places between them.
    var nodes: [Int]
    /// Whether the left box has the foreign key. Usually the right one has it.
    var isSourceLeft: Bool
    /// The heights at which the line leaves the left box and reaches the right one.
    var leftY = 0
    var rightY = 0
  }

  private static let gap = 26
  private static let lineGap = 12

  private let diagram: EntityDiagram
  private var nodes: [Node] = []
  private var routes: [Route] = []
  private var loops: [(reference: Int, box: Int, y: (Int, Int))] = []
  private var order: [[Int]] = []

  init(_ diagram: EntityDiagram, entities: [Int], references: [Int]) {
    self.diagram = diagram
    self.entities = entities
    self.references = references
    let local = Dictionary(uniqueKeysWithValues: entities.enumerated().map { ($1, $0) })
    let ends = references.map { index in
      let reference = diagram.references[index]
      return (source: local[reference.source] ?? 0, target: local[reference.target] ?? 0)
    }
    let sizes = entities.map { BoxSize(diagram.entities[$0]) }
    // Lines that end at a box need space next to each other.
    let heights = sizes.indices.map { box in
      max(sizes[box].height, ends.filter { $0.target == box && $0.source != box }.count * Self.lineGap + 16)
    }
    makeNodes(heights: heights, widths: sizes.map(\.width), ends: ends)
    placeNodes()
    makePorts()
    draw(widths: sizes.map(\.width))
  }

  // MARK: Layers

  private mutating func makeNodes(heights: [Int], widths: [Int], ends: [(source: Int, target: Int)]) {
    let spaced = heights.map { $0 + Self.gap }
    let total = spaced.reduce(0, +)
    let column = widths.reduce(0, +) / max(1, widths.count) + 110
    var columns = 1
    // Uses as many layers as make the diagram 1.5 times as wide as it is high.
    while columns * columns * column * 2 < total * 3 { columns += 1 }
    let limit = max(spaced.max() ?? 0, total * 6 / (columns * 5), 700)
    let layers = LayerAssignment(heights: spaced, edges: ends.filter { $0.source != $0.target }, limit: limit).layers
    nodes = heights.indices.map { Node(box: $0, layer: layers[$0], height: heights[$0]) }
    for (index, end) in ends.enumerated() {
      guard end.source != end.target else {
        loops.append((index, end.source, (0, 0)))
        continue
      }
      let isSourceLeft = layers[end.source] < layers[end.target]
      let (left, right) = isSourceLeft ? (end.source, end.target) : (end.target, end.source)
      var visited = [left]
      for layer in (layers[left] + 1)..<max(layers[right], layers[left] + 1) {
        visited.append(nodes.count)
        nodes.append(Node(box: nil, layer: layer, height: 4))
      }
      routes.append(Route(reference: index, nodes: visited + [right], isSourceLeft: isSourceLeft))
    }
    let edges = routes.flatMap { route in
      zip(route.nodes, route.nodes.dropFirst()).map { left, right in
        LayerOrder.Edge(
          left: left, right: right, leftPort: share(of: left, in: route), rightPort: share(of: right, in: route))
      }
    }
    let count = (layers.max() ?? 0) + 1
    let initial = (0..<count).map { layer in nodes.indices.filter { nodes[$0].layer == layer } }
    order = LayerOrder(layers: initial, edges: edges, nodes: nodes.count).layers
  }

  /// The point where a line ends on a node, in hundredths of its height.
  private func share(of node: Int, in route: Route) -> Int {
    guard let offset = rowOffset(of: node, in: route) else { return 50 }
    return min(99, offset * 100 / max(1, nodes[node].height))
  }

  /// The middle of the row with the foreign key, if the node is the box with it. At the other box, a line can end anywhere.
  private func rowOffset(of node: Int, in route: Route) -> Int? {
    guard let box = nodes[node].box, node == (route.isSourceLeft ? route.nodes.first : route.nodes.last) else {
      return nil
    }
    return rowOffset(diagram.references[references[route.reference]].sourceColumns, box: box)
  }

  private func rowOffset(_ columns: [String], box: Int) -> Int {
    let row = diagram.entities[entities[box]].columns.firstIndex { $0.name == columns.first }
    return row.map(BoxSize.middle(ofRow:)) ?? BoxSize.headerHeight / 2
  }

  // MARK: Positions

  private mutating func placeNodes() {
    for layer in order {
      var y = 0
      for node in layer {
        nodes[node].y = Double(y)
        y += nodes[node].height + Self.gap
      }
    }
    // First, each layer is aligned with the layer before it, in both directions. Then it is aligned with both
    // neighbors, until lines are straight.
    for round in 0..<60 {
      let isForward = round % 2 == 0
      for layer in isForward ? Array(order.indices) : order.indices.reversed() {
        place(layer, left: round > 9 || isForward, right: round > 9 || !isForward)
      }
    }
  }

  private mutating func place(_ layer: Int, left: Bool, right: Bool) {
    let members = order[layer]
    var sums = Array(repeating: 0.0, count: nodes.count)
    var weights = sums
    for route in routes {
      for (first, second) in zip(route.nodes, route.nodes.dropFirst()) {
        let offsets = (offset(of: first, in: route), offset(of: second, in: route))
        // Long lines should be straight.
        let weight =
          nodes[first].box == nil && nodes[second].box == nil
          ? 8.0 : nodes[first].box == nil || nodes[second].box == nil ? 2 : 1
        if right, nodes[first].layer == layer {
          sums[first] += (nodes[second].y + offsets.1 - offsets.0) * weight
          weights[first] += weight
        }
        if left, nodes[second].layer == layer {
          sums[second] += (nodes[first].y + offsets.0 - offsets.1) * weight
          weights[second] += weight
        }
      }
    }
    let places = Spacing.place(
      wishes: members.map { weights[$0] > 0 ? sums[$0] / weights[$0] : nodes[$0].y },
      weights: members.map { weights[$0] > 0 ? weights[$0] : 0.1 },
      sizes: members.indices.map { index in
        let next = index + 1 < members.count ? members[index + 1] : members[index]
        return Double(nodes[members[index]].height + gap(members[index], next))
      })
    for (node, y) in zip(members, places) { nodes[node].y = y }
  }

  /// The space between two nodes of a layer.
  private func gap(_ upper: Int, _ lower: Int) -> Int {
    switch (nodes[upper].box, nodes[lower].box) {
    case (nil, nil): 8
    case (nil, _), (_, nil): 14
    default: Self.gap
    }
  }

  /// Straightens long lines: as many of their places as possible get the same height, within the room in each layer.
  private mutating func straighten() {
    let bottom = nodes.map { $0.y + Double($0.height) }.max() ?? 0
    for route in routes.sorted(by: { $0.nodes.count > $1.nodes.count }) where route.nodes.count > 2 {
      let places = Array(route.nodes.dropFirst().dropLast())
      var start = 0
      while start < places.count {
        var room = self.room(of: places[start], bottom: bottom)
        var end = start + 1
        while end < places.count {
          let next = self.room(of: places[end], bottom: bottom)
          guard next.lowerBound <= room.upperBound, room.lowerBound <= next.upperBound else { break }
          room = max(room.lowerBound, next.lowerBound)...min(room.upperBound, next.upperBound)
          end += 1
        }
        // A run that reaches the row with the foreign key is aligned with that row.
        let isAtRow = route.isSourceLeft ? start == 0 : end == places.count
        let row = route.isSourceLeft ? route.nodes[0] : route.nodes[route.nodes.count - 1]
        let wish =
          isAtRow
          ? nodes[row].y + offset(of: row, in: route) - 2
          : places[start..<end].reduce(0) { $0 + nodes[$1].y } / Double(end - start)
        let y = min(max(wish, room.lowerBound), room.upperBound).rounded()
        for place in places[start..<end] { nodes[place].y = y }
        start = end
      }
    }
  }

  /// The range of positions in which a place keeps its distance from its neighbors.
  private func room(of node: Int, bottom: Double) -> ClosedRange<Double> {
    let layer = order[nodes[node].layer]
    let index = layer.firstIndex(of: node) ?? 0
    let low =
      index == 0
      ? 0 : nodes[layer[index - 1]].y + Double(nodes[layer[index - 1]].height + gap(layer[index - 1], node))
    let high =
      (index + 1 == layer.count ? bottom : nodes[layer[index + 1]].y - Double(gap(node, layer[index + 1])))
      - Double(nodes[node].height)
    return min(low, nodes[node].y)...max(high, nodes[node].y)
  }

  private func offset(of node: Int, in route: Route) -> Double {
    rowOffset(of: node, in: route).map(Double.init) ?? Double(nodes[node].height) / 2
  }

  // MARK: Ports

  /// The points where each line touches its boxes: at the row with the foreign key, and anywhere on the referenced table.
  private mutating func makePorts() {
    let top = nodes.map(\.y).min() ?? 0
    for index in nodes.indices { nodes[index].y = (nodes[index].y - top).rounded() }
    straighten()
    for index in loops.indices {
      let reference = diagram.references[references[loops[index].reference]]
      let y = Int(nodes[loops[index].box].y)
      loops[index].y = (
        y + rowOffset(reference.sourceColumns, box: loops[index].box),
        y + rowOffset(reference.targetColumns, box: loops[index].box)
      )
    }
    for node in nodes.indices {
      guard nodes[node].box != nil else { continue }
      spread(routes.indices.filter { routes[$0].nodes.first == node }, on: node, isLeftBox: true)
      spread(routes.indices.filter { routes[$0].nodes.last == node }, on: node, isLeftBox: false)
    }
  }

  private mutating func spread(_ lines: [Int], on node: Int, isLeftBox: Bool) {
    let box = nodes[node]
    let low = box.y + 8
    let high = box.y + Double(box.height) - 8
    var ends = lines.map { line -> (line: Int?, wish: Double, far: Double, weight: Double) in
      let route = routes[line]
      if let row = rowOffset(of: node, in: route) { return (line, box.y + Double(row), box.y + Double(row), 1000) }
      let next = isLeftBox ? route.nodes[1] : route.nodes[route.nodes.count - 2]
      let far = nodes[next].y + offset(of: next, in: route)
      return (line, min(max(far, low), high), far, 1)
    }
    if isLeftBox {
      for loop in loops where loop.box == box.box {
        for y in [loop.y.0, loop.y.1] { ends.append((nil, Double(y), Double(y), 1000)) }
      }
    }
    ends.sort {
      $0.wish != $1.wish ? $0.wish < $1.wish : $0.far != $1.far ? $0.far < $1.far : ($0.line ?? -1) < ($1.line ?? -1)
    }
    let room = Double(Self.lineGap)
    // A row can't be moved, so ends without room after it are placed before it.
    for index in ends.indices.reversed() where ends[index].weight > 1 {
      let beyond = ends.count - 1 - index
      let excess = beyond - max(0, Int((high - ends[index].wish) / room))
      if excess > 0 { ends.insert(ends.remove(at: index), at: index + excess) }
    }
    for index in ends.indices where ends[index].weight > 1 {
      let excess = index - max(0, Int((ends[index].wish - low) / room))
      if excess > 0 { ends.insert(ends.remove(at: index), at: index - excess) }
    }
    let step = ends.count > 1 ? min(room, (high - low) / Double(ends.count - 1)) : 0
    var places = Spacing.place(
      wishes: ends.map(\.wish), weights: ends.map(\.weight), sizes: ends.map { _ in step })
    for index in places.indices { places[index] = min(places[index], high - Double(places.count - 1 - index) * step) }
    for index in places.indices { places[index] = max(places[index], low + Double(index) * step) }
    for (end, place) in zip(ends, places) {
      guard let line = end.line else { continue }
      let y = Int(place.rounded())
      if isLeftBox { routes[line].leftY = y } else { routes[line].rightY = y }
    }
  }

  // MARK: Lines

  private mutating func draw(widths: [Int]) {
    boxes = Array(repeating: DiagramLayout.Box(x: 0, y: 0, width: 0, height: 0), count: entities.count)
    lines = Array(repeating: [], count: references.count)
    var points = routes.map { [DiagramLayout.Point(x: 0, y: $0.leftY)] }
    var x = 0
    for layer in order.indices {
      let own = order[layer].compactMap { nodes[$0].box }
      let width = own.map { widths[$0] }.max() ?? 0
      for node in order[layer] {
        guard let box = nodes[node].box else { continue }
        boxes[box] = DiagramLayout.Box(x: x, y: Int(nodes[node].y), width: width, height: nodes[node].height)
      }
      let right = x + width
      for index in routes.indices where nodes[routes[index].nodes[0]].layer == layer { points[index][0].x = right }
      let loopWidth = drawLoops(boxes: Set(own), right: right)
      self.width = right + (loopWidth > 0 ? loopWidth + 4 : 0)
      guard layer + 1 < order.count else { break }
      x = drawChannel(after: layer, from: right, margin: 26 + loopWidth, points: &points)
    }
    for (index, route) in routes.enumerated() {
      lines[route.reference] = route.isSourceLeft ? points[index] : points[index].reversed()
    }
    height = boxes.map { $0.y + $0.height }.max() ?? 0
    height = max(height, lines.flatMap { $0 }.map(\.y).max() ?? 0)
  }

  /// Draws the references from boxes to themselves, on their right side.
  /// - Returns: the width of the lines.
  private mutating func drawLoops(boxes: Set<Int>, right: Int) -> Int {
    var counts: [Int: Int] = [:]
    var widest = 0
    for loop in loops where boxes.contains(loop.box) {
      let x = right + 26 + counts[loop.box, default: 0] * 9
      counts[loop.box, default: 0] += 1
      widest = max(widest, x - right)
      lines[loop.reference] = [
        .init(x: right, y: loop.y.0), .init(x: x, y: loop.y.0), .init(x: x, y: loop.y.1), .init(x: right, y: loop.y.1),
      ]
    }
    return widest
  }

  /// Draws the lines between a layer and the next one.
  /// - Returns: the left edge of the next layer.
  private func drawChannel(
    after layer: Int, from left: Int, margin: Int, points: inout [[DiagramLayout.Point]]
  ) -> Int {
    var crossing: [(route: Int, leftY: Int, rightY: Int)] = []
    for (index, route) in routes.enumerated() {
      guard let step = route.nodes.firstIndex(where: { nodes[$0].layer == layer }), step + 1 < route.nodes.count else {
        continue
      }
      let leftY = step == 0 ? route.leftY : middle(route.nodes[step])
      let rightY = step + 2 == route.nodes.count ? route.rightY : middle(route.nodes[step + 1])
      crossing.append((index, leftY, rightY))
    }
    let tracks = ChannelTracks(crossing.map { ($0.leftY, $0.rightY) })
    let width = max(70, margin + 26 + max(0, tracks.count - 1) * 9)
    let first = left + margin + (width - margin - 26 - max(0, tracks.count - 1) * 9) / 2
    for (index, line) in crossing.enumerated() {
      if let track = tracks.tracks[index] {
        points[line.route].append(.init(x: first + track * 9, y: line.leftY))
        points[line.route].append(.init(x: first + track * 9, y: line.rightY))
      }
      let route = routes[line.route]
      if nodes[route.nodes[route.nodes.count - 1]].layer == layer + 1 {
        points[line.route].append(.init(x: left + width, y: line.rightY))
      }
    }
    return left + width
  }

  private func middle(_ node: Int) -> Int { Int((nodes[node].y + Double(nodes[node].height) / 2).rounded()) }
}
