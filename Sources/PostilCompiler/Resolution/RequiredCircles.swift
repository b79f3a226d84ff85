/// Cycles of required references: the first row could never be inserted.
extension Resolver {
  func checkCircles() {
    let required = references.indices.filter { isRequired(references[$0]) && references[$0].isEnforced }
    let graph = ReferenceCycles(required.map { (references[$0].owner, references[$0].target) }, nodes: models.count)
    var reported: Set<Set<Int>> = []
    for start in required.indices {
      guard let circle = graph.shortestCircle(from: start), reported.insert(Set(circle)).inserted else { continue }
      report(circle.map { references[required[$0]] })
    }
  }

  private func report(_ circle: [ReferenceState]) {
    let properties = circle.map { models[$0.owner].properties[$0.property] }
    let names = circle.map { "\(models[$0.owner].name).\($0.propertyName)" }
    let notes = zip(circle, properties).dropFirst().map { reference, property in
      (Message.circleGoesOn(reference.propertyName, models[reference.target].name), property.place)
    }
    report.error(Message.requiredCircle(names), at: properties[0].place, notes: notes)
  }
}

/// A graph of models and their references, for finding cycles.
package struct ReferenceCycles {
  private let edges: [(from: Int, to: Int)]
  private let outgoing: [[Int]]
  /// Whether a model is in a cycle or leads to one. In most schemas, none is.
  private let leadsToCircle: [Bool]

  package init(_ edges: [(from: Int, to: Int)], nodes: Int) {
    self.edges = edges
    var outgoing = Array(repeating: [Int](), count: nodes)
    var incoming = outgoing
    for (index, edge) in edges.enumerated() {
      outgoing[edge.from].append(index)
      incoming[edge.to].append(index)
    }
    // Models without outgoing edges are removed repeatedly, until only cycles and the models that lead to them remain.
    var left = outgoing.map(\.count)
    var remains = Array(repeating: true, count: nodes)
    var open = (0..<nodes).filter { left[$0] == 0 }
    while let node = open.popLast() {
      remains[node] = false
      for index in incoming[node] {
        left[edges[index].from] -= 1
        if left[edges[index].from] == 0 { open.append(edges[index].from) }
      }
    }
    self.outgoing = outgoing
    leadsToCircle = remains
  }

  /// The edges of the shortest cycle that starts with an edge, in order; `nil` if there is none.
  package func shortestCircle(from start: Int) -> [Int]? {
    let goal = edges[start].from
    guard leadsToCircle[goal], leadsToCircle[edges[start].to] else { return nil }
    var previous: [Int: Int] = [:]
    var open = [start][...]
    while let edge = open.popFirst() {
      if edges[edge].to == goal {
        var circle = [edge]
        while let before = previous[circle[0]] { circle.insert(before, at: 0) }
        return circle
      }
      for next in outgoing[edges[edge].to] where next != start && previous[next] == nil && leadsToCircle[edges[next].to]
      {
        previous[next] = edge
        open.append(next)
      }
    }
    return nil
  }
}
