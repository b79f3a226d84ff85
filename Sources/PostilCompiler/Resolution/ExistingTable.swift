import PostilSQL
import PostilSchema

/// A table with `@table(sql:)`: the statement that created it, and the table as SQLite describes it.
package struct ExistingTable {
  /// The statement as written in the DDL.
  var sql: String
  /// The table that SQLite creates from it.
  var table: ParsedTable
  /// The place where the statement begins.
  var place: SourcePlace

  /// The collations that the statement names. A program that opens the database must register them.
  var collations: [String] { Self.collations(in: sql) }

  package static func collations(in sql: String) -> [String] {
    let tokens = SQLLexer.tokens(of: sql)
    return zip(tokens, tokens.dropFirst()).filter { $0.0.is("collate") }.map(\.1.name)
  }

  /// Whether a column is SQLite's rowid, which the database assigns: a single `INTEGER PRIMARY KEY`, or the rowid's own
  /// name if no column has it. Source: SQLite, "CREATE TABLE", section 5 (ROWIDs and the INTEGER PRIMARY KEY).
  func isRowID(_ column: String) -> Bool {
    guard !table.isWithoutRowID else { return false }
    guard table.column(column) != nil else { return isHiddenRowID(column) }
    return table.primaryKey.map(\.foldedName) == [column.foldedName] && !table.hasPrimaryKeyIndex
  }

  /// Whether the name is the rowid's own and the table has no column with that name.
  func isHiddenRowID(_ column: String) -> Bool {
    !table.isWithoutRowID && table.column(column) == nil
      && ["rowid", "oid", "_rowid_"].contains(column.foldedName)
  }

  /// Whether the statement has a unique key on these columns.
  func isUnique(over columns: [String]) -> Bool {
    let names = Set(columns.map(\.foldedName))
    return ([table.primaryKey] + table.indexes).contains { Set($0.map(\.foldedName)) == names }
  }
}

/// `@table(sql:)`: tables that already exist.
extension Resolver {
  /// Parses every such statement with SQLite; reports what SQLite can't read.
  func readExistingTables() {
    for index in models.indices {
      guard let note = models[index].source.notes("table").first, let literal = note.strings["sql"] else { continue }
      let place = note.place(of: literal)
      do throws(ScratchDatabase.Failure) {
        guard let table = try readTable(literal.text) else {
          report.error(Message.noTableStatement, at: place)
          continue
        }
        if let name = note.strings[""], name.text.foldedName != table.name.foldedName {
          report.error(Message.statedName(name.text, statement: table.name), at: note.place(of: name))
        }
        for call in table.definition.refusedCalls {
          let position = literal.positions[min(call.offset, literal.positions.count - 1)]
          report.error(Message.statedCallRefused(call.text), at: SourcePlace(path: place.path, position: position))
        }
        models[index].stated = ExistingTable(sql: SQLLines.trimmed(literal.text), table: table, place: place)
      } catch {
        let position = error.offset.map { literal.positions[min($0, literal.positions.count - 1)] } ?? place.position
        report.error(
          Message.statedTableRefused(error.message), at: SourcePlace(path: place.path, position: position))
      }
    }
  }

  /// - Returns: `nil` if the text isn't exactly one `CREATE TABLE` statement.
  private func readTable(_ sql: String) throws(ScratchDatabase.Failure) -> ParsedTable? {
    let tokens = SQLLexer.tokens(of: sql)
    guard let definition = TableDefinition(sql), !tokens.contains(where: { $0.source == ";" }) else { return nil }
    let database = try ScratchDatabase()
    for collation in ExistingTable.collations(in: sql) { database.addCollation(collation) }
    try database.run(sql)
    return try ParsedTable(definition, in: database)
  }

  /// Compares a model with its table's statement.
  func checkExistingTable(of model: Int) {
    guard let stated = models[model].stated else { return }
    let state = models[model]
    // A property that couldn't be read was reported, and may be the missing one.
    guard state.areColumnsComplete else { return }
    for property in state.properties { check(property, of: state, in: stated) }
    for column in stated.table.columns where !state.properties.contains(where: { $0.isColumn(column.name) }) {
      guard column.isNotNull, column.defaultExpression == nil, !column.isGenerated,
        !stated.isRowID(column.name)
      else { continue }
      report.error(Message.statedColumnWithoutProperty(column.name, model: state.name), at: state.place)
    }
    for column in state.addedColumns {
      report.error(Message.statedWithoutPosition(column.name, model: state.name), at: stated.place)
    }
    checkKey(of: state, in: stated)
    for key in state.foreignKeys { check(key, of: model, in: stated) }
    for key in state.unenforcedReferences {
      let isEnforced = stated.table.foreignKeys.contains { other in
        other.referencedTable.foldedName == key.referencedTable.foldedName
          && other.columns.map(\.foldedName) == key.columns.map(\.foldedName)
      }
      let reference = references.first {
        $0.owner == model && $0.columns.map { state.properties[$0].column } == key.columns
      }
      if isEnforced {
        report.error(
          Message.statedReferenceEnforced(key.columns, table: key.referencedTable), at: reference?.place ?? state.place)
      }
    }
  }

