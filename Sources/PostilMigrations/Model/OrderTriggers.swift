import PostilSQL

/// Ordered relationships and their limits, read from the SQL of their triggers, so that they are known for both schemas
/// of a comparison.
struct OrderShape {
  /// The table of the members, and its position column.
  var table: String
  var position: String
  /// The columns that reference the owner.
  var owner: [String]
  /// The table of counts.
  var counts: String
  /// The condition for counting a row, with `NEW.` before its columns.
  var condition: [SQLToken]
  /// The whole trigger.
  private var tokens: [SQLToken]

  /// Reads `INSERT INTO "counts" (owner…, "level", "node", "count") SELECT NEW.owner…, column1, NEW.position >> column1, 1 …`.
  init?(_ trigger: TriggerShape) {
    let (tokens, table) = (trigger.tokens, trigger.owner)
    guard tokens.contains(where: { $0.is("after") }), tokens.contains(where: { $0.is("insert") }),
      let begin = tokens.firstIndex(where: { $0.is("begin") }), begin + 3 < tokens.count,
      tokens[begin + 1].is("insert"), let open = tokens[begin...].firstIndex(where: { $0.is("(") }),
      let close = tokens.closing(of: open)
    else { return nil }
    let columns = tokens[(open + 1)..<close].splitAtCommas.compactMap { $0.first?.name }
    guard columns.suffix(3) == ["level", "node", "count"], columns.count > 3,
      let shift = tokens[close...].indices.dropLast(2).first(where: { tokens[$0].is(">>") }),
      tokens[shift - 3].is("new")
    else { return nil }
    self.table = table
    counts = tokens[open - 1].name
    owner = Array(columns.dropLast(3))
    position = tokens[shift - 1].name
    if let when = tokens[..<begin].firstIndex(where: { $0.is("when") }) {
      condition = Array(tokens[(when + 1)..<begin])
    } else {
      condition = []
    }
    self.tokens = tokens
  }

  /// What is counted, independent of the names of the table, its columns and the count table. It is equal for two
  /// orders with the same counts for the same rows.
  /// - Parameter column: the name of another column of the table in the comparison.
  func meaning(_ column: (String) -> String) -> String {
    var names = [table.foldedName: "#table", counts.foldedName: "#counts", position.foldedName: "#position"]
    for (index, name) in owner.enumerated() { names[name.foldedName] = "#owner\(index)" }
    // CREATE TRIGGER name …
    return tokens.dropFirst(3).map { token in
      token.nameKey.map { names[$0] ?? SQLText.token(column(token.name)) } ?? token.text
    }.joined(separator: " ")
  }

  /// The condition with another row name.
  func condition(on row: String) -> String {
    guard !condition.isEmpty else { return "true" }
    return condition.onOneLine { condition[$0].is("new") ? row : nil }
  }
}

/// A limit on the members of a relationship.
struct ArityShape {
  /// Whether it is a minimum; otherwise it is a maximum.
  var isMinimum: Bool
  var limit: Int
  /// The trigger's name without the part after the relationship.
  var subject: String
  /// The table of the trigger.
  var table: String
  /// The condition of a row that violates the limit, with `NEW.` before its columns.
  var condition: [SQLToken]

  init?(_ trigger: TriggerShape) {
    let (tokens, table) = (trigger.tokens, trigger.owner)
    guard let begin = tokens.firstIndex(where: { $0.is("begin") }) else { return nil }
    self.table = table
    if let range = Self.suffix("_insert_max_trigger", of: trigger.name),
      tokens.contains(where: { $0.isText && $0.source.hasPrefix("'MAX constraint failed: ") }),
      let when = tokens[..<begin].firstIndex(where: { $0.is("when") }), let limit = Int(tokens[begin - 1].text)
    {
      isMinimum = false
      subject = range
      self.limit = limit
      condition = Array(tokens[(when + 1)..<begin])
    } else if let range = Self.suffix("_owner_insert_min_trigger", of: trigger.name),
      let place = tokens[begin...].firstIndex(where: { $0.is("where") }),
      let end = tokens[place...].indices.dropLast().first(where: {
        tokens[$0].is("on") && tokens[$0 + 1].is("conflict")
      }),
      let limit = Int(tokens[end - 1].text)
    {
      isMinimum = true
      subject = range
      self.limit = limit
      condition = Array(tokens[(place + 1)..<end])
    } else {
      return nil
    }
  }

  /// The columns of the row that the condition reads.
  var columns: [String] {
    var names: [String] = []
    for index in condition.indices.dropLast(2) where condition[index].is("new") && condition[index + 1].is(".") {
      let name = condition[index + 2].name
      if !names.contains(where: { $0.isSameName(as: name) }) { names.append(name) }
    }
    return names
  }

  /// The part before `suffix`, which a number may follow.
  private static func suffix(_ suffix: String, of name: String) -> String? {
    var name = name[...]
    while let last = name.last, last.isNumber { name.removeLast() }
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
  }
}

extension Side {
  /// Whether a table contains only data that triggers derive from other tables: counts of positions, or owners with too
  /// few members.
  func isDerived(_ table: TableShape) -> Bool {
    let names = table.columns.map { $0.name.foldedName }
    if names.count > 3, names.suffix(3) == ["level", "node", "count"] {
      return orders.contains { $0.counts.isSameName(as: table.name) }
    }
    if names.count > 2, names.suffix(2) == ["missing", "found"] {
      return table.table.foreignKeys.contains { $0.referencedTable.isSameName(as: table.name) }
        && table.definition.constraints.contains {
          $0.kind == .check && $0.tokens.dropFirst(2).dropLast().meaning == "found is null"
        }
    }
    return false
  }
}
