/// A line of the program: the one that asked for a statement, in a store's reports.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file: `#fileID`.
  public let fileID: StaticString
  /// The number of the line, from 1.
  public let line: UInt

  /// The line of these literals.
  @inlinable
  public init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The line as compilers write one: `Tasks/Lists.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether both are the same line.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.line == right.line && left.fileID.description == right.fileID.description
  }

  /// Feeds the line to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }
}
