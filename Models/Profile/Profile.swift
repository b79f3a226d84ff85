import Foundation
import Postil

/// A process whose call stacks were sampled.
// @table
public struct SampledProcess: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var pid: Int32
  public var command: String
  public var startedAt: Date
}

/// A place in a program.
// @table
public struct Symbol: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  /// Addresses of the kernel are above `Int64.max`.
  public var address: UInt64  // @unique
  public var name: String
  public var module: String?
}

/// One sample: what a thread was doing at one moment.
// @table
// @index(processID, takenAt)
public struct Sample: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var takenAt: Date
  public var thread: UInt32
  public var cpu: UInt8 = 0
  /// Nanoseconds of processor time since the sample before.
  public var weight: Int64 = 0
  /// The addresses that the sampler found, where the thread was first; frames are what is known of them.
  public var callStack: [UInt64] = []  // @store(as: packed)

  // @references(inverse: samples, onDelete: cascade)
  public let processID: SampledProcess.ID
}

/// One frame of a sample's call stack.
// @table
public struct Frame: Codable, Hashable, Sendable {
  // @primaryKey @references(inverse: frames, onDelete: cascade)
  public let sampleID: Sample.ID
  /// 0 is where the thread was; its caller is 1.
  public let depth: UInt16  // @primaryKey
  // @references(inverse: frames)
  public var symbolID: Symbol.ID
}
