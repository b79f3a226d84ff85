extension SQLRenderer {
  /// Writes that an entry of an index matches.
  ///
  /// FTS5 answers `MATCH`, and what is asked about the match, of a table that the statement reads and only where it must be
  /// true of every row. There the index is joined; anywhere else, and for a second match, it is a subquery.
  mutating func writeMatch(_ text: BoundValue, of entry: _Source, above level: Precedence) {
    guard let path = entry.node.path, let row = entry.node.parent else { return }
    // The statements that keep the index up to date run in addition to what is returned.
    if changedTable != nil { return fail(.returningReadsChangedTable(table: path.target.name)) }
    writeParenthesized(level > .comparison) { renderer in
      if let table = renderer.tableToMatch(entry.node) {
        renderer.scopes[renderer.scopes.count - 1].tables[table].isMatched = true
        let alias = renderer.scopes[renderer.scopes.count - 1].tables[table].alias
        renderer.writeColumn(path.target.name, of: alias)
        renderer.write(" MATCH ")
        renderer.writeValue(text)
      } else {
        renderer.writeColumn(path.near[0], of: _Source(node: row))
        renderer.write(" IN (SELECT ")
        renderer.writeIdentifier(path.far[0])
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

  /// The joined index on which a `MATCH` can be used, by its place in the innermost statement.
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

  /// Refuses a statement that uses values of a match but has no match.
  mutating func checkMatches() {
    for table in scopes.last?.tables ?? [] where table.needsMatch && !table.isMatched {
      fail(.fullTextWithoutMatch(table: table.path?.target.name ?? ""))
    }
  }
}
