@_exported import PostilSyncModels
import Foundation
import PostilPostgreSQL

/// Gives each device the rows that its user may have, and writes what the devices changed.
///
/// ```swift
/// let server = try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
///   Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
///   Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
/// }
/// let answer = try await server.answer(request, for: user)
/// ```
public final class SyncServer<Store: DatabaseStore, User: Identifiable & Sendable>: Sendable
where User.ID: CustomStringConvertible {
  /// Looks at a change before it is committed, and throws to refuse the transaction of which it is part.
  public typealias Authorization =
    @Sendable (_ change: AuthorizedChange, _ user: User, _ db: Store.Writing) throws -> Void

  let store: Store
  let tables: [String: SyncedTable]
  let order: [SyncedTable]
  let limits: SyncLimits
  private let scopes: @Sendable (User) -> [Scope]
  let authorization: Authorization?
  /// The functions for columns with `@merge(custom)`, by table and column.
  let merges: [String: [String: Merge]]
  private let now: @Sendable () -> Date
  let engine: ServerEngine
  let watch: ChangeWatch
  /// ``ServerEngine/identity(in:)``
  private let database: String

  /// Prepares the database of the store: creates tables and triggers whose names begin with `postil_sync_`.
  /// - Parameters:
  ///   - store: the database of the server.
  ///   - schema: the schema of the models; those with `@sync` are synced.
  ///   - limits: how large a message may be.
  ///   - now: the time, for tests.
  ///   - scopes: the rows that a user has. Models without a scope have none.
  ///   - authorize: refuses what the scopes don't.
  ///   - merge: the functions for the properties with `@merge(custom)`.
  /// - Throws: ``SyncServerError``; ``PostilQuery/DatabaseError`` if the tables can't be created.
  public init(
    store: Store, schema: any SyncedSchema.Type, limits: SyncLimits = SyncLimits(),
    now: @escaping @Sendable () -> Date = { Date() },
    @ScopeBuilder scopes: @escaping @Sendable (User) -> [Scope], authorize: Authorization? = nil,
    @MergeBuilder merge: () -> [Merge] = { [] }
  ) async throws {
    (self.store, self.limits, self.now, self.scopes) = (store, limits, now, scopes)
    authorization = authorize
    merges = try Merge.checked(merge(), schema.syncedTables)
    order = schema.syncedTables
    tables = Dictionary(schema.syncedTables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let order = self.order
    let engine = try await ServerEngine.engine(of: store, order)
    try await store.write { db in try ServerTables.create(order, on: engine, in: db) }
    database = try await store.write { db in
      try ServerTables.addRows(of: order, on: engine, in: db)
      return try engine.identity(in: db)
    }
    self.engine = engine
    watch = ChangeWatch(interval: limits.changeInterval) {
      try await store.read { db in try engine.state(in: db) }
    }
  }

  /// The time, in milliseconds since 1970.
  var milliseconds: Int64 { Int64(now().timeIntervalSince1970 * 1_000) }

  func userScopes(of user: User) -> UserScopes { UserScopes(tables, scopes(user)) }

  /// Writes the changes of a device, and answers with those of others.
  /// - Parameters:
  ///   - request: what the device sent.
  ///   - user: whose device it is. The program knows this from its own login.
  /// - Throws: ``SyncRequestError`` if the message isn't one of a device of this user; the errors of the store, after which the device sends
  ///   the same message again.
  public func answer(_ request: SyncRequest, for user: User) async throws -> SyncResponse {
    try limits.check(request)
    try checkNames(in: request.transactions)
    let time = milliseconds << 16
    let scopes = userScopes(of: user)
    let (device, owner, order) = (request.device, user.id.description, self.order)
    let known = try await store.write { db in try DeviceRecord.open(request, of: owner, at: time >> 16, order, in: db) }
    if let known, known.mustReset(for: request) {
      return SyncResponse(processed: known.processed, time: time, resetTime: known.time)
    }
    if let value = request.value {
      let limit = min(max(request.byteLimit, 1), limits.answerSize)
      let bytes = try await store.read { [self] db in try self.bytes(of: value, scopes, limit: limit, in: db) }
      var answer = SyncResponse(processed: known?.processed ?? 0, isComplete: false, time: time)
      answer.valueBytes = bytes
      return answer
    }
    var (transactions, partEnd) = (request.transactions, Int?.none)
    if let part = request.part, part.transaction > known?.processed ?? 0 {
      if part.size > limits.transactionSize {
        let reason = "the transaction has \(part.size) bytes, and the server accepts \(limits.transactionSize)"
        try await refuse(part.transaction, part.time, of: device, reason)
      } else {
        let received = try await receive(part, of: device)
        partEnd = received.end
        transactions = received.transaction.map { [$0] } ?? []
        try checkNames(in: transactions)
      }
    }
    for transaction in transactions { try await process(transaction, of: device, for: user, scopes, now: time) }
    if !transactions.isEmpty { watch.tell() }
    if request.part != nil, partEnd == nil || !transactions.isEmpty { try await forgetParts(of: device) }
    while true {
      guard var answer = try await rows(for: request, scopes, time: time) else { continue }
      answer.partEnd = partEnd
      return answer
    }
  }

  /// Checks that the server has the tables and columns of the changes. A device with a newer schema keeps its changes until it has.
  private func checkNames(in transactions: [SyncTransaction]) throws(SyncRequestError) {
    let columns = tables.mapValues { Set($0.columnNames) }
    for change in transactions.lazy.flatMap(\.changes) {
      guard let known = columns[change.table] else { throw .unknown(change.table) }
      let names = [change.values.keys.sorted(), change.members?.keys.sorted() ?? []].joined()
      if let name = names.first(where: { !known.contains($0) }) { throw .unknown("\(change.table).\(name)") }
    }
  }

  /// Writes a transaction of a device, unless that was done.
  private func process(
    _ transaction: SyncTransaction, of device: String, for user: User, _ scopes: UserScopes, now: Int64
  ) async throws {
    let reason: String
    do {
      try await store.write { [self] db in
        guard try DeviceRecord.begin(transaction.number, transaction.time, of: device, in: db) else { return }
        try TransactionWriter(server: self, db: db, user: user, scopes: scopes, device: device, now: now)
          .write(transaction)
      }
      return
    } catch let error as SyncRefusal {
      reason = error.reason
    } catch let error as ConstraintViolation {
      reason = "\(error)"
    } catch {
      guard let invalid = error.invalidValue else { throw error }
      reason = "a value can't be stored: \(invalid)"
    }
    try await refuse(transaction.number, transaction.time, of: device, reason)
  }

  /// Marks a transaction as refused, unless it was processed.
  private func refuse(_ number: Int64, _ time: Int64, of device: String, _ reason: String) async throws {
    try await store.write { db in
      guard try DeviceRecord.begin(number, time, of: device, in: db) else { return }
      try RawSQL("INSERT INTO postil_sync_rejection (device, number, reason) VALUES (\(device), \(number), \(reason))")
        .execute(in: db)
    }
  }

  /// The rows that the device lacks.
  /// - Returns: `nil` if another request of the device was answered meanwhile.
  private func rows(for request: SyncRequest, _ scopes: UserScopes, time: Int64) async throws -> SyncResponse? {
    // A device that has more to send than its message holds asks for no rows yet.
    let limit = request.rowLimit == 0 || request.part != nil ? 0 : min(max(request.rowLimit, 1), limits.rowLimit)
    let order = self.order
    let found = try await store.read { [self] db -> (DeviceRecord, FoundAnswer, [SyncRejection])? in
      guard let record = try DeviceRecord.read(request.device, in: db) else { return nil }
      let found = try search(for: request, scopes, limit: limit, in: db)
      guard limit > 0 else { return (record, found, []) }
      let rejections = try RawSQL(
        """
        SELECT number, reason FROM postil_sync_rejection
        WHERE device = \(request.device) AND number > \(request.acknowledged) ORDER BY number
        """
      ).as(Int64.self, String.self).fetchAll(in: db).map { SyncRejection(transaction: $0.0, reason: $0.1) }
      return (record, found, rejections)
    }
    guard let (record, found, rejections) = found else { throw SyncRequestError.otherUser }
    let number = record.answer + 1
    let isRecorded = try await store.write { db in
      guard try DeviceRecord.take(number, of: request, at: time >> 16, in: db) else { return false }
      // The device hasn't stored the answers after 'received'. What isn't in this answer either stays open until another one has it.
      if record.answer > request.received {
        for table in order {
          try RawSQL(
            """
            UPDATE \(identifier: table.knownName) SET answer = \(Int64.max)
            WHERE device = \(request.device) AND answer > \(request.received)
            """
          ).execute(in: db)
        }
      }
      for rows in found.rows { try rows.record(as: number, for: request.device, in: db) }
      for table in order {
        try RawSQL(
          """
          DELETE FROM \(identifier: table.knownName)
          WHERE device = \(request.device) AND version IS NULL AND answer <= \(request.received)
          """
        ).execute(in: db)
      }
      try RawSQL(
        "DELETE FROM postil_sync_rejection WHERE device = \(request.device) AND number <= \(request.acknowledged)"
      ).execute(in: db)
      return true
    }
    guard isRecorded else { return nil }
    return SyncResponse(
      processed: record.processed, rejections: rejections, number: number, tables: found.rows.map(\.message),
      isComplete: found.isComplete, time: time, position: try found.position?.text(),
      loadCount: found.position?.load?.count)
  }

  /// What an answer has of the rows.
  private struct FoundAnswer {
    var rows: [FoundRows] = []
    var isComplete = false
    var position: Position?
  }

  /// Looks for the rows that a device lacks.
  private func search(
    for request: SyncRequest, _ scopes: UserScopes, limit: Int, in db: Store.Reading
  ) throws -> FoundAnswer {
    let fingerprint = try scopes.fingerprint(of: order, in: database)
    let moment = try engine.moment(in: db)
    let known = Position(request.position, fingerprint)
    var found = FoundAnswer()
    var left = limit
    var bytesLeft = min(max(request.byteLimit, 1), limits.answerSize)
    func look(_ table: SyncedTable, _ search: Search) throws {
      let rows = try FoundRows(
        table, for: request, search, scopes, on: engine, limit: left, byteLimit: bytesLeft, in: db)
      bytesLeft -= rows.size
      left = bytesLeft > 0 ? left - rows.count : 0
      if rows.count > 0 { found.rows.append(rows) }
    }

    let isFirst = request.received == 0 && known == nil
    if limit == 0 {
      found.position = isFirst ? Position(scopes: fingerprint, since: moment, load: .init()) : known
      return found
    }
    if isFirst || known?.load != nil {
      var position = known ?? Position(scopes: fingerprint, since: moment)
      let first = position.load.flatMap { load in order.firstIndex { $0.name == load.table } } ?? 0
      for table in order[first...] {
        let key = position.load?.table == table.name ? position.load?.key : nil
        try look(table, .load(after: key))
        guard left == 0 else { continue }
        if let row = found.rows.last?.message {
          position.load = .init(
            table: table.name, key: table.key(of: row.rows[row.rows.count - 1], row.columns),
            count: try position.load?.count ?? count(scopes, in: db))
        }
        found.position = position
        return found
      }
      position.load = nil
      found.position = position
      // What changed since the load began is in the next answer.
      found.isComplete = try isFirst || changedTables(since: position.since, in: db).isEmpty
      return found
    }

    let changed = try known.map { try changedTables(since: $0.since, in: db) }
    for table in order where left > 0 {
      if let known, let changed, !scopes.canMove(table, changed: changed) {
        try look(table, .changes(since: known.since, in: changed))
      } else {
        try look(table, .differences)
      }
    }
    found.isComplete = left > 0
    found.position = found.isComplete ? Position(scopes: fingerprint, since: moment) : known
    return found
  }

  /// How many rows are in the scopes.
  private func count(_ scopes: UserScopes, in db: Store.Reading) throws -> Int {
    try order.reduce(0) { count, table in
      try count
        + (RawSQL("SELECT count(*) FROM \(identifier: table.name) AS s WHERE \(scopes.condition(table, "s"))").as(
          Int.self
        )
        .fetchOne(in: db) ?? 0)
    }
  }

  /// The tables with rows that changed since a moment.
  func changedTables(since moment: Int64, in db: Store.Reading) throws -> Set<String> {
    let queries = order.map { table -> RawSQL in
      """
      SELECT \(table.name) WHERE EXISTS (
        SELECT 1 FROM \(identifier: table.rowName) AS m WHERE \(engine.isChanged(since: moment)))
      """
    }
    return try Set(queries.joined(separator: " UNION ALL ").as(String.self).fetchAll(in: db))
  }
}

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
  /// The server doesn't sync this table or column: the device has a newer schema.
  case unknown(String)
  /// It isn't a message of a device.
  case malformed(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .otherUser: "the device belongs to another user"
    case .tooLarge: "the message has more changes than the server accepts"
    case .unknown(let name): "the server doesn't sync '\(name)'; update the server before the devices"
    case .malformed(let reason): "the message isn't one of a device: \(reason)"
    }
  }
}

/// Why a transaction of a device is refused.
struct SyncRefusal: Error {
  let reason: String
}
