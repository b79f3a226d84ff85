import PostilCompiler
import PostilSQL

/// Compares each property of the new database with the columns that the model's properties have in the store, row by row.
///
/// It doesn't use the statements of the copy, so that a value in the wrong column can't be missed.
struct StoreComparison {
  let graph: ModelGraph
  let plans: [EntityPlan]
  let store: EntityPlanner.Store

  /// - Returns: the number of values that were compared.
  /// - Throws: ``ImportError`` if a value differs.
  func values(of plan: EntityPlan, in file: NewDatabase) throws -> Int {
    guard let table = plan.table else { return 0 }
    let model = try graph.model(of: plan)
    var columns = [model.table.primaryKey.columns[0]]
    var (expressions, forms) = (["t.\(SQLText.identifier(plan.keyColumn))"], [plan.keyForm])
    var keys = [""]
    for source in plan.sources where !source.keys.isEmpty {
      guard let column = model.properties.first(where: { $0.name == source.property })?.column, column != columns[0],
        let expression = expression(of: source)
      else { continue }
      columns.append(column)
      expressions.append(expression)
      forms.append(source.form)
      keys.append(source.keys[0])
    }
    var stored = TableTotal(columns: columns.count)
    try store.rows.forEach("SELECT \(expressions.joined(separator: ", ")) FROM \(SQLText.identifier(table)) t") {
      cells in
      stored.add(zip(cells, forms).map { $1.stored($0, files: store.files) ?? .null })
    }
    let copied = try file.total(of: columns, in: model.table.name)
    guard copied.rows == stored.rows else {
      throw ImportError("'\(model.table.name)' has \(copied.rows) rows, but '\(table)' has \(stored.rows)")
    }
    for index in columns.indices where copied.columns[index] != stored.columns[index] {
      throw ImportError(
        "'\(model.table.name).\(columns[index])' doesn't have the values of '\(keys[index])' in the store, which is a bug in "
          + "'postil import'")
    }
    return copied.columns.reduce(0) { $0 + $1.values }
  }

  /// The values in the store: in the rows of each entity, those of its own column.
  private func expression(of source: EntityPlan.Source) -> String? {
    let columns = source.keys.compactMap { key in
      store.binding.column(key).map { (entity: String(key.prefix { $0 != "." }), name: "t.\(SQLText.identifier($0))") }
    }
    guard let first = columns.first else { return nil }
    if let destination = plans.first(where: { $0.root == source.destination }), let table = destination.table {
      return
        "(SELECT k.\(SQLText.identifier(destination.keyColumn)) FROM \(SQLText.identifier(table)) k WHERE k.Z_PK = \(first.name))"
    }
    if columns.count == 1 { return first.name }
    let entities = columns.map(\.entity).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let cases = entities.map { entity in
      let names = columns.filter { $0.entity == entity }.map(\.name)
      let value = names.count == 1 ? names[0] : "coalesce(\(names.joined(separator: ", ")))"
      return
        "WHEN t.Z_ENT IN (\(store.layout.family(of: entity).map(String.init).joined(separator: ", "))) THEN \(value)"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }
}

extension ModelGraph {
  /// The struct of a plan.
  /// - Throws: ``ImportError``
  func model(of plan: EntityPlan) throws -> ResolvedModel {
    guard let model = models.first(where: { $0.swiftName == plan.value.name }) else {
      throw ImportError("the struct '\(plan.value.name)' is missing, which is a bug in 'postil import'")
    }
    return model
  }
}
