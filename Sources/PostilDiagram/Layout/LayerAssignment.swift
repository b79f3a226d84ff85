/// Assigns each table to a layer, so that references point from right to left and no layer is much higher than intended.
struct LayerAssignment {
  /// The layer of each node, 0 on the left.
  private(set) var layers: [Int]

  /// - Parameters:
  ///   - heights: the height of each node, including its gap.
  /// - edges: from the referencing to the referenced node, without loops.
  ///   - limit: the maximum height of a layer, unless a single node is higher.
  init(heights: [Int], edges: [(source: Int, target: Int)], limit: Int) {
    let forward = Self.withoutCircles(edges, nodes: heights.count)
    var targets = Array(repeating: [Int](), count: heights.count)
    var sources = targets
    for edge in forward {
      targets[edge.source].append(edge.target)
      sources[edge.target].append(edge.source)
    }
    layers = Array(repeating: 0, count: heights.count)
    var filled: [Int] = []
    let order = Self.order(targets: targets, sources: sources)
    for node in order {
      var layer = targets[node].map { layers[$0] + 1 }.max() ?? 0
      while layer < filled.count, filled[layer] > 0, filled[layer] + heights[node] > limit { layer += 1 }
      while filled.count <= layer { filled.append(0) }
      filled[layer] += heights[node]
      layers[node] = layer
    }
    // A table that is referenced only from distant layers is moved next to the first table that references it.
    for node in order.reversed() where sources[node].count > targets[node].count {
      guard let first = sources[node].map({ layers[$0] }).min(), first - 1 > layers[node] else { continue }
      let candidates = (layers[node] + 1...first - 1).reversed()
      guard let layer = candidates.first(where: { filled[$0] + heights[node] <= limit }) else { continue }
      filled[layers[node]] -= heights[node]
      filled[layer] += heights[node]
      layers[node] = layer
    }
    closeGaps()
  }

  /// Sorts nodes after all nodes that they reference. Among the candidates for the next place, the node with the most
  /// references to it is chosen.
  private static func order(targets: [[Int]], sources: [[Int]]) -> [Int] {
    var left = targets.map(\.count)
    var open = left.indices.filter { left[$0] == 0 }
    var order: [Int] = []
    while !open.isEmpty {
      let next = open.indices.min { lhs, rhs in
        let counts = (sources[open[lhs]].count, sources[open[rhs]].count)
        return counts.0 != counts.1 ? counts.0 > counts.1 : open[lhs] < open[rhs]
      }
      let node = open.remove(at: next ?? 0)
      order.append(node)
      for source in sources[node] {
        left[source] -= 1
        if left[source] == 0 { open.append(source) }
      }
    }
    return order
  }

  /// The edges, with those that close a cycle reversed. Cycles are found by depth-first search.
  private static func withoutCircles(_ edges: [(source: Int, target: Int)], nodes: Int) -> [(source: Int, target: Int)]
  {
    var outgoing = Array(repeating: [Int](), count: nodes)
    for (index, edge) in edges.enumerated() { outgoing[edge.source].append(index) }
    var state = Array(repeating: 0, count: nodes)
    var result = edges
    for start in 0..<nodes where state[start] == 0 {
      var path = [(node: start, next: 0)]
      state[start] = 1
      while let (node, next) = path.last {
        guard next < outgoing[node].count else {
          state[node] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let index = outgoing[node][next]
        let target = edges[index].target
        if state[target] == 1 {
          result[index] = (target, node)
        } else if state[target] == 0 {
          state[target] = 1
          path.append((target, 0))
        }
      }
    }
    return result
  }

  private mutating func closeGaps() {
    let used = Set(layers).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    layers = layers.map { numbers[$0] ?? 0 }
  }
}
