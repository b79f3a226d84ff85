import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// The changes that aren't made in two steps.
struct ExpansionLimits {
  private let writer: PostgreSQLPlanWriter
  private(set) var problems: [PlanProblem] = []
  /// Whether tables are renamed, which then is the whole change.
  let renamesTables: Bool

  /// - Parameter writer: the change, before it writes anything.
  init(_ writer: PostgreSQLPlanWriter) {
    self.writer = writer
    renamesTables = writer.changes.contains { $0.old.name != $0.new.name }
    for table in writer.decisions.created {
      refuse(table.name, "table '\(table.name)' is new", "the running version doesn't need it")
    }
    for table in writer.decisions.dropped { refuse(table.name, "table '\(table.name)' is dropped", Self.later) }
    for change in writer.changes { check(change) }
    checkObjects()
  }

  static let later = "drop it when every instance runs a version that doesn't use it"
  static let apart = "make this change in a migration of its own"

  mutating func refuse(_ table: String, column: String? = nil, _ what: String, _ advice: String) {
    problems.append(
      PlanProblem(
        table: table, column: column,
        message:
          "\(what), which '--expand' doesn't do: it is for renamed tables and columns, also with another type, for new required columns "
          + "with a value, for dropped defaults, and for columns that become optional",
        notes: ["write it in a migration of its own, without '--expand': \(advice)"]))
  }

  private mutating func check(_ change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    // The rows are filled by their places in one table.
    if change.new.isPartitioned, change.old.withoutReferences != change.new.withoutReferences {
      refuse(table, "table '\(table)' is partitioned", Self.apart)
    }
    for column in change.comparison.dropped { refuse(table, "column '\(table).\(column.name)' is dropped", Self.later) }
    for column in change.replaced {
      refuse(table, column: column.name, "column '\(table).\(column.name)' gets other values", Self.apart)
    }
    for pair in change.unconvertible {
      problems.append(
        PlanProblem(
          table: table, column: pair.new.name,
          message: "column '\(table).\(pair.new.name)' stores '\(pair.meanings.new.type.word)' values instead of "
            + "'\(pair.meanings.old.type.word)' values, and PostgreSQL has no conversion between them",
          notes: writer.decisions.migrations(replacing: pair, of: change.comparison)))
    }
    if renamesTables {
      checkOnlyNames(of: change)
    } else {
      for retyping in change.retyped + change.narrowed { check(retyping, change) }
      for column in change.added { check(added: column, change) }
      for kept in change.kept { check(kept, change) }
    }
    checkConstraints(of: change)
  }

  private mutating func check(added column: PostgreSQLShape.Column, _ change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    if case .literal = writer.source(of: column, in: change) { return }
    if column.isNotNull, column.defaultText == nil, !column.isIdentity, column.generation == nil {
      problems.append(
        PlanProblem(
          table: table, column: column.name,
          message:
            "column '\(table).\(column.name)' is new and required, and has no value for the rows of the running version",
          notes: ["give the property a literal default, or make it optional"]))
    } else {
      refuse(
        table, column: column.name, "column '\(table).\(column.name)' is new and has no literal",
        "the running version doesn't need it")
    }
  }

  /// One column can't have two types, so another type needs another name.
  private mutating func check(_ retyping: PostgreSQLTableChange.Retyping, _ change: PostgreSQLTableChange) {
    let (table, new) = (change.comparison.new.name, retyping.new)
    guard retyping.old.name == new.name else {
      if retyping.conversion != nil,
        !ExpandedColumn(old: retyping.old, new: new, change, writer).isReadable
      {
        refuse(
          table, column: new.name,
          "column '\(table).\(new.name)' gets values that the running version can't read as \(retyping.old.type)",
          Self.apart)
      }
      return
    }
    guard retyping.conversion != nil, retyping.old.type != new.type else {
      return refuse(table, column: new.name, "column '\(table).\(new.name)' gets other values", Self.apart)
    }
    let names = change.old.columns.map(\.name) + change.new.columns.map(\.name)
    let word = retyping.pair.meanings.new.type.word
    let free = ["\(new.name)_\(word.lowercased())", "new_\(new.name)"].first { !names.contains($0) } ?? "\(new.name)_2"
    problems.append(
      PlanProblem(
        table: table, column: retyping.pair.new.name,
        message:
          "column '\(table).\(new.name)' becomes \(new.type) under the same name, and the running version uses it as "
          + "\(retyping.old.type): during an expansion, each version needs a column of its own",
        notes: [
          "give the new one another name: write '// @column(\"\(free)\") @renamed(from: \"\(new.name)\")' above the property of "
            + "'\(new.name)'; or rename the property, with '// @renamed(from: \"\(new.name)\")' above it",
          "or stop the running version, and make this change in a migration of its own, without '--expand', which locks the table while "
            + "its rows are written again",
        ]))
  }

