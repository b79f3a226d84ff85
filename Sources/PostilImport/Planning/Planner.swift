import PostilCatalog
import PostilSQL
import PostilSchema

/// Plans the structs for a database's catalog, without the rejected choices.
///
/// Each step needs the results of the previous one: keys, references between them, the types of columns (references
/// have the types of their keys), the names of relationships, and the annotations.
final class Planner {
  let catalog: DatabaseCatalog
  let samples: DatabaseSample
  /// Core Data's metadata; `nil` for other databases.
  let store: CoreDataStore?
  let timestamps: TimestampConvention
  let origins: ViewOrigins
  let refusals: Refusals
  /// The references without a foreign key.
  let unenforced: [UnenforcedReference]
  /// The PostgreSQL database that the catalog describes; `nil` for a file.
  let server: ServerDescription?
  /// What is known about the framework that created the database.
  let conventions: ApplicationConventions
  /// The collations that only the program has that created the file.
  let collations: MissingCollations
  let functions: MissingFunctions
  var names: ImportNames
  /// The tables that become structs.
  private(set) var tables: [CatalogTable] = []
  private(set) var keys: [String: KeyPlan] = [:]
  var references: [String: [ReferencePlan]] = [:]
  private(set) var checks: [String: TableChecks] = [:]
  /// The tables that `@manyToMany` creates.
  private var joinTables: [String: ManyToManyPlan] = [:]
  private var types: [String: SwiftType] = [:]
  private var open: Set<String> = []
  /// The name of each column's property, by table and column.
  var propertyNames: [String: String] = [:]
  /// Comments about each table, by its name.
  var remarks: [String: [String]] = [:]

  init(
    catalog: DatabaseCatalog, samples: DatabaseSample, origins: ViewOrigins, names: ImportNames,
    store: CoreDataStore? = nil, refusals: Refusals, unenforced: [UnenforcedReference] = [],
    server: ServerDescription? = nil, conventions: ApplicationConventions = ApplicationConventions(),
    collations: MissingCollations = MissingCollations(), functions: MissingFunctions = MissingFunctions()
  ) {
    self.collations = collations
    self.functions = functions
    self.conventions = conventions
    self.unenforced = unenforced
    self.server = server
    remarks = server?.remarks ?? [:]
    self.catalog = catalog
    self.samples = samples
    self.store = store
    timestamps = TimestampConvention(catalog, samples)
    self.origins = origins
    self.names = names
    self.refusals = refusals
  }

  /// Plans all structs: first those of the tables, then those of the views.
  func plan() -> [ImportedStruct] {
    let entries = fullTextParts.map(\.entries)
    for table in catalog.tables
    where !table.isVirtual && !entries.contains(table.name) && !refusals.contains(.table(table.name)) {
      checks[table.name] = TableChecks(of: table)
      let key = KeyPlan(of: table, samples: samples[table.name]) { guess($0, of: table).type }
      if case .none = key { continue }
      keys[table.name] = key
      tables.append(table)
    }
    for table in tables {
      let accepted = acceptedReferences(of: table)
      references[table.name] = accepted + unenforcedReferences(of: table, besides: accepted)
    }
    refuseUnreadableReferences()
    for table in tables { nameKey(of: table) }
    for table in tables { nameReferences(of: table) }
    for table in tables { nameColumns(of: table) }
    joinTables = Dictionary(
      tables.compactMap { table in joinTable(table).map { (table.name, $0) } }, uniquingKeysWith: { first, _ in first })
    let models = tables.filter { joinTables[$0.name] == nil }
    for table in models { nameInverses(of: table) }
    let pairs = tables.compactMap { joinTables[$0.name] ?? manyToMany($0) }
    let structs = models.map { imported($0, pairs: pairs) }
    let rows = fullTextParts.map(\.rows)
    return structs
      + catalog.views.filter { !rows.contains($0.name) && !refusals.contains(.view($0.name)) }
      .compactMap { view($0, structs) }
  }

  /// The reason why a table gets no struct; `nil` if it gets one.
  func reason(against table: CatalogTable) -> String? {
    if let reason = refusals.reasons[.table(table.name)] { return reason }
    let key = KeyPlan(of: table, samples: samples[table.name]) { guess($0, of: table).type }
    if case .none(let reason) = key { return reason }
    return nil
  }

