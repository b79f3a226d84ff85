import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// Rows that are preserved when the kind of a relationship changes: they move to another table, or to columns of
/// another table.
struct PairMove {
  /// The table that contains the rows before the migration, in the old schema.
  var source: TableShape
  /// The table that contains the rows after the migration, in the new schema.
  var target: TableShape
  /// A comment that describes the move.
  var comment: String
  /// The statement that moves the rows; `nil` if they become values of new columns.
  var statement: String?
  /// The columns of the source that are dropped, by their keys; empty if the whole table is dropped.
  var droppedColumns: Set<String> = []
  /// The SQL of the values of the target's new columns, by their keys.
  var values: [String: String] = [:]
  /// The query that counts the rows of the target without a value.
  var missing: String?
  /// The query that counts the rows of the source that aren't moved, or not completely; `nil` if everything is moved.
  var lost: String?
  /// Whether the statement contains `NULL` for values that the user must fill in.
  var needsValues = false
  /// Whether names and columns identify the move unambiguously.
  var isCertain: Bool
}

extension TableShape {
  /// A pure join table: two references that form its key, and no other columns.
  var isPlainJoin: Bool {
    table.isWithoutRowID && table.foreignKeys.count == 2
      && columns.allSatisfy { referencingColumns.contains($0.name.foldedName) }
  }
}

extension SchemaShape {
  /// The names that a join table has without `through:`, for a table that stores the pairs of many-to-many relationships.
  func joinNames(of table: TableShape) -> Set<String> {
    let sides = model(table.name)?.pairedSides ?? []
    return Set(sides.map { "\($0.table)_\($0.name)".foldedName })
  }

  /// The relationships of a table whose pairs a join table stores, according to the models, otherwise according to the
  /// join table's name. `near` references the table.
  func relationships(of table: TableShape, in join: TableShape, near: CatalogForeignKey) -> [String] {
    if let model = model(join.name), !model.pairedSides.isEmpty {
      return model.pairedSides.filter { side in
        side.table.isSameName(as: table.name) && side.columns.map(\.foldedName) == near.columns.map(\.foldedName)
      }.map(\.name)
    }
    // If both references are to the same table, only the models can distinguish them.
    guard Set(join.table.foreignKeys.map { $0.referencedTable.foldedName }).count == 2 else { return [] }
    let prefix = table.key + "_"
    return join.key.hasPrefix(prefix) ? [String(join.key.dropFirst(prefix.count))] : []
  }
}

extension PlanBuilder {
  /// Finds the moves between dropped and new objects, and prepares the tables whose new columns get their values from one.
  mutating func findPairMoves() {
    var found: [PairMove] = []
    for join in created where join.isPlainJoin { found += movesOfColumns(to: join) + movesOfModels(to: join) }
    for join in dropped where join.isPlainJoin { found += movesToColumns(of: join) + movesToModels(of: join) }
    // If a source has several possible targets, or the reverse, the user must decide.
    pairMoves = found.map { move in
      let others = found.filter { other in
        other.isCertain
          && ((other.source.key == move.source.key && other.droppedColumns == move.droppedColumns)
            || (other.target.key == move.target.key && Set(other.values.keys) == Set(move.values.keys)))
      }
      var move = move
      move.isCertain = move.isCertain && others.count == 1
      return move
    }
    for move in pairMoves where move.isCertain && !move.values.isEmpty {
      guard let index = comparisons.firstIndex(where: { $0.new.key == move.target.key }) else { continue }
      comparisons[index].initialValues.merge(move.values) { $1 }
      comparisons[index].method = .rebuild
    }
  }

  /// The statements of the certain moves, to be run once the new tables exist.
  mutating func addPairMoves() {
    for move in pairMoves where move.isCertain {
      if let statement = move.statement { steps.append(MigrationStep([move.comment], [statement])) }
    }
  }

  /// The statement that preserves the rows if the user must decide, to be copied into the file.
  func offer(_ move: PairMove?, _ word: String) -> [String] {
    guard let move, !move.isCertain, let statement = move.statement, !isUndo else { return [] }
    let line = statement.split(separator: "\n").joined(separator: " ")
    let place =
      move.droppedColumns.isEmpty
      ? "'DROP TABLE \(SQLText.identifier(move.source.name))'"
      : "the first statement that changes table '\(move.source.name)'"
    let values = move.needsValues ? ", with each NULL replaced by a value" : ""
    return [
      "to keep the rows in '\(move.target.name)', pass '--allow \(word)' and add this line to the file, above "
        + "\(place)\(values): \(line);"
    ]
  }

