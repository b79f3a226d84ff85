import PostilSchema

// What models contain about a change isn't recorded: former names of tables, columns and raw values.

extension Table: RecordedPart {
  static var blank: Table { Table(name: "", columns: [], primaryKey: .blank) }

  static var fields: [RecordField<Table>] {
    [
      .text("name", \.name), .texts("documentation", \.documentation), .parts("columns", \.columns),
      .part("primaryKey", \.key), .parts("unique", \.uniqueConstraints), .parts("checks", \.checks),
      .parts("foreignKeys", \.foreignKeys), .parts("indexes", \.indexes), .flag("withoutRowID", \.isWithoutRowID),
      .parts("triggers", \.triggers), .part("fullText", \.fullText), .parts("pairs", \.pairedSides),
      .optional("statement", \.statement), .optional("untranslated", \.untranslatedClause),
      .optional("distributedBy", \.distributionColumn), .flag("reference", \.isReferenceTable),
      .parts("members", \.members), .flag("derived", \.isDerived), .parts("exclusions", \.exclusions),
      .texts("extensions", \.extensions), .optional("partitionedBy", \.partitionColumn),
      .optional("each", \.partitionPeriod), .number("into", \.partitionCount),
    ]
  }

  private var partitionColumn: String? {
    get { partitioning?.column }
    set { partitioning = newValue.map { Partitioning(column: $0, period: nil, count: nil) } }
  }

  private var partitionPeriod: String? {
    get { partitioning?.period }
    set { partitioning?.period = newValue }
  }

  private var partitionCount: Int? {
    get { partitioning?.count }
    set { partitioning?.count = newValue }
  }

  private var key: KeyConstraint? {
    get { primaryKey }
    set { primaryKey = newValue ?? .blank }
  }

  private var distributionColumn: String? {
    get { if case .column(let name) = distribution { name } else { nil } }
    set { if let newValue { distribution = .column(newValue) } }
  }

  private var isReferenceTable: Bool {
    get { distribution == .reference }
    set { if newValue { distribution = .reference } }
  }
}

extension Column: RecordedPart {
  static var blank: Column { Column(name: "", type: .any) }

  static var fields: [RecordField<Column>] {
    [
      .text("name", \.name), .word("type", \.type, text: \.word) { ColumnType(word: $0) },
      .flag("optional", \.isNullable), .flag("assigned", \.isAssigned), .optional("default", \.defaultExpression),
      .optional("generated", \.generatedExpression), .flag("stored", \.isGenerationStored),
      .optional("collation", \.collation), .optional("initial", \.initialValue), .texts("prefixes", \.prefixes),
      .texts("documentation", \.documentation), .number("precision", \.precision), .number("scale", \.scale),
      .optional("elements", \.elementWord), .number("dimensions", \.dimensions),
    ]
  }

  private var elementWord: String? {
    get { elements?.word }
    set { elements = newValue.flatMap { ColumnType(word: $0) } }
  }

  private var precision: Int? {
    get { digits?.precision }
    set { digits = newValue.map { DecimalDigits(precision: $0, scale: 0) } }
  }

  private var scale: Int? {
    get { digits?.scale }
    set { digits?.scale = newValue ?? 0 }
  }

  private var generatedExpression: String? {
    get { generation?.expression }
    set { generation = newValue.map { Generation(expression: $0) } }
  }

  private var isGenerationStored: Bool {
    get { generation?.isStored ?? false }
    set { generation?.isStored = newValue }
  }
}

extension KeyConstraint: RecordedPart {
  static var blank: KeyConstraint { KeyConstraint(name: "", columns: []) }
  static var fields: [RecordField<KeyConstraint>] { [.text("name", \.name), .texts("columns", \.columns)] }
}

extension Check: RecordedPart {
  static var blank: Check { Check(name: "", expression: "") }
  static var fields: [RecordField<Check>] { [.text("name", \.name), .text("expression", \.expression)] }
}

