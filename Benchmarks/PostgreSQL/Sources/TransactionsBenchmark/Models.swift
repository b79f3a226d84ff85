import Foundation
import Postil

// The tables of pgbench.

// @table("pgbench_accounts")
struct Account: Sendable {
  // @primaryKey
  let aid: Int32
  // @column("bid")
  var branchID: Int32?
  // @column("abalance")
  var balance: Int32?
}

// @table("pgbench_tellers")
struct Teller: Sendable {
  // @primaryKey
  let tid: Int32
  // @column("tbalance")
  var balance: Int32?
}

// @table("pgbench_branches")
struct Branch: Sendable {
  // @primaryKey
  let bid: Int32
  // @column("bbalance")
  var balance: Int32?
}

/// pgbench's table of changes, with a key.
// @table("pgbench_history")
struct Change: Identifiable, Sendable {
  let id: ID
  // @column("tid")
  var tellerID: Int32?
  // @column("bid")
  var branchID: Int32?
  // @column("aid")
  var accountID: Int32?
  var delta: Int32?
  var mtime: Date?
}
