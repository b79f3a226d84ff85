#if PostgreSQL
  import PostilQuery

  /// The argument of a `read` block: an open transaction that reads one snapshot of the database.
  ///
  /// It can be used only inside its block; afterwards every call throws `TransactionMisuse`.
  public struct PostgreSQLReadTransaction: _PostgreSQLTransaction {
    /// The transaction of the block.
    public let _use: _TransactionUse

    init(_ connection: PostgreSQLConnection, _ serial: UInt64) { _use = _TransactionUse(connection, serial) }
  }
#endif
