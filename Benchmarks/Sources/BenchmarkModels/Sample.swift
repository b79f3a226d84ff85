import Postil

/// What a profiler takes of a thread every millisecond: ten million of them are an hour of a small machine.
// @table
public struct Sample: Hashable, Identifiable, Sendable {
  public let id: ID
  /// In nanoseconds since the recording began.
  public var time: Int64
  public var thread: Int32
  /// In microseconds.
  public var weight: Int32
  /// The return addresses, the innermost first.
  public var callStack: [UInt64]  // @store(as: packed)
}