  /// The move of a dropped column.
  func move(ofColumn column: String, of table: TableShape) -> PairMove? {
    move { $0.source.key == table.key && $0.droppedColumns.contains(column.foldedName) }
  }

  /// The move of a dropped table.
  func move(ofTable table: TableShape) -> PairMove? {
    move { $0.source.key == table.key && $0.droppedColumns.isEmpty }
  }

  /// The move that provides the values of a new column.
  func move(toColumn column: String, of table: TableShape) -> PairMove? {
    move { $0.isCertain && $0.target.key == table.key && $0.values[column.foldedName] != nil }
  }

  private func move(where condition: (PairMove) -> Bool) -> PairMove? {
    let found = pairMoves.filter(condition)
    return found.first(where: \.isCertain) ?? (found.count == 1 ? found.first : nil)
  }

  // MARK: - a reference and pairs

  /// A to-one relationship becomes many-to-many: each reference becomes a pair.
  private func movesOfColumns(to join: TableShape) -> [PairMove] {
    sides(of: join).flatMap { near, far -> [PairMove] in
      guard let owner = comparison(ofNew: near.referencedTable), let other = comparison(ofNew: far.referencedTable)
      else { return [] }
      let nearKey = near.referencedColumns(in: owner.new)
      let farKey = far.referencedColumns(in: other.new)
      return owner.old.table.foreignKeys.compactMap { key -> PairMove? in
        guard renames.newTable(key.referencedTable).isSameName(as: other.new.name),
          key.columns.allSatisfy({ column in owner.dropped.contains { $0.name.isSameName(as: column) } }),
          let values = aligned(
            key.columns,
            key.referencedColumns(in: other.old).map { renames.newColumn($0, of: other.old.name) },
            to: farKey),
          owner.copies(nearKey), other.copies(farKey)
        else { return nil }
        let exists = values.map { "\(SQLText.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
        return PairMove(
          source: owner.old, target: join,
          comment: "Each reference from '\(owner.new.name)' to '\(other.new.name)' becomes a pair in '\(join.name)'.",
          statement:
            "INSERT INTO \(SQLText.identifier(join.name)) "
            + "(\(SQLText.identifiers(near.columns + far.columns)))\nSELECT "
            + "\(SQLText.identifiers(nearKey + values)) FROM \(SQLText.identifier(owner.new.name)) WHERE \(exists)",
          droppedColumns: Set(key.columns.map(\.foldedName)),
          isCertain: isNamed(key, to.relationships(of: owner.new, in: join, near: near), referencing: other.old))
      }
    }
  }

  /// A many-to-many relationship becomes to-one: each owner keeps one of its pairs.
  private func movesToColumns(of join: TableShape) -> [PairMove] {
    sides(of: join).flatMap { near, far -> [PairMove] in
      guard let owner = comparison(ofOld: near.referencedTable), let other = comparison(ofOld: far.referencedTable)
      else { return [] }
      let nearKey = near.referencedColumns(in: owner.old)
      let farKey = far.referencedColumns(in: other.old)
      return owner.new.table.foreignKeys.compactMap { key -> PairMove? in
        guard key.referencedTable.isSameName(as: other.new.name),
          key.columns.allSatisfy({ column in owner.added.contains { $0.name.isSameName(as: column) } }),
          let columns = aligned(
            far.columns, farKey.map { renames.newColumn($0, of: other.old.name) },
            to: key.referencedColumns(in: other.new)),
          owner.copies(nearKey), other.copies(farKey.map { renames.newColumn($0, of: other.old.name) })
        else { return nil }
        let pairs = PairSource(join: join.name, owner: near.columns, key: nearKey, values: columns)
        return PairMove(
          source: join, target: owner.new,
          comment: "Each row of '\(owner.new.name)' keeps one of its pairs in '\(join.name)'.",
          values: Dictionary(
            key.columns.enumerated().map { ($1.foldedName, pairs.value(at: $0)) },
            uniquingKeysWith: { first, _ in first }),
          missing: "SELECT count(*) FROM \(SQLText.identifier(owner.old.name)) WHERE NOT EXISTS (\(pairs.any))",
          lost: pairs.others,
          isCertain: isNamed(key, from.relationships(of: owner.old, in: join, near: near), referencing: other.new))
      }
    }
  }

  // MARK: - pairs and a join model

  /// A many-to-many relationship gets a join model: each pair becomes a row.
  private func movesToModels(of join: TableShape) -> [PairMove] {
    created.compactMap { model in
      guard let columns = pairColumns(of: model, in: to, as: join, in: from, newTable: renames.newTable) else {
        return nil
      }
      let extra = extraColumns(of: model)
      var (names, values) = (columns.map(\.model), SQLText.identifiers(columns.map(\.join)))
      var isComplete = true
      for column in extra where column.isNotNull && column.defaultText == nil {
        let initial = to.modelColumn(model.name, column.name)?.initialValue
        isComplete = isComplete && initial != nil
        names.append(column.name)
        values += ", " + (initial ?? "NULL")
      }
      // The members of an ordered relationship are placed in the order of their keys.
      for order in to.orders where order.table.isSameName(as: model.name) {
        let owner = order.owner.compactMap { name in columns.first { $0.model.isSameName(as: name) }?.join }
        guard owner.count == order.owner.count else { continue }
        names.append(order.position)
        values +=
          ", (row_number() OVER (PARTITION BY \(SQLText.identifiers(owner)) ORDER BY "
          + "\(SQLText.identifiers(columns.map(\.join)))) - 1) * \(OrderSQL.spacing)"
      }
      return PairMove(
        source: join, target: model, comment: "Each pair in '\(join.name)' becomes a row of '\(model.name)'.",
        statement: "INSERT INTO \(SQLText.identifier(model.name)) (\(SQLText.identifiers(names)))\n"
          + "SELECT \(values) FROM \(SQLText.identifier(join.name))",
        needsValues: !isComplete, isCertain: isComplete && to.joinNames(of: model).contains(join.key))
    }
  }

  /// A join model is removed: each row becomes a pair, and the values of its other columns are lost.
  private func movesOfModels(to join: TableShape) -> [PairMove] {
    dropped.compactMap { model in
      guard let columns = pairColumns(of: model, in: from, as: join, in: to, newTable: renames.newTable) else {
        return nil
      }
      let conditions = extraColumns(of: model).map { column -> String in
        let given =
          column.safeDefault
          ?? from.modelColumn(model.name, column.name)?.initialValue ?? "NULL"
        return "\(SQLText.identifier(column.name)) \(isServer ? "IS DISTINCT FROM" : "IS NOT") \(given)"
      }
      return PairMove(
        source: model, target: join, comment: "Each row of '\(model.name)' becomes a pair in '\(join.name)'.",
        statement: "INSERT INTO \(SQLText.identifier(join.name)) (\(SQLText.identifiers(columns.map(\.join))))\n"
          + "SELECT \(SQLText.identifiers(columns.map(\.model))) FROM \(SQLText.identifier(model.name))",
        lost: conditions.isEmpty
          ? nil
          : "SELECT count(*) FROM \(SQLText.identifier(model.name)) WHERE \(conditions.joined(separator: " OR "))",
        isCertain: from.joinNames(of: model).contains(join.key))
    }
  }

  /// The columns of a model's two references, next to those of a join table's; `nil` if they reference other tables.
  private func pairColumns(
    of model: TableShape, in side: SchemaShape, as join: TableShape, in joinSide: SchemaShape,
    newTable: (String) -> String
  ) -> [PairColumn]? {
    guard !model.isPlainJoin, !side.isDerived(model) else { return nil }
    let tables = join.table.foreignKeys.map { newTable($0.referencedTable).foldedName }
    guard Set(tables).count == 2 else { return nil }
    var columns: [PairColumn] = []
    for key in join.table.foreignKeys {
      let same = model.table.foreignKeys.filter {
        newTable($0.referencedTable).isSameName(as: newTable(key.referencedTable))
      }
      guard same.count == 1, let joinTable = joinSide.table(key.referencedTable.foldedName),
        let modelTable = side.table(same[0].referencedTable.foldedName), keepsKey(of: key.referencedTable),
        let values = aligned(
          same[0].columns, same[0].referencedColumns(in: modelTable),
          to: key.referencedColumns(in: joinTable))
      else { return nil }
      columns += zip(key.columns, values).map { PairColumn(join: $0, model: $1) }
    }
    return columns
  }

  /// Whether the key of a table, named in either schema, keeps its values.
  private func keepsKey(of table: String) -> Bool {
    guard let comparison = comparison(ofNew: table) ?? comparison(ofOld: table) else { return true }
    return comparison.new.table.primaryKey.allSatisfy { name in
      comparison.pairs.contains { $0.new.name.isSameName(as: name) && comparison.isCopied($0) }
    }
  }

  /// The columns of a join model except its references, its key and generated columns.
  private func extraColumns(of model: TableShape) -> [NormalizedDefinition.Column] {
    let references = model.referencingColumns
    return model.columns.filter { column in
      let key = column.name.foldedName
      return column.generation == nil && !references.contains(key) && !model.isRowID(key)
    }
  }

  // MARK: - names

  private func sides(of join: TableShape) -> [(near: CatalogForeignKey, far: CatalogForeignKey)] {
    let keys = join.table.foreignKeys
    return [(keys[0], keys[1]), (keys[1], keys[0])]
  }

  /// The columns in the order of `order`, whose counterparts are `names`.
  private func aligned(_ columns: [String], _ names: [String], to order: [String]) -> [String]? {
    guard columns.count == names.count, names.count == order.count else { return nil }
    let result = order.compactMap { name in names.firstIndex { $0.isSameName(as: name) }.map { columns[$0] } }
    return result.count == order.count ? result : nil
  }

  /// Whether a relationship and a reference have corresponding names: `projects` and `project_id`, `categories` and `category_id`.
  private func isNamed(
    _ key: CatalogForeignKey, _ relationships: [String], referencing referenced: TableShape
  ) -> Bool {
    guard let column = key.columns.first, let name = key.referencedColumns(in: referenced).first else {
      return false
    }
    let suffix = "_" + name.foldedName
    let whole = column.foldedName
    let base = whole.hasSuffix(suffix) ? String(whole.dropLast(suffix.count)) : whole
    return relationships.contains { relationship in
      let plural = relationship.foldedName
      return plural.hasPrefix(base) || (base.hasSuffix("y") && plural == base.dropLast() + "ies")
    }
  }
}

/// A column of a join table, and the column of a join model with the same reference.
private struct PairColumn {
  var join: String
  var model: String
}

extension TableComparison {
  /// Whether these columns, given by their new names, keep their names and values.
  fileprivate func copies(_ columns: [String]) -> Bool {
    columns.allSatisfy { name in
      pairs.contains { $0.new.name.isSameName(as: name) && isCopied($0) && !$0.isRenamed }
    }
  }
}

/// The pairs of a join table for one row of the owning table. No column of the owner has the name of an alias.
private struct PairSource {
  var join: String
  /// The join table's columns that reference the owner.
  var owner: [String]
  /// The owner's columns that they reference.
  var key: [String]
  /// The join table's columns that reference the other table.
  var values: [String]

