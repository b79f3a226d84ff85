/// The vertical segments of the lines between two layers. Each gets a track, so that no two overlap and few cross.
struct ChannelTracks {
  /// The track of each line, counted from the left; `nil` for a straight line.
  private(set) var tracks: [Int?]
  /// The number of tracks.
  private(set) var count = 0

  /// - Parameter lines: the heights at which each line leaves the left layer and reaches the right layer.
  init(_ lines: [(left: Int, right: Int)]) {
    tracks = Array(repeating: nil, count: lines.count)
    var order = lines.indices.filter { lines[$0].left != lines[$0].right }
      .sorted { lines[$0].left != lines[$1].left ? lines[$0].left < lines[$1].left : $0 < $1 }
    // A bubble sort: each pair of neighbors is put into the order with the lower cost.
    for _ in order.indices {
      var hasChanged = false
      for index in order.indices.dropLast() {
        let pair = (lines[order[index]], lines[order[index + 1]])
        guard Self.cost(pair.1, pair.0) < Self.cost(pair.0, pair.1) else { continue }
        order.swapAt(index, index + 1)
        hasChanged = true
      }
      if !hasChanged { break }
    }
    for (position, index) in order.enumerated() {
      let span = Self.span(lines[index], margin: 5)
      let before = order[..<position].filter { Self.span(lines[$0], margin: 5).overlaps(span) }
      let track = before.compactMap { tracks[$0] }.max().map { $0 + 1 } ?? 0
      tracks[index] = track
      count = max(count, track + 1)
    }
  }

  /// The cost if `first` turns further left than `second`: one point for each crossing, more for an overlap.
  private static func cost(_ first: (left: Int, right: Int), _ second: (left: Int, right: Int)) -> Int {
    var cost = 0
    if span(second, margin: -1).contains(first.right) { cost += 1 }
    if span(first, margin: -1).contains(second.left) { cost += 1 }
    if abs(first.right - second.left) < 6 { cost += 4 }
    return cost
  }

  private static func span(_ line: (left: Int, right: Int), margin: Int) -> ClosedRange<Int> {
    let low = min(line.left, line.right) - margin
    return low...max(low, max(line.left, line.right) + margin)
  }
}
