import PostilCompiler
import PostilDialects
import PostilSQL
import PostilSchema
import PostilTranslation

/// The schema of a PostgreSQL database in Postil's terms, with comments about what the schema can't express.
struct ServerDescription {
  private(set) var schema = Schema()
  /// The types of the properties, by table and column.
  private(set) var types: [String: [String: SwiftType]] = [:]
  /// Comments about each table, by its name.
  private(set) var remarks: [String: [String]] = [:]
  /// The objects without a struct: a line with the reason, and the statement.
  private(set) var notImported: [(line: String, sql: String)] = []

  init(_ catalog: ServerCatalog) {
    var tables: [Table] = []
    for relation in catalog.relations {
      switch relation.kind {
      case "r", "p":
        let isRepeated = tables.contains { $0.name.isSameName(as: relation.name) }
        if isRepeated {
          refuse(relation, "the table", "another table has the same name in lower case")
        } else if let table = table(relation) {
          tables.append(table)
        }
      case "v":
        refuse(relation, "the view", "its SQL is PostgreSQL's; write a struct with '@view' and SQL for both databases")
      case "m":
        refuse(
          relation, "the materialized view",
          "its SQL is PostgreSQL's; write a struct with '@view(…, materialized)' and SQL for both databases")
      default: refuse(relation, "the foreign table", "its rows are on another server")
      }
    }
    schema = Schema(tables: tables)
    addReferences(catalog)
    schema.tables = TableOrder.sorted(schema.tables)
    removeUntranslated()
  }

  /// The lines of a table's comment.
  func documentation(of table: String) -> [String] {
    schema.tables.first { $0.name.isSameName(as: table) }?.documentation ?? []
  }

  /// How a table is partitioned.
  func partitioning(of table: String) -> Partitioning? {
    schema.tables.first { $0.name.isSameName(as: table) }?.partitioning
  }

  private mutating func refuse(_ relation: ServerCatalog.Relation, _ kind: String, _ reason: String) {
    notImported.append(("\(kind) '\(relation.name)': \(reason)", relation.definition))
  }

  private mutating func tell(_ table: String, _ remark: String) {
    if remarks[table]?.contains(remark) != true { remarks[table, default: []].append(remark) }
  }

  // MARK: Tables

