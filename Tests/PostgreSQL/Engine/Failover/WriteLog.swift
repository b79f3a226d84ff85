import Synchronization

/// What the clients were told of each write, and when the primary was killed.
final class WriteLog: Sendable {
  enum Outcome: CaseIterable { case acknowledged, refused, unknown }

  /// A client's transaction.
  struct Key: Hashable {
    var client: Int
    var number: Int
  }

  /// What followed a kill, up to the next one. The first of them has none.
  private struct Period {
    var killed = "(before)"
    var start = ContinuousClock.now
    /// The time from the kill until a write that was begun after it was acknowledged.
    var pause: Duration?
    var counts: [Outcome: Int] = [:]
  }

  private struct State {
    var periods = [Period(pause: .zero)]
    var outcomes: [Key: Outcome] = [:]
  }

  private let state = Mutex(State())

  /// The primary was killed just now.
  func noteKill(of what: String) { state.withLock { $0.periods.append(Period(killed: what)) } }

  /// Whether writes were acknowledged since the last kill.
  var hasResumed: Bool { state.withLock { $0.periods[$0.periods.count - 1].pause != nil } }

  /// A write that was begun at `start` has ended.
  func note(_ key: Key, _ outcome: Outcome, _ start: ContinuousClock.Instant) {
    state.withLock { state in
      state.outcomes[key] = outcome
      let last = state.periods.count - 1
      state.periods[last].counts[outcome, default: 0] += 1
      let killed = state.periods[last].start
      if outcome == .acknowledged, state.periods[last].pause == nil, start > killed {
        state.periods[last].pause = .now - killed
      }
    }
  }

  /// Compares what the clients were told with the rows that are there.
  func compared(with rows: [Key]) -> (table: String, isCorrect: Bool) {
    let state = state.withLock { $0 }
    let found = Set(rows)
    var (lost, kept, halves, unknownButThere) = (0, 0, rows.count - found.count, 0)
    for (key, outcome) in state.outcomes {
      let isThere = found.contains(key)
      if isThere != found.contains(Key(client: key.client, number: -key.number)) { halves += 1 }
      switch outcome {
      case .acknowledged: if !isThere { lost += 1 }
      case .refused: if isThere { kept += 1 }
      case .unknown: if isThere { unknownButThere += 1 }
      }
    }
    var lines = ["killed           resumed after  acknowledged  refused  unknown"]
    for period in state.periods {
      let pause = period.killed == "(before)" ? "" : period.pause.map { "\(seconds($0)) s" } ?? "never"
      lines.append(row(period.killed, pause, Outcome.allCases.map { period.counts[$0, default: 0] }))
    }
    let totals = Outcome.allCases.map { outcome in state.outcomes.values.count { $0 == outcome } }
    lines.append(row("all", "", totals))
    lines.append("acknowledged and lost: \(lost); refused and there: \(kept); written in part or twice: \(halves)")
    lines.append("of the \(totals[2]) unknown transactions, \(unknownButThere) were committed")
    let isCorrect = lost == 0 && kept == 0 && halves == 0 && state.periods.allSatisfy { $0.pause != nil }
    return (lines.joined(separator: "\n"), isCorrect)
  }

  private func row(_ name: String, _ pause: String, _ counts: [Int]) -> String {
    let cells = zip(counts, [14, 9, 9]).map { count, width in padded("\(count)", width) }
    return name + padded(pause, 30 - name.count) + cells.joined()
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
  }

  private func seconds(_ duration: Duration) -> String {
    let hundredths = Int(duration / .milliseconds(10))
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
