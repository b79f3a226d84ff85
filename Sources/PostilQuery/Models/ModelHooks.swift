/// Functions that a store calls when rows of a model are written, in the same transaction: `options.hooks = [ModelHooks<Post>(…)]`.
///
/// ```swift
/// ModelHooks<Post>(
///   willInsert: { draft, db in draft.title = draft.title.trimmed },
///   didDelete: { post, db in try Removal.Draft(title: post.title).insert(in: db) })
/// ```
///
/// If a function throws, what it was called for is undone, and the error is thrown there. A function can write other rows, whose hooks are
/// called too, and run something after the commit with ``WriteTransaction/afterCommit(_:)``.
///
/// They are called for rows and drafts, for `update`, `delete` and so on of queries, also with `returning`, and for partial updates. To
/// call them, the rows are read before, and drafts are inserted one by one. They aren't called for operations of relationships, for
/// `inserting`, `insert(from:)`, named queries and raw SQL, and for what the database itself does: cascades and triggers.
public struct ModelHooks<M: Model>: WriteHooks {
  /// Called before a draft is inserted, or may be by an upsert: it can change the draft, or throw.
  public var willInsert: (@Sendable (_ draft: inout M.Draft, _ db: any WriteTransaction) throws -> Void)?
  /// Called after a row was inserted. A row that `save` inserts has no draft, so only this is called.
  public var didInsert: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)?
  /// Called before a row is updated: it can change the new row, or throw. What only the database computes (the update of a query, an
  /// upsert, a partial update) has been done already; if the new row is changed, it is updated again.
  public var willUpdate: (@Sendable (_ old: M, _ new: inout M, _ db: any WriteTransaction) throws -> Void)?
  /// Called after a row was updated, or restored.
  public var didUpdate: (@Sendable (_ old: M, _ new: M, _ db: any WriteTransaction) throws -> Void)?
  /// Called before a row is deleted.
  public var willDelete: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)?
  /// Called after a row was deleted, also by `@softDelete`. The row is as it was before.
  public var didDelete: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)?

  /// Creates hooks of these functions.
  public init(
    willInsert: (@Sendable (_ draft: inout M.Draft, _ db: any WriteTransaction) throws -> Void)? = nil,
    didInsert: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)? = nil,
    willUpdate: (@Sendable (_ old: M, _ new: inout M, _ db: any WriteTransaction) throws -> Void)? = nil,
    didUpdate: (@Sendable (_ old: M, _ new: M, _ db: any WriteTransaction) throws -> Void)? = nil,
    willDelete: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)? = nil,
    didDelete: (@Sendable (_ row: M, _ db: any WriteTransaction) throws -> Void)? = nil
  ) {
    (self.willInsert, self.didInsert) = (willInsert, didInsert)
    (self.willUpdate, self.didUpdate) = (willUpdate, didUpdate)
    (self.willDelete, self.didDelete) = (willDelete, didDelete)
  }
}

/// ``ModelHooks`` of any model.
public protocol WriteHooks: Sendable {}

/// The hooks of a store.
public final class _HookTable: Sendable {
  /// The hooks of each model, by the name of its table.
  let byTable: [String: [any _AnyModelHooks]]

  /// Creates a table of hooks; `nil` if there are none.
  public init?(_ hooks: [any WriteHooks]) {
    guard !hooks.isEmpty else { return nil }
    byTable = Dictionary(grouping: hooks.compactMap { $0 as? any _AnyModelHooks }) { $0.tableName }
  }

  private init() { byTable = [:] }

  /// No hooks.
  static let empty = _HookTable()
}

/// What the table of hooks needs to know of them.
protocol _AnyModelHooks: WriteHooks {
  var tableName: String { get }
  /// Makes a change of a query's rows, and calls the hooks for each row.
  func changing<Result>(_ core: ChangeCore, in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result
}

extension ModelHooks: _AnyModelHooks {
  var tableName: String { M.table.name }

  func changing<Result>(
    _ core: ChangeCore, in db: some WriteTransaction, _ body: () throws -> Result
  ) throws -> Result {
    guard let run = HookRun<M>(db) else { return try body() }
    return try run.change(core, in: db, body)
  }
}

/// Calls the hooks of a model around what is written, and checks that it is in the scopes of the transaction.
@usableFromInline
struct HookRun<M: Model> {
  let hooks: [ModelHooks<M>]

  /// `nil` if the store has no hooks of the model, and no scope limits its rows.
  @usableFromInline
  init?(_ db: some WriteTransaction) {
    let hooks = db._hooks?.byTable[M.table.name]
    guard hooks != nil || db.limits(M.self) else { return nil }
    self.hooks = hooks?.compactMap { $0 as? ModelHooks<M> } ?? []
  }

  @usableFromInline
  func insert(_ draft: M.Draft, in db: some WriteTransaction, _ insertion: (M.Draft) throws -> M) throws -> M {
    try db.savepoint { try inserted(insertion(changed(draft, db)), db) }
  }

  /// Inserts a draft if its row isn't present.
  @usableFromInline
  func insertUnlessPresent(
    _ draft: M.Draft, in db: some WriteTransaction, _ insertion: (M.Draft) throws -> M?
  ) throws -> M? {
    try db.savepoint { try insertion(changed(draft, db)).map { try inserted($0, db) } }
  }

