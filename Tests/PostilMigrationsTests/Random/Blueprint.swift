import PostilSQL
import PostilSchema

/// A schema with identities, so that what is renamed is known: names of constraints and indexes follow from those of tables and
/// columns, as the compiler makes them.
struct Blueprint {
  struct Column {
    var id: Int
    var name: String
    var type: ColumnType
    var isNullable: Bool
    var hasDefault = false
    var hasInitialValue = false
    var collation: String?
    /// The column that this one is computed from.
    var source: Int?
    var isStored = false
  }

  struct Reference {
    var id: Int
    /// The columns that hold the parent's key, in its order.
    var columns: [Int]
    var table: Int
    var rule: DeleteRule
    var isDeferred: Bool
    /// What the names of new columns begin with.
    var stem: String
  }

  struct Index {
    var columns: [Int]
    var isUnique: Bool
    var isDescending: Bool
    var condition: Int?
    var expression: Int?
  }

  struct Table {
    var id: Int
    var name: String
    var columns: [Column]
    var key: [Int]
    var uniques: [[Int]] = []
    var checks: [Int] = []
    var tableChecks: [(Int, Int)] = []
    var references: [Reference] = []
    var indexes: [Index] = []
    var isWithoutRowID = false
    var words: [Int] = []
    var tokenizer: String?
    var triggers: [Int] = []
    var documentation: [String] = []
    /// Whether the table holds pairs: its references tell its rows apart, where others have a label.
    var isJoin = false
    /// The column that tells rows apart, whatever the key is, and one whose values are those of other rows' keys.
    var label = 0
    var number = 0

    /// The columns whose type stays.
    var fixed: Set<Int> { Set([label, number] + key + references.flatMap(\.columns)) }

    func column(_ id: Int) -> Column? { columns.first { $0.id == id } }
    var plain: [Column] { columns.filter { $0.source == nil } }
  }

  struct View {
    var id: Int
    var table: Int
    var columns: [Int]
    /// The view that this one reads, where it reads one.
    var view: Int?
  }

  var tables: [Table] = []
  var views: [View] = []

  func table(_ id: Int) -> Table? { tables.first { $0.id == id } }

  /// Whether something has the name that something else had, and not itself.
  func reusesNames(of former: Blueprint) -> Bool {
    tables.contains { table in
      let old = former.table(table.id)
      let isTaken = former.tables.contains { $0.name.lowercased() == table.name.lowercased() && $0.id != table.id }
      let wasRenamed = tables.contains { other in
        former.table(other.id).map { $0.name != other.name && $0.name.lowercased() == table.name.lowercased() } ?? false
      }
      if isTaken && (old != nil || wasRenamed) { return true }
      return table.columns.contains { column in
        let others =
          old?.columns.filter { $0.id != column.id && $0.name.lowercased() == column.name.lowercased() } ?? []
        return others.contains { other in old?.column(column.id) != nil || table.column(other.id) != nil }
      }
    }
  }

  /// - Parameter former: what tables and columns of these identities were called.
  func schema(former: Blueprint? = nil) -> Schema {
    var names = NameRegister()
    for table in tables { _ = names.take(table.name) }
    let rendered = tables.map { render($0, former: former?.table($0.id), names: &names) }
    let views = self.views.compactMap { view -> PostilSchema.View? in
      if let other = self.views.first(where: { $0.id == view.view }) {
        return PostilSchema.View(
          name: "v\(view.id)", columns: other.columns.map { "x\($0)" }, select: "SELECT * FROM \"v\(other.id)\"")
      }
      guard let table = table(view.table) else { return nil }
      let columns = view.columns.compactMap { table.column($0) }
      let name = SQLText.identifier(table.name)
      return PostilSchema.View(
        name: "v\(view.id)", columns: view.columns.map { "x\($0)" },
        select:
          "SELECT \(columns.map { "\(name).\(SQLText.identifier($0.name))" }.joined(separator: ", ")) FROM \(name)")
    }
    return Schema(tables: TableOrder.sorted(rendered), views: PostilSchema.View.sorted(views))
  }

