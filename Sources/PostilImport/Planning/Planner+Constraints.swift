import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// Unique keys, indexes, triggers and full-text indexes.
extension Planner {
  // MARK: Unique keys

  /// The unique constraints of the table itself. Unique indexes are handled with the indexes.
  func addUniqueKeys(of table: CatalogTable, to result: inout ImportedStruct) {
    var seen: Set<[String]> = []
    for index in table.indexes where index.origin == .uniqueConstraint {
      let columns = index.terms.compactMap(\.column)
      guard columns.count == index.terms.count, seen.insert(columns.map(\.foldedName)).inserted else { continue }
      let properties = columns.compactMap { result.property(of: $0)?.name }
      guard properties.count == columns.count else { continue }
      let habit = ObjectName.uniqueKey(of: table.name, columns: columns)
      let name = isNotesAlone(table) ? constraintName(of: columns, in: table) : nil
      let argument = name.flatMap { $0 == habit ? nil : "name: \(SwiftLiteral.string($0))" }
      if columns.count == 1, let position = result.properties.firstIndex(where: { $0.name == properties[0] }) {
        result.properties[position].notes.append(
          ImportedStruct.Note(argument.map { "@unique(\($0))" } ?? "@unique"))
      } else {
        let arguments = properties + (argument.map { [$0] } ?? [])
        result.notes.append(ImportedStruct.Note("@unique(\(arguments.joined(separator: ", ")))"))
      }
    }
  }

  private func constraintName(of columns: [String], in table: CatalogTable) -> String? {
    table.definition?.constraints.compactMap(\.constraint)
      .first { $0.kind == .unique && $0.columns.map(\.foldedName) == columns.map(\.foldedName) }?.name
  }

  // MARK: Indexes

  func indexes(of table: CatalogTable) -> [ImportedStruct.Note] {
    let exclusions = Set(exclusions(of: table).map(\.name))
    return table.indexes.compactMap { index in
      guard index.origin == .statement, !exclusions.contains(index.name), !isReferenceIndex(index, of: table) else {
        return nil
      }
      if let reason = refusals.reasons[.index(index.name)] {
        tell(table, "the index '\(index.name)' is not annotated: \(reason)")
        return nil
      }
      guard let note = note(of: index, on: table) else {
        tell(table, "the index '\(index.name)' is not annotated: one of its columns has no property")
        return nil
      }
      return ImportedStruct.Note(lines: [note], .index(index.name))
    }
  }

  private func note(of index: CatalogIndex, on table: CatalogTable) -> String? {
    guard let definition = index.definition, definition.terms.count == index.terms.count else { return nil }
    var arguments: [String] = []
    var columns: [String] = []
    for (term, written) in zip(index.terms, definition.terms) {
      var tokens = written
      let isDescending = term.isDescending
      if let last = tokens.last, last.is("asc") || last.is("desc") { tokens = tokens.dropLast() }
      let direction = isDescending ? ".descending" : ""
      if let column = term.column, !tokens.contains(where: { $0.is("collate") }) {
        guard !isLeftOut(column, of: table), table.column(column) != nil else { return nil }
        columns.append(column)
        arguments.append(propertyName(of: column, in: table) + direction)
      } else {
        while tokens.first?.is("(") == true, tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 {
          tokens = tokens.dropFirst().dropLast()
        }
        arguments.append(SwiftLiteral.string(tokens.onOneLine) + direction)
      }
    }
    if let condition = definition.condition { arguments.append("where: \(SwiftLiteral.string(condition.onOneLine))") }
    let habit =
      index.isUnique
      ? ObjectName.uniqueKey(of: table.name, columns: columns) : ObjectName.index(of: table.name, columns: columns)
    if columns.count != index.terms.count || index.name != habit {
      arguments.append("name: \(SwiftLiteral.string(index.name))")
    }
    return "@\(index.isUnique ? "unique" : "index")(\(arguments.joined(separator: ", ")))"
  }

  /// Whether a reference creates this index without an annotation.
  private func isReferenceIndex(_ index: CatalogIndex, of table: CatalogTable) -> Bool {
    guard !index.isUnique, !index.isPartial, let references = references[table.name] else { return false }
    let columns = index.terms.compactMap { $0.isDescending || $0.collation != "BINARY" ? nil : $0.column }
    guard columns.count == index.terms.count, index.name == ObjectName.index(of: table.name, columns: columns),
      references.contains(where: { $0.columns.map(\.foldedName) == columns.map(\.foldedName) })
    else { return false }
    // The compiler wouldn't create it if another index or key made it redundant.
    let lists =
      [key(of: table).columns]
      + table.indexes.filter { $0.name != index.name && !$0.isPartial }.map { $0.terms.map { $0.column ?? "" } }
    let names = Set(columns.map(\.foldedName))
    return !lists.contains { Set($0.prefix(columns.count).map(\.foldedName)) == names }
  }

