import Foundation

/// What a device sends: the changes that the server hasn't acknowledged, and what it has received.
public struct SyncRequest: Codable, Sendable {
  /// The device: a random name that it chose.
  public var device: String
  /// The number of the last answer that the device has stored; 0 if it has to load all rows.
  public var received: Int64
  /// The number of the device's last load of all rows. A later load has a greater one.
  public var load: Int64
  /// The number of the last transaction that the device knows to be processed.
  public var acknowledged: Int64
  /// The transactions that may not be processed yet, in order.
  public var transactions: [SyncTransaction]
  /// The number of rows that the answer may have. With 0, the server only processes the transactions, because the device has more of them.
  public var rowLimit: Int
  /// ``SyncResponse/position`` of the last answer that the device has stored; `nil` if it has to load all rows.
  public var position: String?
  /// About how many bytes the answer may have.
  public var byteLimit = 1_000_000
  /// A part of the next transaction, instead of ``transactions``.
  public var part: SyncPart?
  /// The request only asks for bytes of this value.
  public var value: SyncValueRequest?

  /// Creates a request.
  public init(
    device: String, received: Int64, load: Int64, acknowledged: Int64, transactions: [SyncTransaction] = [],
    rowLimit: Int = 5_000, position: String? = nil
  ) {
    (self.device, self.received, self.load, self.acknowledged) = (device, received, load, acknowledged)
    (self.transactions, self.rowLimit, self.position) = (transactions, rowLimit, position)
  }
}

/// The changes of one `write` block of a device.
public struct SyncTransaction: Codable, Sendable {
  /// The number, which grows with each transaction of the device.
  public var number: Int64
  /// The time of the device's hybrid logical clock: milliseconds since 1970, times 65,536, plus a counter.
  public var time: Int64
  /// The number of the last answer that the device had stored when the block ran.
  public var base: Int64
  /// The changes, in order.
  public var changes: [SyncChange]

  /// Creates a transaction.
  public init(number: Int64, time: Int64, base: Int64, changes: [SyncChange]) {
    (self.number, self.time, self.base, self.changes) = (number, time, base, changes)
  }
}

/// A change of a row.
public struct SyncChange: Codable, Sendable {
  /// What happened to the row.
  public enum Kind: String, Codable, Sendable {
    /// A new row; `values` has its columns.
    case insert
    /// A changed row; `values` has the changed columns.
    case update
    /// A deleted row; there are no `values`.
    case delete
  }

  /// What happened.
  public var kind: Kind
  /// The table.
  public var table: String
  /// The values of the key's columns.
  public var key: [SyncValue]
  /// The new values, by the names of the columns. For a column with `@merge(sum)` of a changed row, what was added.
  public var values: [String: SyncValue]
  /// What changed in JSON objects, by the names of the columns with `@merge(members)`; `nil` if nothing did. If the column wasn't an object
  /// before or isn't one now, its new value is in `values`.
  public var members: [String: SyncMembers]?
  /// The values before, by the names of the changed columns with `@merge(custom)`; `nil` if there are none.
  public var before: [String: SyncValue]?

  /// Creates a change.
  public init(
    _ kind: Kind, table: String, key: [SyncValue], values: [String: SyncValue] = [:],
    members: [String: SyncMembers]? = nil, before: [String: SyncValue]? = nil
  ) {
    (self.kind, self.table, self.key, self.values) = (kind, table, key, values)
    (self.members, self.before) = (members, before)
  }
}

/// What the server answers: what became of the changes, and the rows that changed.
public struct SyncResponse: Codable, Sendable {
  /// The number of the last transaction that was processed.
  public var processed: Int64
  /// The transactions that were refused, up to `processed`.
  public var rejections: [SyncRejection]
  /// The number of this answer.
  public var number: Int64
  /// The rows that the device doesn't have yet, or has in another version, and those that it has no longer.
  public var tables: [SyncTableRows]
  /// Whether the device has all rows with this answer. If not, it asks again, and shows the rows when it has all of them.
  public var isComplete: Bool
  /// The server's hybrid logical clock.
  public var time: Int64
  /// Whether the device has received other answers than the server knows of, because it was restored from a backup, or the server was.
  /// It loads all rows again, and sends its changes that are later than this time of its clock. `nil` if everything is as it should be.
  public var resetTime: Int64?
  /// Up to where the device has the rows now. It means something only to the server.
  public var position: String?
  /// How many rows the first load has, about; `nil` if none is under way.
  public var loadCount: Int?
  /// A table or column of the next transaction that the server doesn't have, because the device has another version of the program. The
  /// device keeps its changes, and gets rows.
  public var unknownName: String?
  /// How many bytes of the transaction of ``SyncRequest/part`` the server has.
  public var partEnd: Int?
  /// Bytes of the value of ``SyncRequest/value``; `nil` if the row was changed meanwhile, or isn't the user's any more.
  public var valueBytes: Data?

