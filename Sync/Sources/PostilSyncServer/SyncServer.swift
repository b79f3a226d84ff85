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
  /// The names of the columns, by table.
  private let columnNames: [String: Set<String>]
  let limits: SyncLimits
  private let scopes: @Sendable (User) -> [Scope]
  let authorization: Authorization?
  /// The functions for columns with `@merge(custom)`, by table and column.
  let merges: [String: [String: Merge]]
  private let now: @Sendable () -> Date
  let engine: ServerEngine
  let watch: ChangeWatch
  /// ``ServerEngine/identity(in:)``
  let database: String

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
    columnNames = tables.mapValues { Set($0.columnNames) }
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
      }
    }
    var unknown: String?
    for transaction in transactions {
      unknown = unknownName(in: transaction)
      guard unknown == nil else { break }
      try await process(transaction, of: device, for: user, scopes, now: time)
    }
    if !transactions.isEmpty { watch.tell() }
    if request.part != nil, unknown == nil, partEnd == nil || !transactions.isEmpty {
      try await forgetParts(of: device)
    }
    while true {
      guard var answer = try await rows(for: request, scopes, isWaiting: unknown != nil, time: time) else { continue }
      (answer.partEnd, answer.unknownName) = (partEnd, unknown)
      return answer
    }
  }

  /// A table or column of the changes that the server doesn't have.
  private func unknownName(in transaction: SyncTransaction) -> String? {
    for change in transaction.changes {
      guard let known = columnNames[change.table] else { return change.table }
      let names = [change.values.keys.sorted(), change.members?.keys.sorted() ?? []].joined()
      if let name = names.first(where: { !known.contains($0) }) { return "\(change.table).\(name)" }
    }
    return nil
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
}
