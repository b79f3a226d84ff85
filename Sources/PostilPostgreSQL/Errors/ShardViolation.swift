#if PostgreSQL
  /// The constraint of a table that a row of one of its shards violates. Citus passes on the message of the shard's server, without the
  /// fields with the names, and for `COPY` without the code. The names in the message are those of the shard: `project_pkey_102074`.
  struct ShardViolation: Equatable {
    /// The SQLSTATE.
    let code: String
    var table = ""
    var constraint = ""
    var column = ""

    /// Reads a message.
    /// - Parameter uniqueKeys: the names of the tables and their unique keys: `project.project_pkey`.
    /// - Parameter foreignKeys: the same of foreign keys.
    /// - Returns: `nil` if the message names no constraint of these tables.
    init?(_ message: String, uniqueKeys: some Sequence<String>, foreignKeys: some Sequence<String>) {
      func keys(_ names: some Sequence<String>) -> [(table: Substring, name: Substring)] {
        names.compactMap { name in
          name.firstIndex(of: ".").map { (name[..<$0], name[name.index(after: $0)...]) }
        }
      }
      let uniqueKeys = keys(uniqueKeys)
      func table(_ shard: String) -> String? {
        uniqueKeys.first { Self.isShard(shard, of: $0.table) }.map { String($0.table) }
      }
      let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
      let names = parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
      guard let first = names.first else { return nil }
      if let key = uniqueKeys.first(where: { Self.isShard(first, of: $0.name) }) {
        (code, self.table, constraint) = ("23505", String(key.table), String(key.name))
      } else if names.count > 1, let found = table(names[1]) {
        // null value in column "name" of relation "project_102074"
        (code, self.table, column) = ("23502", found, first)
      } else if names.count > 1, let found = table(names.count > 2 ? names[2] : first) {
        // delete on table "project_102079" violates foreign key constraint "item_project_fkey_102111" on table "item_102111"
        self.table = found
        let key = keys(foreignKeys).first { $0.table == found && Self.isShard(names[1], of: $0.name) }
        // The name of a check is the same in all shards.
        (code, constraint) = key.map { ("23503", String($0.name)) } ?? ("23514", names[1])
      } else {
        return nil
      }
    }

    /// Whether a name is that of a table or key, followed by the number of a shard. A long one is shortened, and followed by a hash of eight
    /// digits. Source: Citus 13, `AppendShardIdToName`.
    static func isShard(_ shard: String, of name: Substring) -> Bool {
      guard let end = shard.lastIndex(of: "_"), shard[end...].dropFirst().allSatisfy(\.isNumber) else { return false }
      let rest = shard[..<end]
      return rest == name || shard.utf8.count >= 60 && name.hasPrefix(rest.dropLast(9))
    }
  }
#endif
