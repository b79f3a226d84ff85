import PostilQuery

/// A number that changes when the rows or the binder of a statement become invalid. A row or binder is valid while the number is
/// what it was at first.
///
/// The memory can be read after the statement was freed: it is never freed, but used for other statements, and the number only
/// increases.
@usableFromInline
struct Generation: @unchecked Sendable {
  @usableFromInline let number: UnsafeMutablePointer<UInt64>
  private static let unused = Mutex<[Generation]>([])

  /// A number for a new statement.
  static func take() -> Generation {
    if let generation = unused.withLock({ $0.popLast() }) { return generation }
    let number = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    number.initialize(to: 0)
    return Generation(number: number)
  }

  /// Makes everything that is valid invalid.
  /// - Returns: the new number.
  @inlinable @discardableResult
  func advance() -> UInt64 {
    number.pointee &+= 1
    return number.pointee
  }

  /// The statement is freed.
  func release() {
    advance()
    Self.unused.withLock { $0.append(self) }
  }
}