extension Exclusion: RecordedPart {
  static var blank: Exclusion { Exclusion(name: "", columns: [], lower: "", upper: "") }

  static var fields: [RecordField<Exclusion>] {
    [
      .text("name", \.name), .texts("columns", \.columns), .text("lower", \.lower), .text("upper", \.upper),
      .flag("closed", \.isClosed), .optional("condition", \.condition),
    ]
  }
}

extension ForeignKey: RecordedPart {
  static var blank: ForeignKey {
    ForeignKey(name: "", columns: [], referencedTable: "", referencedColumns: [], onDelete: .noAction)
  }

  static var fields: [RecordField<ForeignKey>] {
    [
      .text("name", \.name), .texts("columns", \.columns), .text("table", \.referencedTable),
      .texts("referencedColumns", \.referencedColumns),
      .word("onDelete", \.onDelete, text: \.rawValue) { DeleteRule(rawValue: $0) }, .flag("deferred", \.isDeferred),
    ]
  }
}

extension Index: RecordedPart {
  static var blank: Index { Index(name: "", terms: []) }

  static var fields: [RecordField<Index>] {
    [
      .text("name", \.name), .parts("terms", \.terms), .flag("unique", \.isUnique),
      .optional("condition", \.condition), .optional("distance", \.distanceWord),
    ]
  }

  private var distanceWord: String? {
    get { distance?.rawValue }
    set { distance = newValue.flatMap { IndexDistance(rawValue: $0) } }
  }
}

extension Index.Term: RecordedPart {
  static var blank: Index.Term {
    var term = Index.Term(column: "")
    term.column = nil
    return term
  }

  static var fields: [RecordField<Index.Term>] {
    [.optional("column", \.column), .optional("expression", \.expression), .flag("descending", \.isDescending)]
  }
}

extension Trigger: RecordedPart {
  static var blank: Trigger { Trigger(name: "", table: "", event: "", statements: []) }

  static var fields: [RecordField<Trigger>] {
    [
      .text("name", \.name), .text("table", \.table), .text("event", \.event), .optional("condition", \.condition),
      .texts("statements", \.statements), .texts("documentation", \.documentation),
    ]
  }
}

extension FullTextIndex: RecordedPart {
  static var blank: FullTextIndex { FullTextIndex(name: "", key: "", columns: []) }

  static var fields: [RecordField<FullTextIndex>] {
    [
      .text("name", \.name), .text("key", \.key), .texts("keyColumns", \.keyColumns), .texts("columns", \.columns),
      .optional("tokenizer", \.tokenizer),
      .optional("prefixes", \.prefixes),
    ]
  }
}

extension PairedSide: RecordedPart {
  static var blank: PairedSide { PairedSide(table: "", name: "", columns: []) }

  static var fields: [RecordField<PairedSide>] {
    [.text("name", \.name), .text("table", \.table), .texts("columns", \.columns)]
  }
}

extension MemberRules: RecordedPart {
  static var blank: MemberRules { MemberRules(name: "", columns: [], owner: "", ownerKey: []) }

  static var fields: [RecordField<MemberRules>] {
    [
      .text("name", \.name), .texts("columns", \.columns), .text("owner", \.owner), .texts("ownerKey", \.ownerKey),
      .optional("deletion", \.deletion), .optional("ownerDeletion", \.ownerDeletion), .optional("position", \.position),
      .number("min", \.minimum), .number("max", \.maximum),
    ]
  }
}

extension View: RecordedPart {
  static var blank: View { View(name: "", columns: [], select: "") }

  static var fields: [RecordField<View>] {
    [
      .text("name", \.name), .texts("documentation", \.documentation), .texts("columns", \.columns),
      .flag("unlisted", \.isUnlisted), .flag("materialized", \.isMaterialized), .optional("key", \.key),
      .words("types", \.types, text: \.word) { ColumnType(word: $0) },
      .text("select", \.select),
    ]
  }

  private var isUnlisted: Bool {
    get { !listsColumns }
    set { listsColumns = !newValue }
  }
}
