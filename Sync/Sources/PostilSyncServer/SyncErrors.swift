/// Why a server can't be created.
public enum SyncServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is of a kind that the server doesn't support.
  case engine(String)
  /// A column with `@merge(custom)` has no ``Merge``, or two, or a column with a ``Merge`` has another rule.
  case merge(String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .engine(let name): "a SyncServer needs an SQLiteStore or a PostgreSQLStore; \(name) isn't supported"
    case .merge(let reason): reason
    }
  }
}

/// How large the messages of devices may be, and how often the server looks for changes.
public struct SyncLimits: Sendable {
  /// The number of transactions of a request.
  public var transactions = 10_000
  /// The number of changes of a request.
  public var changes = 100_000
  /// The number of rows of an answer.
  public var rowLimit = 10_000
  /// About how many bytes an answer has.
  public var answerSize = 4_000_000
  /// How many bytes a transaction may have that is sent in parts. A larger one is refused.
  public var transactionSize = 64_000_000
  /// How often ``SyncServer/changes(for:)`` asks the database whether rows have changed.
  public var changeInterval: Duration = .milliseconds(500)

  /// Creates the default limits.
  public init() {}

  func check(_ request: SyncRequest) throws(SyncRequestError) {
    let changes = request.transactions.reduce(0) { $0 + $1.changes.count }
    guard request.transactions.count <= transactions, changes <= self.changes else { throw .tooLarge }
    guard (1...100).contains(request.device.utf8.count), request.received >= 0, request.acknowledged >= 0 else {
      throw .malformed("the device has no usable name or numbers")
    }
    var last = Int64.min
    for transaction in request.transactions {
      guard transaction.number > last else { throw .malformed("the transactions aren't in order") }
      last = transaction.number
    }
  }
}

/// Why a message of a device isn't processed at all.
public enum SyncRequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device is another user's.
  case otherUser
  /// It has more changes than ``SyncLimits`` allows.
  case tooLarge
  /// It isn't a message of a device.
  case malformed(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .otherUser: "the device belongs to another user"
    case .tooLarge: "the message has more changes than the server accepts"
    case .malformed(let reason): "the message isn't one of a device: \(reason)"
    }
  }
}

/// Why a transaction of a device is refused.
struct SyncRefusal: Error {
  let reason: String
}