  /// Creates an answer.
  public init(
    processed: Int64, rejections: [SyncRejection] = [], number: Int64 = 0, tables: [SyncTableRows] = [],
    isComplete: Bool = true, time: Int64, resetTime: Int64? = nil, position: String? = nil,
    loadCount: Int? = nil
  ) {
    (self.processed, self.rejections, self.number) = (processed, rejections, number)
    (self.tables, self.isComplete, self.time, self.resetTime) = (tables, isComplete, time, resetTime)
    (self.position, self.loadCount) = (position, loadCount)
  }
}

/// The rows of a table in an answer.
public struct SyncTableRows: Codable, Sendable {
  /// The table.
  public var table: String
  /// The names of the columns.
  public var columns: [String]
  /// New and changed rows, with a value for each column.
  public var rows: [[SyncValue]]
  /// The keys of rows that the device has no longer.
  public var removed: [[SyncValue]]
  /// The values of the rows that are too large for the answer; `nil` if there are none.
  public var large: [SyncLargeValue]?

  /// Creates the rows of a table.
  public init(table: String, columns: [String], rows: [[SyncValue]] = [], removed: [[SyncValue]] = []) {
    (self.table, self.columns, self.rows, self.removed) = (table, columns, rows, removed)
  }
}

extension SyncTableRows {
  private enum CodingKeys: String, CodingKey { case table, columns, rows, removed, large }

  /// Reads the rows of a table.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    table = try container.decode(String.self, forKey: .table)
    columns = try container.decode([String].self, forKey: .columns)
    rows = try Self.rows(in: container.nestedUnkeyedContainer(forKey: .rows))
    removed = try Self.rows(in: container.nestedUnkeyedContainer(forKey: .removed))
    large = try container.decodeIfPresent([SyncLargeValue].self, forKey: .large)
  }

  private static func rows(in container: consuming any UnkeyedDecodingContainer) throws -> [[SyncValue]] {
    var rows: [[SyncValue]] = []
    rows.reserveCapacity(container.count ?? 0)
    // To try a kind that the value doesn't have costs more than to read it. Mostly, a column has one kind.
    var examples: [SyncValue] = []
    while !container.isAtEnd {
      var values = try container.nestedUnkeyedContainer()
      var row: [SyncValue] = []
      row.reserveCapacity(examples.count)
      while !values.isAtEnd {
        if row.count == examples.count { examples.append(.null) }
        let value = try values.decodeValue(like: examples[row.count])
        if value != .null { examples[row.count] = value }
        row.append(value)
      }
      rows.append(row)
    }
    return rows
  }

  /// Writes the rows of a table.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(table, forKey: .table)
    try container.encode(columns, forKey: .columns)
    try container.encodeIfPresent(large, forKey: .large)
    for (key, list) in [(CodingKeys.rows, rows), (.removed, removed)] {
      var elements = container.nestedUnkeyedContainer(forKey: key)
      for row in list {
        var values = elements.nestedUnkeyedContainer()
        for value in row { try values.encodeValue(value) }
      }
    }
  }
}

extension UnkeyedDecodingContainer {
  /// Reads the next value, which probably is of the same kind as another one.
  fileprivate mutating func decodeValue(like other: SyncValue) throws -> SyncValue {
    if try decodeNil() { return .null }
    switch other {
    case .integer: if let integer = try? decode(Int64.self) { return .integer(integer) }
    case .null, .text: if let text = try? decode(String.self) { return .text(text) }
    case .real, .blob, .malformedText: break
    }
    return try decode(SyncValue.self)
  }
}

extension UnkeyedEncodingContainer {
  fileprivate mutating func encodeValue(_ value: SyncValue) throws {
    switch value {
    case .null: try encodeNil()
    case .integer(let integer): try encode(integer)
    case .text(let text): try encode(text)
    case .real, .blob, .malformedText: try encode(value)
    }
  }
}

/// A transaction of a device that the server refused. Nothing of it was written there, and the device has undone it.
public struct SyncRejection: Codable, Sendable, Hashable {
  /// The number of the transaction.
  public var transaction: Int64
  /// Why it was refused.
  public var reason: String

  /// Creates a rejection.
  public init(transaction: Int64, reason: String) { (self.transaction, self.reason) = (transaction, reason) }
}
