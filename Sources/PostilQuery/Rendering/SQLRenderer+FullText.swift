extension SQLRenderer {
  /// Writes the condition that an entry of a full-text index matches.
  ///
  /// FTS5 supports `MATCH`, and functions of the match, only for a table of the same statement, and only if the match must be
  /// true for every row. In that case, the index is joined. In all other cases, and for a second match, it is a subquery.
  mutating func writeMatch(_ text: BoundValue, of entry: _Source, above level: Precedence) {
    guard let path = entry.node.path, let row = entry.node.parent else { return }
    // The statements that keep the index up to date run together with the one that returns rows.
    if changedTable != nil { return fail(.returningReadsChangedTable(table: path.target.name)) }
    writeParenthesized(level > .comparison) { renderer in
      if let table = renderer.tableToMatch(entry.node) {
        renderer.scopes[renderer.scopes.count - 1].tables[table].isMatched = true
        let alias = renderer.scopes[renderer.scopes.count - 1].tables[table].alias
        renderer.writeColumn(path.target.name, of: alias)
        renderer.write(" MATCH ")
        renderer.writeValue(text)
      } else {
        renderer.reads?.isComplete = false
        if path.near.count > 1 { renderer.write("(") }
        for (index, name) in path.near.enumerated() {
          if index > 0 { renderer.write(", ") }
          renderer.writeColumn(name, of: _Source(node: row))
        }
        renderer.write(path.near.count > 1 ? ") IN (SELECT " : " IN (SELECT ")
        renderer.writeIdentifiers(path.far)
        renderer.write(" FROM ")
        renderer.writeIdentifier(path.target.name)
        renderer.write(" WHERE ")
        renderer.writeIdentifier(path.target.name)
        renderer.write(" MATCH ")
        renderer.writeValue(text)
        renderer.write(")")
      }
    }
  }

  /// The position in the innermost statement of the joined index to which `MATCH` can be applied.
  private mutating func tableToMatch(_ entry: SourceNode) -> Int? {
    let scope = scopes.count - 1
    guard isConjunct, scope >= 0, scopes[scope].takesJoins, let row = entry.parent, let path = entry.path,
      scopeIndex(of: row) == scope
    else { return nil }
    let parent = place(of: row, in: scope).table
    if scopes[scope].tables[parent].isLeft { return nil }
    if let table = scopes[scope].table(after: parent, by: path), scopes[scope].tables[table].isMatched { return nil }
    return place(of: entry, in: scope).table
  }

  /// Writes a function of a match.
  mutating func writeFullText(_ function: FullTextFunction, of entry: _Source) {
    guard let name = entry.node.path?.target.name else { return }
    guard let scope = scopeIndex(of: entry.node), scopes[scope].takesJoins else {
      return fail(.fullTextWithoutMatch(table: name))
    }
    let place = place(of: entry.node, in: scope)
    scopes[scope].tables[place.table].needsMatch = true
    let alias = alias(of: place)
    switch function {
    case .rank: writeColumn("rank", of: alias)
    case .bm25(let weights):
      write("bm25(")
      writeColumn(name, of: alias)
      for weight in weights {
        write(", ")
        writeValue(.real(weight))
      }
      write(")")
    case .highlight(let column, let open, let close):
      write("coalesce(highlight(")
      writeArguments(name, alias, column, [open, close])
      write("), '')")
    case .snippet(let column, let open, let close, let ellipsis, let words):
      write("coalesce(snippet(")
      writeArguments(name, alias, column, [open, close, ellipsis])
      write(", ")
      writeValue(.integer(Int64(words)))
      write("), '')")
    }
  }

  private mutating func writeArguments(_ name: String, _ alias: Int, _ column: Int, _ texts: [String]) {
    writeColumn(name, of: alias)
    write(", ")
    writeValue(.integer(Int64(column)))
    for text in texts {
      write(", ")
      writeValue(.text(text))
    }
  }

  /// Rejects a statement that uses values of a match but doesn't contain the match.
  mutating func checkMatches() {
    for table in scopes.last?.tables ?? [] where table.needsMatch && !table.isMatched {
      fail(.fullTextWithoutMatch(table: table.path?.target.name ?? ""))
    }
  }
}