  private func render(_ table: Table, former: Table?, names: inout NameRegister) -> PostilSchema.Table {
    func name(_ id: Int) -> String { table.column(id)?.name ?? "?" }
    func quoted(_ id: Int) -> String { SQLText.identifier(name(id)) }
    var checkNames = NameRegister()
    let columns = table.columns.map { column in
      let before = former?.column(column.id)?.name
      return PostilSchema.Column(
        name: column.name, renamedFrom: before == column.name ? nil : before, type: column.type,
        isNullable: column.isNullable,
        defaultExpression: column.hasDefault ? Values.literal(column.type) : nil,
        generation: column.source.flatMap { table.column($0) }.map { source in
          let name = SQLText.identifier(source.name)
          // PostgreSQL has no length of a number.
          let expression = source.type == .text ? "length(\(name))" : "CASE WHEN \(name) IS NULL THEN 0 ELSE 1 END"
          return Generation(expression: expression, isStored: column.isStored)
        }, collation: column.collation, documentation: column.id % 4 == 0 ? ["What \(column.name) is."] : [],
        initialValue: column.hasInitialValue && !column.isNullable ? Values.literal(column.type) : nil)
    }
    let checks =
      table.checks.map { id in
        Check(
          name: checkNames.takeUnique(ObjectName.check(of: table.name, column: name(id))),
          expression: Values.check(quoted(id), table.column(id)?.type ?? .text))
      }
      + table.tableChecks.map { first, second in
        Check(
          name: checkNames.takeUnique(ObjectName.check(of: table.name, column: nil)),
          expression: "\(quoted(first)) IS NOT NULL OR \(SQLText.identifier(table.name)).\(quoted(second)) IS NOT 17")
      }
    let before = former?.name
    return PostilSchema.Table(
      name: table.name, renamedFrom: before == table.name ? nil : before, documentation: table.documentation,
      columns: columns,
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: table.name), columns: table.key.map(name)),
      uniqueConstraints: table.uniques.map { ids in
        KeyConstraint(name: ObjectName.uniqueKey(of: table.name, columns: ids.map(name)), columns: ids.map(name))
      },
      checks: checks,
      foreignKeys: table.references.compactMap { reference in
        guard let parent = self.table(reference.table) else { return nil }
        return ForeignKey(
          name: ObjectName.foreignKey(of: table.name, columns: reference.columns.map(name)),
          columns: reference.columns.map(name), referencedTable: parent.name,
          referencedColumns: parent.key.compactMap { parent.column($0)?.name }, onDelete: reference.rule,
          isDeferred: reference.isDeferred)
      },
      indexes: table.indexes.map { index in
        var terms = index.columns.map { PostilSchema.Index.Term(column: name($0), isDescending: index.isDescending) }
        if let id = index.expression { terms.append(PostilSchema.Index.Term(expression: "length(\(quoted(id)))")) }
        return PostilSchema.Index(
          name: names.takeUnique(ObjectName.index(of: table.name, columns: index.columns.map(name))), terms: terms,
          isUnique: index.isUnique, condition: index.condition.map { "\(quoted($0)) IS NOT NULL" })
      }, isWithoutRowID: table.isWithoutRowID,
      triggers: table.triggers.map { id in
        Trigger(
          name: "trigger\(id)_\(table.name)", table: table.name, event: "AFTER UPDATE OF \(quoted(table.key[0]))",
          condition: "NEW.\(quoted(table.key[0])) IS NULL",
          statements: ["DELETE FROM \(SQLText.identifier(table.name)) WHERE \(quoted(table.key[0])) = \(id)"])
      },
      fullText: table.words.isEmpty
        ? nil
        : FullTextIndex(
          name: "\(table.name)_fts", key: name(table.key[0]), columns: table.words.map(name), tokenizer: table.tokenizer
        ))
  }
}
