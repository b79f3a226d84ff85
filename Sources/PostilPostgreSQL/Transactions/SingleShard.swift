#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL

  extension _PostgreSQLTransaction {
    /// Requires on Citus that the transaction uses a single shard, that of the first row that it uses, so that it is isolated as on
    /// PostgreSQL:
    ///
    /// ```swift
    /// try await store.write { db in
    ///   try db.requireSingleShard()
    ///   …
    /// }
    /// ```
    ///
    /// A statement that uses another shard, or several, throws ``SingleShardViolation``, and the transaction isn't committed, even if the
    /// block catches the error. If the shard moves to another server meanwhile, the block is run again. Reference tables can be read, but
    /// not changed. Tables on the coordinator can't be used, which is checked at the end of the block. On other servers this does nothing.
    /// - Throws: `TransactionMisuse` if it isn't called before the statements of the outermost block.
    public func requireSingleShard() throws {
      try _use.check()
      try _use.connection.requireSingleShard()
    }
  }

  /// A block that called `requireSingleShard()` used rows outside of its shard. Nothing was changed.
  public struct SingleShardViolation: Error, Sendable, CustomStringConvertible {
    /// The table with these rows; `nil` if it isn't known.
    public let table: String?
    /// The line of the program: of the statement, or of the block.
    public let callSite: CallSite?
    let reason: String

    /// What was used, and what to write instead.
    public var description: String {
      (callSite.map { "\($0): " } ?? "")
        + "the block requires a single shard, and \(table.map { "'\($0)'" } ?? "a statement") \(reason)"
    }
  }

  /// The shards of Citus that a transaction uses, of which one is allowed.
  struct SingleShard {
    /// What a command of Citus names.
    private struct Use {
      var name: String
      var isChange: Bool
      var server: String
    }

    /// Citus then reports each command that it sends to a server, or runs on the coordinator. Source: Citus 13, `LogRemoteCommand`.
    static let settings = ["SET LOCAL client_min_messages = notice", "SET LOCAL citus.log_remote_commands = on"]

    private var uses: [Use] = []
    /// Whether a command was for several servers, whatever it names.
    private var isForSeveral = false
    /// The part of all tables that the first shard belongs to.
    private var part: String?
    /// The server of that shard, and the connection of Citus to it.
    private var server: String?
    /// A ``SingleShardViolation``, or the conflict with a move of the shard.
    private(set) var failure: (any Error)?

    var isChecked: Bool { uses.isEmpty && !isForSeveral }
    /// The numbers of the shards that aren't checked yet.
    var numbers: Set<Substring> { Set(uses.compactMap { Self.number(of: $0.name) }) }

    /// Reads a command: `UPDATE public.item_102120 item SET …`. The names of shards follow that of their schema.
    /// - Parameter server: `on server postgres@127.0.0.1:9711 connectionId: 2`; empty for the coordinator.
    mutating func note(_ command: String, _ server: String) {
      let tokens = SQLLexer.tokens(of: command)
      for (index, token) in tokens.enumerated() where token.isName {
        if token.name.hasPrefix("worker_"), tokens.indices.contains(index + 1), tokens[index + 1].is("(") {
          // Changes of the schema, and rows that move between servers.
          isForSeveral = true
        }
        guard index > 2, tokens[index - 1].is("."), Self.number(of: token.name) != nil else { continue }
        let isDeletion = tokens[index - 3].is("from") && index > 3 && tokens[index - 4].is("delete")
        let isChange = isDeletion || tokens[index - 3].is(in: ["into", "update", "copy", "table"])
        uses.append(Use(name: token.name, isChange: isChange, server: server))
      }
    }

    /// The digits after the last `_`.
    static func number(of name: String) -> Substring? {
      guard let end = name.lastIndex(of: "_") else { return nil }
      let number = name[name.index(after: end)...]
      return (1...18).contains(number.utf8.count) && number.utf8.allSatisfy { (48...57).contains($0) } ? number : nil
    }

    /// Compares what the last commands used with what the transaction used before.
    /// - Parameters:
    ///   - shards: the known shards, by their numbers.
    ///   - table: the table of the program of which a name is a shard's.
    mutating func check(
      _ shards: [Substring: CitusShard], _ table: (String) -> String?, at callSite: CallSite?
    ) throws {
      let isForSeveral = isForSeveral
      let uses = uses
      (self.uses, self.isForSeveral) = ([], false)
      for use in uses {
        let known = Self.number(of: use.name).flatMap { shards[$0] }.flatMap {
          ShardViolation.isShard(use.name, of: $0.table[...]) ? $0 : nil
        }
        // One that was made after the transaction's snapshot, such as by a split.
        guard let shard = known ?? table(use.name).map({ CitusShard(table: $0, part: use.name) }) else { continue }
        guard let found = shard.part else {
          if use.isChange {
            try refuse(
              shard.table, "is a reference table, which is changed on every server; change it in a block of its own",
              callSite)
          }
          continue
        }
        if part == nil { (part, server) = (found, use.server) }
        if part != found {
          try refuse(
            shard.table,
            "is used on another one; compare its distribution column with the same value in each statement",
            callSite)
        }
        // The new server has a snapshot of its own.
        if server != use.server {
          let message = "the shard of '\(shard.table)' has moved to another server during the block"
          let conflict = PostgreSQLError(code: "40001", message: message, detail: nil, sql: nil)
          failure = conflict
          throw conflict
        }
      }
      if isForSeveral { try refuse(nil, "runs on several servers; run it in a block of its own", callSite) }
    }

    /// - Throws: ``SingleShardViolation``
    mutating func refuse(_ table: String?, _ reason: String, _ callSite: CallSite?) throws {
      let violation = SingleShardViolation(table: table, callSite: callSite, reason: reason)
      failure = violation
      throw violation
    }
  }

  /// A shard of a table.
  struct CitusShard {
    var table: String
    /// The shards of other tables with the same part are on the same server; `nil` for a reference table.
    var part: String?
  }

  extension PostgreSQLConnection {
    func requireSingleShard() throws {
      guard schema.isCitus, singleShard == nil else { return }
      guard isUntouched, depth == 0 else {
        throw TransactionMisuse.statementNotAllowed(
          sql: "requireSingleShard()",
          reason: "statements that ran before weren't checked; call this first in the outermost block")
      }
      unsent += SingleShard.settings
      singleShard = SingleShard()
    }

    /// Checks the shards that the last statement used, if the block requires a single one.
    func checkShards() throws {
      guard var used = singleShard, !used.isChecked else { return }
      // The query below isn't checked.
      singleShard = nil
      defer { singleShard = used }
      let unknown = used.numbers.filter { shards[$0] == nil }
      if !unknown.isEmpty {
        for row in try texts(Self.shardsQuery, ["{\(unknown.joined(separator: ","))}"]) {
          guard let number = row[0], let table = row[1] else { continue }
          shards[Substring(number)] = CitusShard(table: table, part: row[2])
        }
      }
      do { try used.check(shards, { schema.table(ofShard: $0) }, at: callSite ?? blockCallSite) } catch {
        if let moved = error as? PostgreSQLError { conflict = conflict ?? moved }
        throw error
      }
    }

    /// Checks at the end of a block that requires a single shard that it used no other one, and no table of the coordinator.
    func endSingleShard() throws {
      guard let required = singleShard, hasBegun else { return }
      if let failure = required.failure { throw failure }
      // A transaction that has failed isn't committed anyway.
      guard PQtransactionStatus(handle) == PQTRANS_INTRANS else { return }
      try checkShards()
      if let table = try texts(Self.tablesOfCoordinator).first?[0] {
        try singleShard?.refuse(
          table, "isn't distributed, so it is on another server; use it in a block of its own", blockCallSite)
      }
      singleShard = nil
    }

    private static let shardsQuery = """
      SELECT s.shardid, c.relname, CASE WHEN p.partmethod <> 'n' OR p.repmodel <> 't' THEN concat(p.colocationid, ' ', s.shardminvalue) END
      FROM pg_dist_shard s JOIN pg_dist_partition p USING (logicalrelid) JOIN pg_class c ON c.oid = s.logicalrelid
      WHERE s.shardid = ANY ($1::bigint[])
      """

    /// The tables that the transaction has locked on the coordinator, except temporary ones, those of the system and those of Citus. The
    /// locks of reads last beyond savepoints that are rolled back. Source: PostgreSQL 15, section 13.2.3.
    private static let tablesOfCoordinator = """
      SELECT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND c.relkind IN ('r', 'p', 'm', 'f') AND c.relpersistence <> 't' AND c.oid >= 16384
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid) AND NOT relation_is_a_known_shard(c.oid)
      ORDER BY 1
      """
  }
#endif