  private func check(_ property: PropertyState, of state: ModelState, in stated: ExistingTable) {
    let isKey = state.keyColumns.contains(property.column)
    guard let column = stated.table.column(property.column) else {
      if isKey, stated.isHiddenRowID(property.column) { return }
      return report.error(
        Message.statedColumnMissing(
          property.column, table: stated.table.name,
          suggestion: Spelling.nearest(to: property.column, in: stated.table.columns.map(\.name))), at: property.place)
    }
    let isGenerated = column.isGenerated
    if column.isNotNull, property.type.isOptional {
      report.error(Message.statedNotNull(property.name, property.type.name, column: column.name), at: property.place)
    } else if !column.isNotNull, !property.type.isOptional, !isKey, !isGenerated {
      report.error(Message.statedNull(property.name, property.type.name, column: column.name), at: property.place)
    }
    if isGenerated != (property.role == .generated) {
      report.error(Message.statedGenerated(property.name, isGenerated: isGenerated), at: property.place)
    } else if let generation = property.generation, generation.isStored != column.isStored {
      report.error(
        Message.statedStored(property.name, isStored: !generation.isStored),
        at: property.source.note("generated")?.place ?? property.place)
    }
    if property.role == .version, column.defaultExpression == nil {
      report.error(Message.statedWithoutDefault(property.name, column: column.name), at: property.place)
    }
    if let written = property.sqlDefault, SQLLexer.tokens(of: written).meaning != column.defaultMeaning {
      report.error(
        Message.statedDefault(property.name, column: column.name, found: column.defaultExpression),
        at: property.source.note("default")?.place ?? property.place)
    }
    if let problem = column.misfit(
      of: property.type.stored.columnType, named: property.type.name, isStrict: stated.table.isStrict)
    {
      report.error(
        Message.statedType(property.name, column: column.name, column.declaredType, problem),
        at: property.place)
    }
  }

  private func checkKey(of state: ModelState, in stated: ExistingTable) {
    guard let key = state.key else { return }
    let columns = state.keyColumns
    let place = state.source.keyProperties.first?.place ?? state.place
    if key.identifier == .generated, !key.isAssigned {
      return report.error(Message.statedKeyNotAssigned(state.name, columns), at: place)
    }
    if columns.count == 1, stated.isHiddenRowID(columns[0]) { return }
    guard Set(columns.map(\.foldedName)) != Set(stated.table.primaryKey.map(\.foldedName)) else { return }
    report.error(Message.statedKey(state.name, columns, statement: stated.table.primaryKey), at: place)
  }

  private func check(_ key: ForeignKey, of model: Int, in stated: ExistingTable) {
    let reference = references.first { reference in
      reference.owner == model && reference.columns.map { models[model].properties[$0].column } == key.columns
        && models[reference.target].tableName.foldedName == key.referencedTable.foldedName
    }
    let place = reference?.place ?? models[model].place
    let pairs = Set(zip(key.columns, key.referencedColumns).map(Self.pair))
    // Without names, the statement refers to the target's key, in the order of the target's own statement.
    let keyOfTarget = reference.flatMap { models[$0.target].stated?.table.primaryKey } ?? key.referencedColumns
    let found = stated.table.foreignKeys.filter { other in
      let target = other.referencedColumns ?? keyOfTarget
      return other.referencedTable.foldedName == key.referencedTable.foldedName
        && Set(zip(other.columns, target).map(Self.pair)) == pairs
    }
    guard let first = found.first else {
      return report.error(
        Message.statedReferenceMissing(key.columns, table: key.referencedTable, key.referencedColumns), at: place)
    }
    let isNullable = key.columns.allSatisfy { column in
      models[model].properties.first { $0.column == column }?.type.isOptional == true
    }
    // The trigger that 'nullify' needs for some of the columns is not part of the statement.
    let expected = key.onDelete == .nullify && !isNullable ? .noAction : key.onDelete
    if found.contains(where: { Self.rule($0.onDelete, isNullable: isNullable) == expected }) { return }
    report.error(
      Message.statedDeleteRule(first.onDelete, word: Self.rule(first.onDelete, isNullable: isNullable).rawValue),
      at: place)
  }

