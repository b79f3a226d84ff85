#if PostgreSQL
  import PostilQuery
  import PostilSQL

  /// The names of the statements that a connection has prepared on its server.
  ///
  /// Behind a pooler, the next transaction can have another connection to the server, with statements that another program prepared. The
  /// name of a statement is therefore a hash of its SQL and the types of its parameters, so the same name is the same statement for everybody.
  struct StatementNames {
    /// The beginning of all names.
    private static let prefix = "postil_statement_"

    /// How many statements of the connection use each name.
    private var uses: [String: Int] = [:]
    /// The names of them that no statement uses. The next transaction deallocates them.
    private var unused: Set<String> = []
    /// Names on the server that aren't used again.
    private var outdated: [String] = []
    /// Part of the names, so that a statement that failed or is out of date is prepared under another one.
    private var generation = 0

    /// Whether an error of the server is about a statement with one of these names. Servers report errors in many languages.
    static func areIn(_ message: String) -> Bool { message.contains(prefix) }

    /// The number of statements that the server keeps although they aren't used.
    var unusedCount: Int { outdated.count + unused.count }

    /// The name of a statement, and whether it is prepared already.
    func name(of sql: String, _ types: [UInt32]) -> (name: String, isPrepared: Bool) {
      let name = Self.name(of: sql, types, generation)
      return (name, uses[name] != nil)
    }

    static func name(of sql: String, _ types: [UInt32], _ generation: Int) -> String {
      let text = "\(types) \(sql)"
      // Two hashes of 64 bits that have nothing in common.
      let word = Array(text.utf8).withUnsafeBytes { String($0.fingerprint, radix: 16) }
      return "\(prefix)\(Fingerprint.hexadecimal(of: text))\(word)" + (generation == 0 ? "" : "_\(generation)")
    }

    /// A statement uses a name.
    mutating func use(_ name: String) {
      uses[name, default: 0] += 1
      unused.remove(name)
    }

    /// A statement no longer uses its name.
    mutating func release(_ name: String) {
      guard let count = uses[name], count > 0 else { return }
      uses[name] = count - 1
      if count == 1 { unused.insert(name) }
    }

    /// The statement couldn't be prepared. A pooler may remember its name all the same.
    mutating func skipName() { generation += 1 }

    /// No statement is used any more.
    /// - Parameter areOnServer: whether the server still has them.
    mutating func releaseAll(areOnServer: Bool) {
      outdated = areOnServer ? outdated + uses.keys : []
      (uses, unused) = ([:], [])
      generation += 1
    }

    /// The commands that make the server forget the statements that are no longer used, to be added to others.
    mutating func takeDeallocations() -> String {
      guard unusedCount > 0 else { return "" }
      let names = outdated + unused
      for name in unused { uses[name] = nil }
      (outdated, unused) = ([], [])
      return names.map { "; DEALLOCATE \($0)" }.joined()
    }
  }
#endif
