import Postil

/// A question asked both ways.
struct Trial {
  let engine: PropertyEngine
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
        let found = try engine.ask(question)
        if expected.isMet(by: found) { return nil }
        return Difference(question: question, found: "\(found)", expected: "\(expected)")
      } catch QueryError.aggregateOfOuterRows {
        return Difference(question: question, found: "", expected: "")
      } catch  where PropertyEngine.isUnspecified(error) {
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