  // MARK: Triggers

  func triggers(of table: CatalogTable) -> [ImportedStruct.Note] {
    let indexed = (fullTextIndex(of: table).map { [$0.name] } ?? []) + exclusions(of: table).map(\.name)
    let virtual = catalog.tables.filter { $0.isVirtual && $0.name != fullTextIndex(of: table)?.name }.map(\.name)
    var writers: [String: [String]] = [:]
    defer {
      for name in virtual {
        guard let triggers = writers[name] else { continue }
        let isOne = triggers.count == 1
        tell(
          table,
          "the trigger\(isOne ? "" : "s") \(Remark.list(triggers)) \(isOne ? "is" : "are") not annotated: "
            + "\(isOne ? "it uses" : "they use") '\(name)', which is not imported")
      }
    }
    return table.triggers.compactMap { trigger in
      if let target = virtual.first(where: { refers(trigger, to: $0) }) {
        writers[target, default: []].append(trigger.name)
        return nil
      }
      let isIndexed = indexed.contains { trigger.name.hasPrefix("\($0)_") }
      if isIndexed, trigger.name.hasSuffix("_trigger") { return nil }
      if references.values.joined().contains(where: { $0.nullifyingTrigger == trigger.name }) { return nil }
      if let reason = refusals.reasons[.trigger(trigger.name)] {
        tell(table, "the trigger '\(trigger.name)' is not annotated: \(reason)")
        return nil
      }
      guard let lines = TriggerText(trigger.sql)?.note(name: trigger.name) else {
        tell(table, "the trigger '\(trigger.name)' is not annotated: its statement can't be parsed")
        return nil
      }
      return ImportedStruct.Note(lines: lines, .trigger(trigger.name))
    }
  }

  /// Whether a statement of a trigger reads or writes a table.
  private func refers(_ trigger: CatalogTrigger, to table: String) -> Bool {
    let tokens = SQLLexer.tokens(of: trigger.sql)
    return zip(tokens, tokens.dropFirst()).contains { before, token in
      same(token.name, table) && ["into", "update", "from", "join", "."].contains(where: before.is)
    }
  }

  // MARK: Full text

  /// The tables of entries and the views that `@fullText` creates for tables without an integer key.
  var fullTextParts: [(index: String, entries: String, rows: String)] {
    catalog.tables.filter { $0.isVirtual && !refusals.contains(.fullText($0.name)) }.compactMap { virtual in
      let index = FullTextIndex(name: virtual.name, key: "", columns: [])
      guard let entries = catalog.table(index.entryTable), let rows = catalog.view(index.rowView) else { return nil }
      return (virtual.name, entries.name, rows.name)
    }
  }

  /// The table's full-text index, if `@fullText` would create the same one.
  func fullTextIndex(of table: CatalogTable) -> FullTextIndex? {
    catalog.tables.filter(\.isVirtual).compactMap { virtual in
      refusals.contains(.fullText(virtual.name)) ? nil : FullTextStatement.index(virtual, of: table.name)
    }
    .first { index in
      let hasTriggers = ["insert", "delete", "update"].allSatisfy { event in
        table.triggers.contains { same($0.name, "\(index.name)_\(event)_trigger") }
      }
      let part = fullTextParts.first { $0.index == index.name }
      let keyColumns = part.flatMap { catalog.table($0.entries)?.columns.dropFirst().map(\.name) } ?? [index.key]
      return hasTriggers && index.columns.allSatisfy { table.column($0) != nil && !isLeftOut($0, of: table) }
        && Set(key(of: table).columns.map(\.foldedName)) == Set(keyColumns.map(\.foldedName))
    }
  }

  func fullText(of table: CatalogTable) -> [ImportedStruct.Note] {
    guard let index = fullTextIndex(of: table) else { return [] }
    var arguments = index.columns.map { propertyName(of: $0, in: table) }
    if let tokenizer = index.tokenizer { arguments.append("tokenize: \(SwiftLiteral.string(tokenizer))") }
    if let prefixes = index.prefixes { arguments.append("prefix: \(SwiftLiteral.string(prefixes))") }
    if index.name != "\(table.name)_fts" { arguments.append("name: \(SwiftLiteral.string(index.name))") }
    return [ImportedStruct.Note("@fullText(\(arguments.joined(separator: ", ")))", .fullText(index.name))]
  }
}

