/// Places items in a row as close as possible to their desired positions, without reordering or overlap.
enum Spacing {
  /// - Parameters:
  /// - wishes: the desired position of each item.
  ///   - weights: the weight of each position.
  ///   - sizes: the distance from each item to the next one.
  /// - Returns: the positions with the smallest weighted sum of squared distances.
  ///
  /// Source: the pool-adjacent-violators algorithm, Barlow et al. 1972.
  static func place(wishes: [Double], weights: [Double], sizes: [Double]) -> [Double] {
    var offsets: [Double] = []
    var offset = 0.0
    for size in sizes {
      offsets.append(offset)
      offset += size
    }
    var blocks: [(sum: Double, weight: Double, count: Int)] = []
    for index in wishes.indices {
      var block = (sum: (wishes[index] - offsets[index]) * weights[index], weight: weights[index], count: 1)
      while let last = blocks.last, last.sum / last.weight >= block.sum / block.weight {
        block = (last.sum + block.sum, last.weight + block.weight, last.count + block.count)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    let starts = blocks.flatMap { Array(repeating: $0.sum / $0.weight, count: $0.count) }
    return zip(starts, offsets).map { $0 + $1 }
  }
}