  private static func pair(_ column: String, _ referenced: String) -> [String] {
    [column.foldedName, referenced.foldedName]
  }

  /// The delete rule of a statement. A program can't rely on `SET DEFAULT`, nor on `SET NULL` for a required reference,
  /// so these count as `noAction`.
  private static func rule(_ words: String, isNullable: Bool) -> DeleteRule {
    switch words {
    case "CASCADE": .cascade
    case "RESTRICT": .deny
    case "SET NULL" where isNullable: .nullify
    default: .noAction
    }
  }
}

extension TableDefinition {
  /// The calls in checks and generated columns with which SQLite refuses every insert: functions of the current time and of the local
  /// time zone. Random numbers and `CURRENT_TIMESTAMP` are no reason to reject a table that exists.
  fileprivate var refusedCalls: [(text: String, offset: Int)] {
    let constraints = columns.flatMap(\.columnConstraints) + constraints.compactMap(\.constraint)
    return constraints.compactMap { constraint in
      guard constraint.kind == .check || constraint.kind == .generation else { return nil }
      return SnippetScanner.nondeterministicCall(in: constraint.tokens, of: SnippetScanner.timeFunctions)
    }
  }
}

extension PropertyState {
  fileprivate func isColumn(_ name: String) -> Bool { column.foldedName == name.foldedName }
}

extension ParsedTable.Column {
  /// The default in a normalized form, to compare two expressions.
  fileprivate var defaultMeaning: String? { defaultExpression.map { SQLLexer.tokens(of: $0).meaning } }

  /// The reason why a column doesn't preserve values of a type; `nil` if it does.
  /// Source: SQLite, "Datatypes In SQLite", section 3 (type affinity), and "STRICT Tables".
  fileprivate func misfit(of type: ColumnType, named name: String, isStrict: Bool) -> String? {
    // Whatever the column converts a value to, the property can hold it.
    if type == .any { return nil }
    let stored = type.storage
    let declared = declaredType.uppercased()
    if isStrict {
      let takes: Set<ColumnStorage> =
        switch declared {
        case "INT", "INTEGER": [.integer]
        case "REAL": [.real]
        case "TEXT": [.text]
        case "BLOB": [.blob]
        default: [.integer, .real, .text, .blob, .any]
        }
      return takes.contains(stored) ? nil : "doesn't accept values of type '\(name)'"
    }
    switch (ColumnAffinity(declared), stored) {
    case (.text, .integer), (.text, .real), (.text, .any): return "converts values of type '\(name)' to text"
    case (.real, .integer), (.real, .any): return "converts values of type '\(name)' to floating point"
    default: return nil
    }
  }
}

/// The conversion that a column applies to its values. Source: SQLite, "Datatypes In SQLite", section 3.1.
package enum ColumnAffinity: Sendable {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type in a table that isn't `STRICT`.
  package init(_ declaredType: String) {
    let type = declaredType.uppercased()
    func has(_ parts: String...) -> Bool { parts.contains { part in type.contains(word: part) } }
    self =
      has("INT")
      ? .integer
      : has("CHAR", "CLOB", "TEXT")
        ? .text : has("BLOB") || type.isEmpty ? .blob : has("REAL", "FLOA", "DOUB") ? .real : .numeric
  }
}

extension String {
  fileprivate func contains(word: String) -> Bool {
    let (text, part) = (Array(utf8), Array(word.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
  }
}

/// The storage class of a column type in SQLite.
private enum ColumnStorage: Hashable {
  case integer, real, text, blob, any
}

extension ColumnType {
  fileprivate var storage: ColumnStorage {
    switch self {
    case .boolean, .integer, .duration, .unixSeconds, .unixMilliseconds: .integer
    case .unsignedInteger(let bits): bits < 64 ? .integer : .any
    case .real, .julianDay, .referenceDate: .real
    case .text, .timestamp, .iso8601Milliseconds, .uuid, .decimal, .day, .json: .text
    case .bytes, .uuidBytes, .packed: .blob
    case .any: .any
    }
  }
}