  /// Inserts a draft, or changes the row with the same key.
  @usableFromInline
  func upsert(
    _ draft: M.Draft, on key: UniqueKey<M>, in db: some WriteTransaction, _ upsert: (M.Draft) throws -> M?
  ) throws -> UpsertOutcome<M>? {
    try db.savepoint {
      let draft = try changed(draft, db)
      if let row = try draft.writingChildren(in: db, { try $0.insert(ConflictCore(skipping: key), in: db._unscoped) }) {
        return UpsertOutcome(row: try inserted(row, db), isInserted: true)
      }
      let (current, new) = (_Source(M.table), _Source(M.table))
      let unchanged = ConflictCore(updating: key, [] as [Assignment<M>], where: nil, current: current, new: new)
      guard let old = try draft.insert(unchanged, in: db._unscoped) else { return nil }
      try db.requireInScope(M.self, [old.id])
      guard let row = try upsert(draft) else { return nil }
      return UpsertOutcome(row: try settled(old, row, db), isInserted: false)
    }
  }

  @usableFromInline
  func update(_ row: M, in db: some WriteTransaction) throws -> M {
    try db.savepoint {
      let old = try M.find(row.id, in: db)
      var row = row
      for hooks in hooks { try hooks.willUpdate?(old, &row, db) }
      return try updated(old, row._updateRow(in: db._unscoped), db)
    }
  }

  @usableFromInline
  func save(_ row: M, in db: some WriteTransaction) throws -> M {
    try db.savepoint {
      guard let old = try M.fetch(row.id, in: db) else {
        if try db.limits(M.self) && M.fetch(row.id, in: db._unscoped) != nil { try db.requireInScope(M.self, [row.id]) }
        return try inserted(row._saveRow(in: db._unscoped), db)
      }
      var row = row
      for hooks in hooks { try hooks.willUpdate?(old, &row, db) }
      return try updated(old, row._saveRow(in: db._unscoped), db)
    }
  }

  /// Deletes the row that `fetch` returns.
  @usableFromInline
  func delete(in db: some WriteTransaction, _ fetch: () throws -> M?, _ deletion: () throws -> Bool) throws -> Bool {
    try db.savepoint {
      guard let row = try fetch() else { return try db.limits(M.self) ? false : deletion() }
      for hooks in hooks { try hooks.willDelete?(row, db) }
      guard try deletion() else { return false }
      for hooks in hooks { try hooks.didDelete?(row, db) }
      return true
    }
  }

  /// Changes the row with a key, which `fetch` returns, by a statement.
  @usableFromInline
  func write(
    _ id: M.ID, in db: some WriteTransaction, _ fetch: () throws -> M?, _ body: () throws -> M
  ) throws -> M {
    try db.savepoint {
      try db.requireInScope(M.self, [id])
      let old = try fetch()
      let row = try body()
      return try old.map { try settled($0, row, db) } ?? row
    }
  }

  func change<Result>(_ core: ChangeCore, in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    let isDeletion: Bool
    var query = core.query
    switch core.kind {
    case .insert, .failure: return try body()
    case .update where core.isNothing: return try body()
    case .update: isDeletion = false
    case .delete, .deletePermanently: isDeletion = true
    case .restore: (isDeletion, query) = (false, query.seeing(.only))
    }
    return try db.savepoint {
      let rows = try Query<M>(core: query).fetchAll(in: db)
      if isDeletion { for row in rows { for hooks in hooks { try hooks.willDelete?(row, db) } } }
      let result = try body()
      if isDeletion {
        for row in rows { for hooks in hooks { try hooks.didDelete?(row, db) } }
      } else {
        try db.requireInScope(M.self, rows.map(\.id))
        guard !hooks.isEmpty else { return result }
        for old in rows {
          let new: M? = try db.fetchInScope(old.id, deletedRows: .included)
          if let new { _ = try settled(old, new, db) }
        }
      }
      return result
    }
  }

  private func changed(_ draft: M.Draft, _ db: some WriteTransaction) throws -> M.Draft {
    var draft = draft
    for hooks in hooks { try hooks.willInsert?(&draft, db) }
    return draft
  }

  private func inserted(_ row: M, _ db: some WriteTransaction) throws -> M {
    try db.requireInScope(M.self, [row.id])
    for hooks in hooks { try hooks.didInsert?(row, db) }
    return row
  }

  private func updated(_ old: M, _ new: M, _ db: some WriteTransaction) throws -> M {
    try db.requireInScope(M.self, [new.id])
    for hooks in hooks { try hooks.didUpdate?(old, new, db) }
    return new
  }

  /// Calls the hooks for a row that a statement has updated.
  private func settled(_ old: M, _ stored: M, _ db: some WriteTransaction) throws -> M {
    var new = stored
    for hooks in hooks { try hooks.willUpdate?(old, &new, db) }
    var (before, after) = (BindingCollector(), BindingCollector())
    stored.bindUpdate(to: &before)
    new.bindUpdate(to: &after)
    return try updated(old, before.bindings == after.bindings ? stored : new._updateRow(in: db._unscoped), db)
  }
}
