/// The values of one row of `sample`, made when it is asked for: ten million of them would not fit beside what is measured.
package struct SampleValues: Sendable {
  package var time: Int64
  package var thread: Int32
  package var weight: Int32
  package var callStack: [UInt64]

  /// Row `index` of the data set: the same on every machine and in every run.
  @inline(__always)
  package init(index: Int) {
    time = Int64(index) * 1_000_000
    thread = Int32(truncatingIfNeeded: index % 7)
    weight = Int32(truncatingIfNeeded: (index &* 2_654_435_761) >> 7) & 0xFFF
    callStack = Self.stacks[index % Self.stacks.count]
  }

  /// Stacks of 4 to 35 frames; some addresses lie above `Int64.max`, as those of a kernel do.
  private static let stacks: [[UInt64]] = {
    var random = SplitMix64(seed: 5)
    return (0..<1_021).map { index in (0..<(4 + index % 32)).map { _ in random.next() } }
  }()
}

extension Digest {
  /// Adds one row of `sample`; every frame of the stack is read.
  @inlinable @inline(__always)
  package mutating func add(time: Int64, thread: Int32, weight: Int32, callStack: [UInt64]) {
    count += 1
    var frames: UInt64 = 0
    for frame in callStack { frames ^= frame }
    sum &+= UInt64(bitPattern: time) &+ UInt64(bitPattern: Int64(thread) &* 31 &+ Int64(weight)) &+ frames
  }
}
