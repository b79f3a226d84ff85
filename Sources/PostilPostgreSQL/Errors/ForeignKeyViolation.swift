#if PostgreSQL
  import PostilQuery
  import PostilSQL

  /// The table that a statement changes, and how.
  struct ChangedTable {
    let verb: SQLToken
    let name: String
    /// Whether an insert can update rows instead: `ON CONFLICT … DO UPDATE`.
    let updates: Bool

    /// - Returns: `nil` for a statement that changes no table, such as `COMMIT`.
    init?(_ sql: String) {
      let tokens = SQLLexer.tokens(of: sql)
      var depth = 0
      // The statements of a `WITH` are in parentheses.
      let verb = tokens.firstIndex { token in
        depth += token.is("(") ? 1 : token.is(")") ? -1 : 0
        return depth == 0 && token.is(in: ["insert", "update", "delete"])
      }
      guard let verb else { return nil }
      var rest = tokens[(verb + 1)...].drop { $0.is(in: ["into", "from", "only"]) }
      // The name after the schema's.
      while rest.count > 2, rest[rest.startIndex + 1].is(".") { rest = rest.dropFirst(2) }
      guard let name = rest.first, name.isName else { return nil }
      self.verb = tokens[verb]
      self.name = name.name
      updates = zip(rest, rest.dropFirst()).contains { $0.is("do") && $1.is("update") }
    }
  }

  extension ServerSchema {
    /// The error for a foreign key that a statement violates.
    /// - Parameters:
    ///   - table: the table with the foreign key.
    ///   - changed: what the statement changes; `nil` at the end of a transaction.
    func foreignKeyViolation(of table: String, _ constraint: String, changing changed: ChangedTable?)
      -> ConstraintViolation
    {
      let parent = referencedTable(ofConstraint: constraint, table)
      guard let changed else {
        return .foreignKey(table: name(of: table).with(parent.map { .missingAtEnd(model: name(of: $0).model) }))
      }
      let isDelete = changed.verb.is("delete")
      let stored = storedTable(changed.name)
      let isChild = stored.isSameName(as: table)
      let isParent = parent.map { stored.isSameName(as: $0) } ?? false
      // A delete can also cascade to the referenced table.
      if isDelete || isParent && !isChild {
        return .foreignKey(
          table: name(of: changed.name).with(.referenced(by: [name(of: table).model], isDeleted: isDelete)))
      }
      let isCertain = isChild && (!isParent || changed.verb.is("insert") && !changed.updates)
      return .foreignKey(table: name(of: isChild ? changed.name : table).with(isCertain ? .missing : nil))
    }
  }
#endif
