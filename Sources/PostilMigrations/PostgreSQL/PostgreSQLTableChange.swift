import PostilSQL
import PostilSchema
import PostilTranslation

/// A table in both schemas, and its columns as PostgreSQL sees them.
struct PostgreSQLTableChange {
  /// A column whose type changes in place.
  struct Retyping {
    var old: PostgreSQLShape.Column
    var new: PostgreSQLShape.Column
    var pair: ColumnPair
    /// `nil` if the values stay as they are.
    var conversion: Conversion?
  }

  var comparison: TableComparison
  var old: PostgreSQLShape.Table
  var new: PostgreSQLShape.Table
  /// The columns that are new, by their new names.
  var added: [PostgreSQLShape.Column] = []
  /// The columns that are replaced by a new one with the same name.
  var replaced: [PostgreSQLShape.Column] = []
  var retyped: [Retyping] = []
  /// The columns that keep their type and their values, unless the models can't read a value any more.
  var narrowed: [Retyping] = []
  /// The columns whose values can't be converted.
  var unconvertible: [ColumnPair] = []
  /// The pairs that stay in place.
  var kept: [(pair: ColumnPair, old: PostgreSQLShape.Column, new: PostgreSQLShape.Column)] = []

  var name: String { new.name }
  var quoted: String { SQLText.identifier(new.name) }
  /// The place of a row, as columns of a subquery. Rows of two partitions can have the same `ctid`.
  var row: String { (new.isPartitioned ? "tableoid AS \"part\", " : "") + "ctid AS \"row\"" }

  /// Whether a row is that of a subquery with ``row``.
  func isSameRow(as subquery: String) -> String {
    (new.isPartitioned ? "\(quoted).tableoid = \"\(subquery)\".\"part\" AND " : "")
      + "\(quoted).ctid = \"\(subquery)\".\"row\""
  }

  private var renames: Renames

  /// - Returns: `nil` if one of the schemas doesn't contain the table.
  init?(_ comparison: TableComparison, old: PostgreSQLShape, new: PostgreSQLShape, renames: Renames) {
    guard let former = old.table(PostgreSQLNames.short(comparison.old.name)),
      let table = new.table(PostgreSQLNames.short(comparison.new.name))
    else { return nil }
    self.comparison = comparison
    self.renames = renames
    (self.old, self.new) = (former, table)
    for column in comparison.new.columns {
      guard let now = table.column(PostgreSQLNames.short(column.name)) else { continue }
      guard let pair = comparison.pairs.first(where: { $0.new.name == column.name }),
        let before = former.column(PostgreSQLNames.short(pair.old.name))
      else {
        added.append(now)
        continue
      }
      sort(pair, before, now)
    }
    replaceGenerated()
  }

  private mutating func sort(_ pair: ColumnPair, _ before: PostgreSQLShape.Column, _ now: PostgreSQLShape.Column) {
    if let generation = now.generation {
      let former = before.generation.map { renames.meaning($0, of: comparison.old.name) }
      if former == generation.meaning, before.typeMeaning == now.typeMeaning {
        kept.append((pair, before, now))
      } else {
        replaced.append(now)
      }
      return
    }
    guard comparison.reference(giving: pair.new.name) == nil, comparison.newKey(giving: pair.new.name) == nil else {
      return replaced.append(now)
    }
    kept.append((pair, before, now))
    let (from, to) = (pair.meanings.old.type, pair.meanings.new.type)
    let isSame = before.typeMeaning == now.typeMeaning
    guard !isSame || from != to else { return }
    let isText = [before, now].allSatisfy { $0.type.hasPrefix("text") || $0.type == "citext" }
    if isText {
      if !isSame { retyped.append(Retyping(old: before, new: now, pair: pair)) }
      return
    }
    // Without a record of the old type, the values are taken as they are.
    if isSame, !pair.meanings.old.isKnown || !pair.meanings.new.isKnown { return }
    let value = SQLText.identifier(now.name)
    guard let conversion = Conversion.server(from: from, to: to, type: now.type, value: value, former: before.type)
    else {
      unconvertible.append(pair)
      return
    }
    let retyping = Retyping(old: before, new: now, pair: pair, conversion: conversion)
    guard isSame, conversion.expression == "\(value)::\(now.type)" else { return retyped.append(retyping) }
    if conversion.failure != nil || conversion.loss != nil { narrowed.append(retyping) }
  }

  /// A generated column is recomputed if a column that it reads changes.
  private mutating func replaceGenerated() {
    let changed = changedNames
    for (index, column) in kept.enumerated().reversed() {
      guard let generation = column.new.generation, generation.nameKeys.contains(where: changed.contains) else {
        continue
      }
      kept.remove(at: index)
      replaced.append(column.new)
    }
  }

  /// The keys of the new names of columns that get other types or are replaced.
  var changedNames: Set<String> {
    Set(retyped.map { $0.new.name.foldedName } + replaced.map { $0.name.foldedName })
  }

  /// The keys of the old names of columns that get other types, are replaced or are dropped.
  var formerNames: Set<String> {
    let changed = changedNames
    return Set(
      comparison.pairs.filter { changed.contains($0.new.name.foldedName) }.map { $0.old.name.foldedName }
        + comparison.dropped.map { $0.name.foldedName })
  }

  /// The keys of the old names of columns that are replaced or dropped, together with their indexes.
  var goneNames: Set<String> {
    let gone = Set(replaced.map { $0.name.foldedName })
    return Set(
      comparison.pairs.filter { gone.contains($0.new.name.foldedName) }.map { $0.old.name.foldedName }
        + comparison.dropped.map { $0.name.foldedName })
  }

  /// Whether columns are added, dropped, replaced or get other types.
  var changesColumns: Bool { !added.isEmpty || !comparison.dropped.isEmpty || !changedNames.isEmpty }

  /// The meaning of a part of the old table's SQL after the renames.
  func renamed(_ tokens: ArraySlice<SQLToken>) -> String { renames.meaning(tokens, of: comparison.old.name) }
}
