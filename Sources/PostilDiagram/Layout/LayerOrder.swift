/// Orders the nodes of each layer so that few edges cross: by the barycenters of their neighbors, in both directions,
/// then by swapping neighbors. Source: Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993, section 3.
struct LayerOrder {
  /// An edge between a node of one layer and a node of the next. Its end points are in hundredths of the nodes' heights.
  struct Edge {
    var left: Int
    var right: Int
    var leftPort: Int
    var rightPort: Int
  }

  private(set) var layers: [[Int]]
  private let toLeft: [[Edge]]
  private let toRight: [[Edge]]
  private var positions: [Int]

  init(layers: [[Int]], edges: [Edge], nodes: Int) {
    self.layers = layers
    var toLeft = Array(repeating: [Edge](), count: nodes)
    var toRight = toLeft
    for edge in edges {
      toLeft[edge.right].append(edge)
      toRight[edge.left].append(edge)
    }
    self.toLeft = toLeft
    self.toRight = toRight
    positions = Array(repeating: 0, count: nodes)
    for layer in layers { for (index, node) in layer.enumerated() { positions[node] = index } }
    reduce()
  }

  private mutating func reduce() {
    var best = layers
    var fewest = crossings()
    for round in 0..<24 where fewest > 0 {
      let isForward = round % 2 == 0
      for layer in isForward ? Array(layers.indices.dropFirst()) : layers.indices.dropLast().reversed() {
        sort(layer, isForward: isForward)
      }
      swapNeighbours()
      let count = crossings()
      if count < fewest {
        fewest = count
        best = layers
      }
    }
    layers = best
  }

  private mutating func sort(_ layer: Int, isForward: Bool) {
    let keys = layers[layer].map { node -> Double in
      let edges = isForward ? toLeft[node] : toRight[node]
      guard !edges.isEmpty else { return Double(positions[node] * 100 + 50) }
      let sum = edges.reduce(0) { sum, edge in
        sum + (isForward ? positions[edge.left] * 100 + edge.leftPort : positions[edge.right] * 100 + edge.rightPort)
      }
      return Double(sum) / Double(edges.count)
    }
    let order = keys.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
    set(layer, order.map { layers[layer][$0] })
  }

  private mutating func set(_ layer: Int, _ nodes: [Int]) {
    layers[layer] = nodes
    for (index, node) in nodes.enumerated() { positions[node] = index }
  }

  private mutating func swapNeighbours() {
    for _ in 0..<4 {
      var hasChanged = false
      for layer in layers.indices {
        var nodes = layers[layer]
        for index in nodes.indices.dropLast() {
          let pair = (nodes[index], nodes[index + 1])
          guard crossings(pair.1, before: pair.0) < crossings(pair.0, before: pair.1) else { continue }
          nodes.swapAt(index, index + 1)
          hasChanged = true
        }
        set(layer, nodes)
      }
      if !hasChanged { return }
    }
  }

  /// The number of crossings between the edges of two nodes of a layer, if one is above the other.
  private func crossings(_ upper: Int, before lower: Int) -> Int {
    var count = 0
    for first in toLeft[upper] {
      for second in toLeft[lower] where far(first.left, first.leftPort) > far(second.left, second.leftPort) {
        count += 1
      }
    }
    for first in toRight[upper] {
      for second in toRight[lower] where far(first.right, first.rightPort) > far(second.right, second.rightPort) {
        count += 1
      }
    }
    return count
  }

  private func far(_ node: Int, _ port: Int) -> Int { positions[node] * 100 + port }

  /// The number of crossings between the edges of adjacent layers.
  func crossings() -> Int {
    layers.reduce(0) { sum, layer in
      let edges = layer.flatMap { toRight[$0] }
        .map { (far($0.left, $0.leftPort), far($0.right, $0.rightPort)) }.sorted { $0 < $1 }
      var seen: [Int] = []
      return edges.reduce(sum) { count, edge in
        var low = 0
        var high = seen.count
        while low < high {
          let middle = (low + high) / 2
          if seen[middle] <= edge.1 { low = middle + 1 } else { high = middle }
        }
        defer { seen.insert(edge.1, at: low) }
        return count + seen.count - low
      }
    }
  }
}