  func table(_ name: String) -> CatalogTable? {
    tables.first { $0.name.foldedName == name.foldedName }
  }

  func key(of table: CatalogTable) -> KeyPlan { keys[table.name] ?? .none("") }

  /// Whether annotations alone describe the table, so that its statement isn't needed.
  func isNotesAlone(_ table: CatalogTable) -> Bool {
    guard table.isStrict, !table.isWithoutRowID, !table.primaryKey.isEmpty, let definition = table.definition,
      !refusals.contains(.notes(table: table.name))
    else { return false }
    let isInline = table.columns.contains { column in
      column.constraints.contains { [.primaryKey, .unique, .check, .foreignKey].contains($0.kind) }
    }
    return !isInline && definition.constraints.allSatisfy { $0.name != nil }
  }

  // MARK: Types

  /// The type of a column. If the column is part of a reference, it is the key's type.
  func type(of column: String, in table: CatalogTable) -> SwiftType {
    let place = "\(table.name.foldedName).\(column.foldedName)"
    if let known = types[place] { return known }
    guard open.insert(place).inserted else { return guess(column, of: table).type }
    defer { open.remove(place) }
    let type = findType(of: column, in: table)
    types[place] = type
    return type
  }

  private func findType(of column: String, in table: CatalogTable) -> SwiftType {
    for reference in references[table.name] ?? [] {
      guard let index = reference.columns.firstIndex(where: { same($0, column) }),
        let target = self.table(reference.target)
      else { continue }
      if reference.columns.count == 1 { return SwiftType("\(names.structName(of: target.name)).ID") }
      return type(of: reference.targetColumns[index], in: target)
    }
    if case .single(let name, let isAssigned) = key(of: table), same(name, column) {
      if isAssigned { return SwiftType("ID") }
      return guess(column, of: table).type.asKey
    }
    return guess(column, of: table).type
  }

  /// The type of the values in the `ID`s of other structs.
  func baseType(of column: String, in table: CatalogTable, seen: Set<String> = []) -> SwiftType {
    let place = place(column, table)
    let reference = references[table.name]?.first { $0.columns.contains { same($0, column) } }
    if let reference, !seen.contains(place), let target = self.table(reference.target),
      let index = reference.columns.firstIndex(where: { same($0, column) })
    {
      return baseType(of: reference.targetColumns[index], in: target, seen: seen.union([place]))
    }
    guard case .single(let name, let isAssigned) = key(of: table), same(name, column) else {
      return guess(column, of: table).type
    }
    return isAssigned ? SwiftType("Int") : guess(column, of: table).type.asKey
  }

  func guess(_ column: String, of table: CatalogTable) -> TypeGuess {
    if let type = server?.types[table.name]?[column] { return TypeGuess(type) }
    let found = table.column(column)
    let guess = TypeGuess(
      name: column, declaredType: found?.declaredType ?? "", isStrict: table.isStrict,
      collation: found?.constraint(.collation)?.content,
      checked: (checks[table.name] ?? TableChecks(of: table)).type(of: column)?.type,
      defaultExpression: found?.defaultExpression, sample: sample(column, of: table),
      isKey: keyColumns(of: table).contains(column.foldedName), isCoreData: store != nil,
      timestamps: timestamps)
    return guess.isTimestampText && isSetByClock(column, of: table) ? TypeGuess(SwiftType("Date")) : guess
  }

  /// The columns of the table's key and references, case-folded.
  private func keyColumns(of table: CatalogTable) -> Set<String> {
    let others = unenforced.filter { same($0.table, table.name) }.flatMap(\.columns)
    return Set((table.primaryKey + table.foreignKeys.flatMap(\.columns) + others).map(\.foldedName))
  }

  func sample(_ column: String, of table: CatalogTable) -> ColumnSample {
    samples[table.name][column] ?? ColumnSample()
  }

  func same(_ first: String, _ second: String) -> Bool { first.foldedName == second.foldedName }

  /// Whether a column can be `NULL` in a model. A part of the key can't.
  func isOptional(_ column: CatalogColumn, of table: CatalogTable) -> Bool {
    !column.isNotNull && !key(of: table).columns.contains { same($0, column.name) }
  }
}