/// A `CREATE TRIGGER` statement, split into the arguments of `@trigger`.
struct TriggerText {
  private var event: String
  private var condition: String?
  private var statements: [String]

  /// - Returns: `nil` for any other statement and for a trigger on a view.
  init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 6, tokens[0].is("create"), tokens[1].is("trigger"),
      let on = tokens[3...].firstIndex(where: { $0.is("on") }), on + 2 < tokens.endIndex,
      let begin = tokens[on...].firstIndex(where: { $0.is("begin") }), tokens.last?.is("end") == true
    else { return nil }
    var words = tokens[3..<on]
    var time = "BEFORE"
    if let first = words.first, ["before", "after"].contains(where: first.is) {
      time = first.text.uppercased()
      words = words.dropFirst()
    }
    guard let action = words.popFirst(), ["insert", "update", "delete"].contains(where: action.is) else { return nil }
    event = "\(time) \(action.text.uppercased())"
    if words.first?.is("of") == true {
      event +=
        " OF " + words.dropFirst().splitAtCommas.compactMap { $0.first?.name }.map(Self.written).joined(separator: ", ")
    }
    if let when = tokens[on..<begin].firstIndex(where: { $0.is("when") }) {
      condition = tokens[(when + 1)..<begin].onOneLine
    }
    statements = []
    var start = begin + 1
    for index in start..<tokens.endIndex where tokens[index].is(";") {
      if index > start { statements.append(tokens[start..<index].onOneLine) }
      start = index + 1
    }
  }

  func note(name: String) -> [String] {
    var start = "@trigger(\(SwiftLiteral.string(event))"
    if let condition { start += ", when: \(SwiftLiteral.string(condition))" }
    start += ", "
    return SwiftText.note(
      start + "do: ", sql: statements.joined(separator: ";\n"), ", name: \(SwiftLiteral.string(name)))")
  }

  private static func written(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 95 }
    return isPlain ? name : "\"\(name)\""
  }
}

/// A `CREATE VIRTUAL TABLE … USING fts5` statement.
enum FullTextStatement {
  /// The reason why `@fullText` can't create a virtual table.
  static func reason(against table: CatalogTable) -> String {
    let tokens = SQLLexer.tokens(of: table.sql)
    guard let using = tokens.firstIndex(where: { $0.is("using") }), using + 1 < tokens.endIndex else {
      return "its statement can't be parsed"
    }
    guard tokens[using + 1].is("fts5") else { return "it uses the module '\(tokens[using + 1].name)'" }
    guard let content = content(of: table), !content.isEmpty else {
      return "it isn't the index of another table, as with '@fullText'"
    }
    return "it indexes '\(content)', but without the triggers of '@fullText'"
  }

  /// The content table that the statement names; `nil` if there is none.
  private static func content(of table: CatalogTable) -> String? {
    let tokens = SQLLexer.tokens(of: table.sql)
    return zip(zip(tokens, tokens.dropFirst()), tokens.dropFirst(2))
      .first { $0.0.0.is("content") && $0.0.1.is("=") }?.1.name
  }

  /// The full-text index that the statement creates on a table; `nil` for other statements.
  static func index(_ table: CatalogTable, of content: String) -> FullTextIndex? {
    let tokens = SQLLexer.tokens(of: table.sql)
    guard let using = tokens.firstIndex(where: { $0.is("using") }), using + 2 < tokens.endIndex,
      tokens[using + 1].is("fts5"), tokens[using + 2].is("("), let close = tokens.closing(of: using + 2)
    else { return nil }
    var index = FullTextIndex(name: table.name, key: "", columns: [])
    var named: String?
    for argument in tokens[(using + 3)..<close].splitAtCommas {
      guard argument.count > 2, argument[argument.startIndex + 1].is("="), let key = argument.first,
        let last = argument.last
      else {
        guard let column = argument.first else { return nil }
        // The key of a row that has no integer key.
        if argument.count == 2, argument.last?.is("unindexed") == true { continue }
        guard argument.count == 1 else { return nil }
        index.columns.append(column.name)
        continue
      }
      switch key.text {
      case "content": named = last.name
      case "content_rowid": index.key = last.name
      case "tokenize": index.tokenizer = last.name
      case "prefix": index.prefixes = last.name
      default: return nil
      }
    }
    guard let named, [content, index.rowView].contains(where: { $0.isSameName(as: named) }) else { return nil }
    return index
  }
}