  private mutating func table(_ relation: ServerCatalog.Relation) -> Table? {
    guard let key = relation.constraints.first(where: { $0.kind == "p" }) else {
      refuse(relation, "the table", "it has no primary key")
      return nil
    }
    let name = relation.name
    var columns: [PostilSchema.Column] = []
    var ranges: Set<String> = []
    for column in relation.columns {
      let range = relation.constraints.lazy.compactMap { check in
        ServerColumnType(range: check, of: column).map { ($0, check) }
      }.first
      guard let found = range?.0 ?? ServerColumnType(column) else {
        if key.columns.contains(column.name) {
          refuse(relation, "the table", "no property has the type '\(column.declaredType)' of its key '\(column.name)'")
          return nil
        }
        let isRequired = column.isNotNull && column.expression == nil && !column.isAssigned
        tell(
          name,
          "'\(column.name)' has no property, because no type in Swift is stored as '\(column.declaredType)'"
            + (isRequired ? "; the server requires a value, so rows can't be inserted" : ""))
        continue
      }
      if let range {
        ranges.insert(range.1.name)
        tellName(range.1, is: ObjectName.range(of: name, column: column.name), of: name)
      }
      if let remark = found.remark { tell(relation.name, remark) }
      types[name, default: [:]][column.name] = found.swift
      columns.append(self.column(column, found, of: relation, isKey: key.columns.contains(column.name)))
    }
    var table = Table(
      name: name, documentation: Self.lines(relation.comment), columns: columns,
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: name), columns: key.columns))
    tellName(key, is: table.primaryKey.name, of: name)
    if key.columns.count == 1, let position = table.columns.firstIndex(where: { $0.name == key.columns[0] }) {
      describeAssignedKey(&table, at: position, relation)
    }
    addConstraints(relation, except: ranges, to: &table)
    addIndexes(relation, to: &table)
    for trigger in relation.triggers {
      tell(name, "the trigger '\(trigger.name)' is only on the server: \(trigger.statement)")
    }
    if relation.hasRowSecurity { tell(name, "the server restricts the rows by policies, which only the server has") }
    table.partitioning = relation.partitions?.partitioning
    if let remark = relation.partitions?.remark { tell(name, remark) }
    return table
  }

  private mutating func column(
    _ column: ServerCatalog.Column, _ found: ServerColumnType, of relation: ServerCatalog.Relation, isKey: Bool
  ) -> PostilSchema.Column {
    var result = PostilSchema.Column(
      name: column.name, type: found.type, isNullable: !column.isNotNull, documentation: Self.lines(column.comment))
    (result.digits, result.elements, result.dimensions) = (found.digits, found.elements, found.dimensions)
    if column.type == "citext" { result.collation = "NOCASE" }
    if column.collation == "C", !isKey, found.type == .text { result.collation = "BINARY" }
    if let collation = column.collation, !["C", "POSIX"].contains(collation), found.type == .text {
      tell(relation.name, "'\(column.name)' is sorted by the collation '\(collation)', which only the server has")
    }
    guard let expression = column.expression else { return result }
    let written = ServerExpression.sqlite(expression, columns: relation.columns)
    if column.isGenerated {
      if let written {
        result.generation = Generation(expression: written, isStored: true)
      } else {
        tell(relation.name, "'\(column.name)' is computed by the server, and can't be written: \(expression)")
      }
    } else if found.elements != nil, ["'{}'::\(column.type)", "ARRAY[]::\(column.type)"].contains(expression) {
      result.defaultExpression = "'[]'"
    } else if found.type != .json, let written, let value = Self.defaultValue(written, found.type) {
      result.defaultExpression = value
    } else if !isKey || expression != "gen_random_uuid()" {
      tell(relation.name, "the default of '\(column.name)' is only on the server: \(expression)")
    }
    return result
  }

  /// The default with the value that SQLite stores; `nil` if it isn't a value of the type.
  private static func defaultValue(_ written: String, _ type: ColumnType) -> String? {
    switch (written, type) {
    case ("CURRENT_TIMESTAMP", .timestamp), ("CURRENT_DATE", .day): written
    case ("CURRENT_TIMESTAMP", _), ("CURRENT_DATE", _), (_, .timestamp), (_, .uuid), (_, .bytes): nil
    // Decimal numbers are texts without trailing zeros.
    case (_, .decimal):
      written.allSatisfy { "-0123456789".contains($0) } ? SQLText.literal(written) : nil
    default: written
    }
  }

  private static func lines(_ comment: String?) -> [String] {
    comment?.split(whereSeparator: \.isNewline).map(String.init) ?? []
  }

  /// A key of integers, which Postil's engines assign.
  private mutating func describeAssignedKey(_ table: inout Table, at position: Int, _ relation: ServerCatalog.Relation)
  {
    guard case .integer = table.columns[position].type else { return }
    let name = table.columns[position].name
    if relation.constraints.contains(where: { $0.kind == "f" && $0.columns == [name] }) { return }
    let declared = relation.columns.first { $0.name == name }
    table.columns[position].type = .integer(bits: 64)
    table.columns[position].isAssigned = true
    if declared?.type != "bigint" {
      tell(table.name, "'\(name)' is '\(declared?.declaredType ?? "")' on the server, and an 'ID' of 64 bits here")
    }
    if declared?.isAssigned != true {
      tell(
        table.name,
        "'\(name)' has no identity on the server, so it refuses drafts; add it with 'ALTER TABLE … ALTER COLUMN … ADD "
          + "GENERATED BY DEFAULT AS IDENTITY'")
    }
    table.columns[position].defaultExpression = nil
  }

  private mutating func tellName(_ constraint: ServerCatalog.Constraint, is name: String, of table: String) {
    guard constraint.name != name else { return }
    tell(table, "the constraint '\(constraint.name)' of the server is called '\(name)' here")
  }

  // MARK: Constraints and indexes

  private mutating func addConstraints(
    _ relation: ServerCatalog.Relation, except ranges: Set<String>, to table: inout Table
  ) {
    let names = Set(table.columns.map(\.name))
    // An exclusion replaces a check.
    let constraints = relation.constraints.filter { $0.kind != "x" } + relation.constraints.filter { $0.kind == "x" }
    for constraint in constraints where !ranges.contains(constraint.name) {
      switch constraint.kind {
      case "u" where names.isSuperset(of: constraint.columns) && !constraint.definition.contains("NULLS NOT DISTINCT"):
        table.uniqueConstraints.append(KeyConstraint(name: constraint.name, columns: constraint.columns))
      case "c":
        guard let sql = ServerExpression.sqlite(constraint.expression ?? "", columns: relation.columns),
          names.isSuperset(of: constraint.columns), SnippetScanner.nondeterministicCall(in: sql) == nil
        else { fallthrough }
        // The check of an enum's values has a fixed name.
        let isList = sql.contains(" IN (") && constraint.columns.count == 1
        let fixed = ObjectName.check(of: table.name, column: constraint.columns.first)
        if isList { tellName(constraint, is: fixed, of: table.name) }
        table.checks.append(Check(name: isList ? fixed : constraint.name, expression: sql))
      case "x":
        if add(constraint, relation, to: &table) { continue }
        fallthrough
      case "u":
        tell(table.name, "the constraint '\(constraint.name)' is only on the server: \(constraint.definition)")
      default: break
      }
    }
    for column in relation.columns where !column.labels.isEmpty && names.contains(column.name) {
      let values = column.labels.map(SQLText.literal).joined(separator: ", ")
      table.checks.append(
        Check(
          name: ObjectName.check(of: table.name, column: column.name),
          expression: "\(SQLText.identifier(column.name)) IN (\(values))"))
    }
  }

  /// Adds an exclusion constraint with the check that belongs to it.
  /// - Returns: whether `@exclude` can declare it.
  private mutating func add(
    _ constraint: ServerCatalog.Constraint, _ relation: ServerCatalog.Relation, to table: inout Table
  ) -> Bool {
    guard let exclusion = Exclusion(constraint, of: relation),
      let lower = table.columns.first(where: { $0.name == exclusion.lower }),
      let upper = table.columns.first(where: { $0.name == exclusion.upper }),
      lower.type == upper.type, lower.type.hasRanges, !lower.isNullable,
      exclusion.columns.allSatisfy({ name in table.columns.contains { $0.name == name && $0.collation == nil } })
    else { return false }
    let words = [exclusion.lower, "<=", exclusion.upper]
    table.checks.removeAll { check in
      let tokens = SQLLexer.tokens(of: check.expression)
      return tokens.filter { !$0.is("(") && !$0.is(")") }.map(\.name) == words
    }
    table.checks.append(exclusion.orderCheck(of: table.name))
    table.exclusions.append(exclusion)
    return true
  }

  private mutating func addIndexes(_ relation: ServerCatalog.Relation, to table: inout Table) {
    let names = Set(table.columns.map(\.name))
    for index in relation.indexes {
      let terms = index.terms.compactMap { term -> Index.Term? in
        if term.hasOtherOperators { return nil }
        if let column = term.column {
          return names.contains(column) ? Index.Term(column: column, isDescending: term.isDescending) : nil
        }
        return ServerExpression.sqlite(term.text, columns: relation.columns).map {
          Index.Term(expression: $0, isDescending: term.isDescending)
        }
      }
      let condition = index.condition.flatMap { ServerExpression.sqlite($0, columns: relation.columns) }
      let isOfArray =
        index.method == "gin" && table.columns.contains { $0.elements != nil && terms.map(\.column) == [$0.name] }
      guard index.method == "btree" || isOfArray, !index.hasIncludedColumns, terms.count == index.terms.count,
        (condition == nil) == (index.condition == nil)
      else {
        let hnsw = index.method == "hnsw" ? ", as with '@index(…, hnsw: cosine)'" : ""
        tell(table.name, "the index '\(index.name)' is only on the server\(hnsw): \(index.definition)")
        continue
      }
      table.indexes.append(Index(name: index.name, terms: terms, isUnique: index.isUnique, condition: condition))
    }
  }

  // MARK: References

  /// Adds the foreign keys. Their integers have the type of the keys that they reference.
  private mutating func addReferences(_ catalog: ServerCatalog) {
    for relation in catalog.relations {
      guard let position = schema.tables.firstIndex(where: { $0.name == relation.name }) else { continue }
      let names = Set(schema.tables[position].columns.map(\.name))
      for key in relation.constraints where key.kind == "f" {
        guard let target = schema.tables.first(where: { $0.name == key.referencedTable }),
          names.isSuperset(of: key.columns)
        else {
          tell(relation.name, "the constraint '\(key.name)' is only on the server: \(key.definition)")
          continue
        }
        for (column, referenced) in zip(key.columns, key.referencedColumns) {
          let type = target.columns.first { $0.name == referenced }?.type
          guard let index = schema.tables[position].columns.firstIndex(where: { $0.name == column }),
            case .integer = schema.tables[position].columns[index].type, case .integer = type
          else { continue }
          schema.tables[position].columns[index].type = type ?? .integer(bits: 64)
        }
        let rules: [String: DeleteRule] = ["c": .cascade, "n": .nullify, "r": .deny]
        let optional = schema.tables[position].columns.filter(\.isNullable).map(\.name).filter(key.columns.contains)
        let nullified = key.nullifiedColumns.isEmpty ? key.columns : key.nullifiedColumns
        let isOther = key.onDelete == "n" && !optional.isEmpty && Set(nullified) != Set(optional)
        let name = ObjectName.foreignKey(of: relation.name, columns: key.columns)
        tellName(key, is: name, of: relation.name)
        if key.isDeferred {
          tell(relation.name, "the constraint '\(key.name)' is checked at the commit on the server, and at once here")
        }
        if key.onDelete == "d" || key.onUpdate != "a" || isOther {
          tell(relation.name, "a rule of the constraint '\(key.name)' is only on the server: \(key.definition)")
        }
        schema.tables[position].foreignKeys.append(
          ForeignKey(
            name: name, columns: key.columns, referencedTable: target.name, referencedColumns: key.referencedColumns,
            onDelete: isOther ? .noAction : rules[key.onDelete] ?? .noAction))
      }
    }
  }

  // MARK: Translation

  /// Removes the SQL that Postil wouldn't translate for PostgreSQL again.
  private mutating func removeUntranslated() {
    while let refused = PostgreSQLDDL(schema).refusals.first,
      let position = schema.tables.firstIndex(where: { $0.name == refused.table })
    {
      let name = refused.name ?? ""
      let reason = PostgreSQLMessage.refused(refused.refusal.reason)
      let before = schema.tables[position]
      schema.tables[position].checks.removeAll { $0.name == name }
      schema.tables[position].indexes.removeAll { $0.name == name }
      if let column = schema.tables[position].columns.firstIndex(where: { $0.name == name }) {
        schema.tables[position].columns[column].defaultExpression = nil
        schema.tables[position].columns[column].generation = nil
        schema.tables[position].columns[column].collation = nil
      }
      tell(refused.table, "the SQL of '\(name)' is only on the server: \(reason)")
      if schema.tables[position] == before { return }
    }
  }
}
