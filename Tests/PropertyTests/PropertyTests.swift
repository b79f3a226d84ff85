import Foundation
import Postil
import Testing

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// Random queries over random rows, each asked of Postil and of an evaluation in plain Swift. ``PropertyEngine`` is SQLite's here; the
/// tests of the engine for PostgreSQL use these files with another.
///
/// `POSTIL_PROPERTY_QUERIES` says how many, 10,000 without it; `POSTIL_SEED` from which seed. What
/// differs is made as small as can be and shown with its seed, which asks it again first of all.
@Suite("Random queries", .enabled(if: PropertyEngine.isAvailable))
struct PropertyTests {
  /// How many questions the rows of one seed are asked.
  private static let questionsASeed = 100

  private static let queries =
    ProcessInfo.processInfo.environment["POSTIL_PROPERTY_QUERIES"].flatMap { Int($0) } ?? 10_000
  private static let seed: UInt64 = {
    print("Random queries: POSTIL_SEED=\(testSeed) POSTIL_PROPERTY_QUERIES=\(queries)")
    return testSeed
  }()

  @Test("Random queries have the expected results", arguments: 0..<PropertyEngine.parts)
  func agreement(part: Int) async throws {
    let seeds = (Self.queries + Self.questionsASeed - 1) / Self.questionsASeed
    var counts = (asked: 0, answered: 0)
    for index in stride(from: part, to: seeds, by: PropertyEngine.parts) {
      let seed = Self.seed &+ UInt64(index)
      var rows = RandomRows(seed: seed)
      let world = rows.world()
      let engine = try await PropertyEngine(world, part: part)
      var generator = Generator(seed: seed ^ 0x5EED)
      for _ in 0..<Self.questionsASeed {
        let question = generator.question()
        counts.asked += 1
        switch try Trial(engine: engine, world: world).judge(question) {
        case .same: counts.answered += 1
        case .unspecified: break
        case .different(let difference):
          Issue.record(Comment(rawValue: report(difference, seed)))
          return
        }
      }
    }
    // What no rule covers is no excuse for asking little.
    #expect(
      counts.answered * 10 >= counts.asked * 9, "only \(counts.answered) of \(counts.asked) questions have an answer")
  }

  @Test("Every broken rule is detected")
  func mutation() async throws {
    var broken = Rules.broken
    for index in 0..<1000 where !broken.isEmpty {
      let seed = Self.seed &+ UInt64(index)
      var rows = RandomRows(seed: seed)
      let world = rows.world()
      let engine = try await PropertyEngine(world, part: 0)
      var generator = Generator(seed: seed ^ 0x5EED)
      for _ in 0..<Self.questionsASeed {
        let question = generator.question()
        guard let asked = try? engine.ask(question) else { continue }
        broken.removeAll { _, rules in
          world.rules = rules
          guard let answer = try? question.answer(in: world) else { return false }
          return !answer.isMet(by: asked)
        }
      }
    }
    #expect(broken.isEmpty, "no question shows that \(broken.map(\.name)) is broken; seed \(Self.seed)")
  }

  private func report(_ difference: Trial.Difference, _ seed: UInt64) -> String {
    """
    POSTIL_SEED=\(seed) POSTIL_PROPERTY_QUERIES=100
    \(difference.question.text)
    SQL:     \(difference.question.sql)
    found:   \(difference.found)
    rules:   \(difference.expected)
    """
  }
}
