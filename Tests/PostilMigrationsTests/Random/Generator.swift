import PostilTestSupport

/// Random choices that are the same for the same seed.
struct Generator: RandomNumberGenerator {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  /// `true` once in so many times.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func maybe<Element>(_ elements: [Element]) -> Element? { elements.isEmpty ? nil : pick(elements) }
}
