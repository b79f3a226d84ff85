import Foundation

/// The seed of the random values of a test: the same in each run, so that a failure is due to a change. The environment variable
/// `POSTIL_SEED` gives another one: a number, or `random`, as in the long runs of `.ci/soak`.
public let testSeed: UInt64 = {
  let given = ProcessInfo.processInfo.environment["POSTIL_SEED"]
  return given == "random" ? .random(in: 0..<1_000_000_000) : given.flatMap { UInt64($0) } ?? 1
}()

/// SplitMix64: the same numbers for the same seed, on every machine.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
