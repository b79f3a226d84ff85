import PostilCatalog
import PostilSQL
import PostilSchema

/// Builds the steps from the old schema to the new one.
struct PlanBuilder {
  let from: SchemaShape
  let to: SchemaShape
  let renames: Renames
  let allowances: [MigrationAllowance]
  /// Whether the steps undo others. An undo has no allowances and asks no questions.
  let isUndo: Bool
  /// The oldest SQLite that will run the steps.
  let engine: SQLiteVersion
  let statements: [DDLStatement]
  /// Whether the steps are for PostgreSQL, which decides what statements are offered.
  var isServer = false
  /// The defaults of new columns for PostgreSQL, by table and column: a UUID is a text in SQLite, but not comparable with one there.
  var serverDefaults: [String: String] = [:]

  var steps: [MigrationStep] = []
  var problems: [PlanProblem] = []

  /// The tables in both schemas, in the order of the new one.
  var comparisons: [TableComparison] = []
  var created: [TableShape] = []
  var dropped: [TableShape] = []
  /// The moves of rows between tables when the kind of a relationship changes.
  var pairMoves: [PairMove] = []
  /// The order in which the tables of ``comparisons`` are changed.
  var changeOrder: [Int] = []
  /// The tables that store the keys of other tables until every reference is changed, and their order.
  var keyTables: [KeyChange: String] = [:]
  var keyTableOrder: [KeyChange] = []
  /// The objects that are recreated because an object that they read is recreated.
  var droppedTriggers: Set<String> = []
  var droppedViews: Set<String> = []
  var droppedFullTexts: Set<String> = []
  /// Indexes whose names are given to indexes of other tables.
  var movedIndexes: Set<String> = []

  init(
    from: SchemaShape, to: SchemaShape, renames: Renames, allowances: [MigrationAllowance], isUndo: Bool,
    engine: SQLiteVersion
  ) {
    self.from = from
    self.to = to
    self.renames = renames
    self.allowances = allowances
    self.isUndo = isUndo
    self.engine = engine
    statements = to.schema?.script().statements ?? []
  }

  /// Compares the tables, and asks what the comparison can't decide. The steps are written afterwards.
  mutating func decide() {
    compareTables()
    resolveReferences()
    findPairMoves()
    orderChanges()
    if !isUndo { problems += suspectedRenames() + lostClauses() }
  }

  mutating func build() {
    decide()
    decideObjects()
    addTriggerDrops()
    addRenames()
    addObjectDrops()
    addDerivedDrops()
    addCreatedTables()
    addPairMoves()
    addKeyTables()
    for index in changeOrder { addChange(of: comparisons[index]) }
    addKeyTableDrops()
    addTableDrops()
    addFullTexts()
    addLimits()
    addViews()
    addTriggers()
    mergeFindings()
  }

  private mutating func compareTables() {
    var matched: Set<String> = []
    for new in to.tables {
      guard let old = renames.oldTable(new.name).flatMap(from.table) else {
        created.append(new)
        continue
      }
      matched.insert(old.key)
      var comparison = TableComparison(old: old, new: new, from: from, to: to, renames: renames, engine: engine)
      comparison.newKey = newKey(of: comparison)
      // Tables maintained by triggers are recreated instead of converted.
      if comparison.method != .none, from.isDerived(old), to.isDerived(new) {
        created.append(new)
        dropped.append(old)
      } else {
        comparisons.append(comparison)
      }
    }
    dropped += from.tables.filter { !matched.contains($0.key) }
    // A table is dropped before those that it references, so that none of its rows violates a foreign key.
    let keys = Dictionary(dropped.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    let order = TableOrder.order(
      dropped.enumerated().map { index, table in
        Set(table.table.foreignKeys.compactMap { keys[$0.referencedTable.foldedName] }).subtracting([index])
      })
    dropped = order.reversed().map { dropped[$0] }
  }

  private mutating func resolveReferences() {
    var resolution = ReferenceResolution(
      from: from, to: to, renames: renames, allowances: allowances, comparisons: comparisons)
    resolution.resolve()
    comparisons = resolution.comparisons
  }

  func comparison(ofNew table: String) -> TableComparison? {
    comparisons.first { $0.new.name.isSameName(as: table) }
  }

  func comparison(ofOld table: String) -> TableComparison? {
    comparisons.first { $0.old.name.isSameName(as: table) }
  }

  /// Whether rows of a table are rewritten by statements that would fire its triggers.
  func isFilled(_ comparison: TableComparison) -> Bool {
    comparison.method == .alter && newPositions(of: comparison).first != nil
  }

  private mutating func addCreatedTables() {
    for table in created {
      var sql = [table.table.sql] + table.indexes.compactMap(\.sql)
      sql += to.fullTexts.filter { $0.content.map { $0.isSameName(as: table.name) } ?? false }.flatMap(\.sql)
      steps.append(MigrationStep(to.documentation(statements, table.name), sql))
    }
  }
}
