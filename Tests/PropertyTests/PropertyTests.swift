import Foundation
import Postil
import PostilTestSupport
import Testing

/// Random queries over random rows, each asked of Postil on SQLite and of an evaluation in plain Swift.
///
/// `POSTIL_PROPERTY_QUERIES` says how many, 10,000 without it; `POSTIL_PROPERTY_SEED` from which seed, a random one without it. What
/// differs is made as small as can be and shown with its seed, which asks it again first of all.
@Suite("Random queries")
struct PropertyTests {
  /// How many questions the rows of one seed are asked.
  private static let questionsASeed = 100

  private static let queries =
    ProcessInfo.processInfo.environment["POSTIL_PROPERTY_QUERIES"].flatMap { Int($0) } ?? 10_000
  private static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["POSTIL_PROPERTY_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: 0...0xFFFF_FFFF)
    print("Random queries: POSTIL_PROPERTY_SEED=\(seed) POSTIL_PROPERTY_QUERIES=\(queries)")
    return seed
  }()

  @Test("Random queries have the expected results", arguments: 0..<4)
  func agreement(part: Int) throws {
    let seeds = (Self.queries + Self.questionsASeed - 1) / Self.questionsASeed
    var counts = (asked: 0, answered: 0)
    for index in stride(from: part, to: seeds, by: 4) {
      let seed = Self.seed &+ UInt64(index)
      var rows = RandomRows(seed: seed)
      let world = rows.world()
      let store = try world.store()
      var generator = Generator(seed: seed ^ 0x5EED)
      for _ in 0..<Self.questionsASeed {
        let question = generator.question()
        counts.asked += 1
        switch try Trial(store: store, world: world).judge(question) {
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
  func mutation() throws {
    var broken = Rules.broken
    for index in 0..<1000 where !broken.isEmpty {
      let seed = Self.seed &+ UInt64(index)
      var rows = RandomRows(seed: seed)
      let world = rows.world()
      let store = try world.store()
      var generator = Generator(seed: seed ^ 0x5EED)
      for _ in 0..<Self.questionsASeed {
        let question = generator.question()
        guard let asked = try? Trial(store: store, world: world).ask(question) else { continue }
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
    POSTIL_PROPERTY_SEED=\(seed) POSTIL_PROPERTY_QUERIES=100
    \(difference.question.text)
    SQL:     \(difference.question.sql)
    SQLite:  \(difference.found)
    rules:   \(difference.expected)
    """
  }
}

/// A question asked both ways.
struct Trial {
  let store: SQLiteStore
  let world: World

  struct Difference {
    let question: any Question
    let found: String
    let expected: String
  }

  enum Verdict {
    case same, unspecified
    case different(Difference)
  }

  /// What Postil and SQLite return; whatever the question changed is taken back.
  func ask(_ question: any Question) throws -> [[Cell]] {
    struct Undo: Error {}
    var answer: [[Cell]] = []
    do {
      try store.write { db in
        answer = try question.ask(in: db)
        throw Undo()
      }
    } catch is Undo {}
    return answer
  }

  func judge(_ question: any Question) throws -> Verdict {
    guard var difference = difference(of: question) else { return .same }
    if difference.expected.isEmpty { return .unspecified }
    // As long as there is something smaller that differs, too.
    var steps = 0
    while steps < 200, let smaller = smaller(than: difference.question) {
      difference = smaller
      steps += 1
    }
    return .different(difference)
  }

  private func smaller(than question: any Question) -> Difference? {
    question.smaller.lazy.compactMap { difference(of: $0) }.first { !$0.expected.isEmpty }
  }

  /// How the answers differ; with nothing expected where no rule says what is right, `nil` where they do not.
  private func difference(of question: any Question) -> Difference? {
    do {
      let expected = try question.answer(in: world)
      do {
        let found = try ask(question)
        if expected.isMet(by: found) { return nil }
        return Difference(question: question, found: "\(found)", expected: "\(expected)")
      } catch QueryError.aggregateOfOuterRows {
        return Difference(question: question, found: "", expected: "")
      } catch let error as DatabaseError where error.message.contains("integer overflow") {
        // A sum that nobody asked for in the end, of a group that a condition leaves out.
        return Difference(question: question, found: "", expected: "")
      } catch {
        return Difference(question: question, found: "\(error)", expected: "\(expected)")
      }
    } catch {
      return Difference(question: question, found: "", expected: "")
    }
  }
}