  private var source: String {
    let columns =
      owner.enumerated().map { "\(SQLText.identifier($1)) AS \"postil_owner_\($0)\"" }
      + values.enumerated().map { "\(SQLText.identifier($1)) AS \"postil_value_\($0)\"" }
    let same = key.enumerated().map { "\"postil_owner_\($0)\" = \(SQLText.identifier($1))" }
    return "FROM (SELECT \(columns.joined(separator: ", ")) FROM \(SQLText.identifier(join))) AS \"postil_pairs\" "
      + "WHERE \(same.joined(separator: " AND "))"
  }

  /// A query for any of the owner's pairs.
  var any: String { "SELECT 1 \(source)" }

  /// The value from the owner's first pair.
  func value(at index: Int) -> String {
    let order = values.indices.map { "\"postil_value_\($0)\"" }.joined(separator: ", ")
    return "(SELECT \"postil_value_\(index)\" \(source) ORDER BY \(order) LIMIT 1)"
  }

  /// The query that counts the pairs that aren't the first of their owner.
  var others: String {
    "SELECT (SELECT count(*) FROM \(SQLText.identifier(join))) - "
      + "(SELECT count(*) FROM (SELECT DISTINCT \(SQLText.identifiers(owner)) FROM \(SQLText.identifier(join))) AS \"owners\")"
  }
}
