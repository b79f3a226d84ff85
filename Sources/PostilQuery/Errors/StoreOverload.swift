/// A `read` or `write` didn't get its turn: its block didn't run, and nothing was done.
public struct StoreOverload: Error, Hashable, Sendable {
  /// Why a block didn't get its turn.
  public enum Reason: Hashable, Sendable {
    /// It waited this long.
    case timeout(Duration)
    /// This many blocks were waiting already.
    case tooManyWaiting(Int)
  }

  /// A block that was running in the meantime.
  public struct RunningBlock: Hashable, Sendable {
    /// Where the block was started.
    public let callSite: CallSite
    /// How long it had been running, to some milliseconds.
    public let duration: Duration

    /// A block and how long it had been running.
    public init(callSite: CallSite, duration: Duration) {
      (self.callSite, self.duration) = (callSite, duration)
    }
  }

  /// Where the block that didn't run was started.
  public let callSite: CallSite
  /// Why it didn't get its turn.
  public let reason: Reason
  /// The blocks that were running, the one that had been running for the longest time first.
  public let running: [RunningBlock]

  /// The refusal of a block.
  public init(callSite: CallSite, reason: Reason, running: [RunningBlock]) {
    (self.callSite, self.reason, self.running) = (callSite, reason, running)
  }
}

/// A `read` or `write` took longer than the `timeout` that was passed to it. What it wrote was rolled back.
public struct TransactionTimeout: Error, Hashable, Sendable {
  /// The timeout.
  public let limit: Duration

  /// A transaction took longer than this.
  public init(limit: Duration) { self.limit = limit }
}

extension StoreOverload: CustomStringConvertible {
  /// What happened, which block caused it, and what to do.
  public var description: String {
    let problem =
      switch reason {
      case .timeout(let limit): "the block at \(callSite) waited \(limit.inSeconds) for its turn and didn't run"
      case .tooManyWaiting(let count): "the block at \(callSite) didn't run because \(count) others are already waiting"
      }
    guard let longest = running.first else { return problem }
    let others = running.count == 1 ? "" : "all \(running.count) connections are in use; "
    return "\(problem): \(others)the block at \(longest.callSite) has been running for \(longest.duration.inSeconds)"
  }
}

extension TransactionTimeout: CustomStringConvertible {
  /// What happened.
  public var description: String {
    "the transaction took longer than its timeout of \(limit.inSeconds); nothing was changed"
  }
}

extension Duration {
  /// `2.5 s`, rounded down to milliseconds.
  fileprivate var inSeconds: String {
    let (seconds, attoseconds) = components
    let digits = String(1_000 + attoseconds / 1_000_000_000_000_000).dropFirst()
    let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
    return fraction.isEmpty ? "\(seconds) s" : "\(seconds).\(fraction) s"
  }
}