  private mutating func check(
    _ kept: (pair: ColumnPair, old: PostgreSQLShape.Column, new: PostgreSQLShape.Column),
    _ change: PostgreSQLTableChange
  ) {
    let table = change.comparison.new.name
    let (old, new) = (kept.old, kept.new)
    let isRenamed = old.name != new.name
    let hasOtherDefault = old.defaultText != new.defaultText && new.defaultText != nil
    let isConverted = (change.retyped + change.narrowed).contains { $0.new.name == new.name }
    if new.isNotNull != old.isNotNull && (isRenamed || new.isNotNull)
      || hasOtherDefault && (isRenamed ? old.defaultText == nil || !isConverted : old.defaultText != nil)
      || kept.pair.valueRenames != nil || old.isIdentity != new.isIdentity
    {
      refuse(table, column: new.name, "column '\(table).\(new.name)' changes in another way", Self.apart)
    }
    guard isRenamed else { return }
    let isKey = change.old.constraints.contains { $0.kind == .primaryKey && $0.columns.contains(old.name) }
    let isReferenced = writer.old.tables.flatMap(\.constraints).contains { constraint in
      constraint.referenced.map { $0.table == change.old.name && $0.columns.contains(old.name) } ?? false
    }
    if isKey || isReferenced || old.isIdentity || old.generation != nil {
      refuse(
        table, "column '\(table).\(new.name)', which is renamed, is a key, is referenced or is generated", Self.apart)
    } else if old.defaultText != nil, !old.isNotNull {
      refuse(table, "column '\(table).\(new.name)', which is renamed, is optional and has a default", Self.apart)
    }
    let users = writer.old.objects.filter { object in
      ([.view, .function, .trigger].contains(object.kind) || object.kind == .setting) && object.uses(old.name)
        && object.uses(change.old.name)
    }
    if let user = users.first {
      refuse(table, "column '\(table).\(new.name)', which is renamed, is used by '\(user.name)'", Self.apart)
    }
    if change.old.columns.contains(where: { $0.generation?.nameKeys.contains(old.name.foldedName) == true }) {
      refuse(table, "column '\(table).\(new.name)', which is renamed, is used by a generated column", Self.apart)
    }
  }

  /// Constraints and indexes have to be the same apart from the names. The constraints of a column with the old type end with it.
  private mutating func checkConstraints(of change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    var open = change.new.constraints.map(\.tokens.meaning)
    let converted = (change.retyped + change.narrowed).map(\.old.name)
    for constraint in change.old.constraints {
      let meaning = change.renamed(constraint.tokens)
      if let same = open.firstIndex(of: meaning) {
        open.remove(at: same)
      } else if constraint.kind != .check || !converted.contains(where: constraint.uses) {
        refuse(table, "constraint '\(constraint.name)' changes", Self.apart)
      }
    }
    let own = change.new.constraints.filter { check in
      check.kind == .check && change.added.contains { check.uses($0.name) }
    }.map(\.tokens.meaning)
    if !open.allSatisfy(own.contains) { refuse(table, "table '\(table)' gets a new constraint", Self.apart) }
    let count = { (shape: PostgreSQLShape, name: String) in shape.objects(.index).filter { $0.table == name }.count }
    if count(writer.old, change.old.name) != count(writer.new, change.new.name) {
      refuse(table, "the indexes of table '\(table)' change", Self.apart)
    }
  }

  /// Views, functions, triggers and settings have to be the same ones, apart from the names of tables.
  private mutating func checkObjects() {
    for kind in [PostgreSQLShape.Object.Kind.view, .function, .trigger, .setting, .partition, .distribution] {
      let (old, new) = (writer.old.objects(kind), writer.new.objects(kind))
      let isSame = renamesTables ? old.count == new.count : old.map(\.tokens.meaning) == new.map(\.tokens.meaning)
      guard !isSame else { continue }
      let name = (new + old).first { object in
        !old.contains { $0.tokens.meaning == object.tokens.meaning }
          || !new.contains { $0.tokens.meaning == object.tokens.meaning }
      }?.name
      let table = (new + old).first { !$0.table.isEmpty }?.table ?? writer.new.tables.first?.name ?? ""
      refuse(table, "'\(name ?? table)' changes", Self.apart)
    }
  }

  // MARK: - renamed tables

  /// A view shows a table under other names, but with the same columns, and under no other name of a table.
  private mutating func checkOnlyNames(of change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    let isRenamed = change.old.name != change.new.name
    let isOther = change.kept.contains { kept in
      kept.old.isNotNull != kept.new.isNotNull || kept.old.defaultText != kept.new.defaultText
        || kept.old.isIdentity != kept.new.isIdentity || kept.pair.valueRenames != nil
        || !isRenamed && kept.old.name != kept.new.name
    }
    if isOther || !change.added.isEmpty || !(change.retyped + change.narrowed).isEmpty {
      problems.append(
        PlanProblem(
          table: table,
          message:
            "table '\(table)' changes, and another table is renamed: an expansion renames tables, with their columns, or makes "
            + "other changes",
          notes: ["make the two changes in two expansions, one after the other; start with the rename"]))
    }
    guard isRenamed else { return }
    let (old, new) = (change.old.name, change.new.name)
    if writer.old.table(new) != nil || writer.old.objects(.view).contains(where: { $0.name == new }) {
      refuse(table, "table '\(old)' gets the name of another one", Self.apart)
    }
    if writer.old.objects(.distribution).contains(where: { $0.table == old }) {
      refuse(table, "table '\(old)', which is renamed, is distributed", Self.apart)
    }
    if writer.old.objects(.index).contains(where: { $0.table == old && $0.tokens.contains { $0.is("gin") } }) {
      refuse(
        table, "table '\(old)', which is renamed, has a full-text index, which the new version finds by its new name",
        Self.apart)
    }
  }
}
