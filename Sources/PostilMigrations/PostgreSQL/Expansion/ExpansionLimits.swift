import PostilEvolution
import PostilSQL
import PostilSchema

/// The changes that aren't made in two steps.
struct ExpansionLimits {
  private let writer: PostgreSQLPlanWriter
  private(set) var problems: [PlanProblem] = []

  /// - Parameter writer: the change, before it writes anything.
  init(_ writer: PostgreSQLPlanWriter) {
    self.writer = writer
    for table in writer.decisions.created {
      refuse(table.name, "table '\(table.name)' is new", "the running version doesn't need it")
    }
    for table in writer.decisions.dropped { refuse(table.name, "table '\(table.name)' is dropped", Self.later) }
    for change in writer.changes { check(change) }
  }

  private static let later = "drop it when every instance runs a version that doesn't use it"
  private static let apart = "make this change in a migration of its own"

  private mutating func refuse(_ table: String, _ what: String, _ advice: String) {
    problems.append(
      PlanProblem(
        table: table,
        message:
          "\(what), which '--expand' doesn't do: it is for renamed columns and new required columns with a value",
        notes: ["write it in a migration of its own, without '--expand': \(advice)"]))
  }

  private mutating func check(_ change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    if change.old.name != change.new.name {
      problems.append(
        PlanProblem(
          table: table,
          message:
            "table '\(change.old.name)' is renamed, and a table can't have two names that both versions write to",
          notes: ["keep its name: write '@table(\"\(change.comparison.old.name)\")'"]))
    }
    for column in change.comparison.dropped { refuse(table, "column '\(table).\(column.name)' is dropped", Self.later) }
    for pair in change.unconvertible {
      refuse(table, "column '\(table).\(pair.new.name)' gets other values", Self.apart)
    }
    for column in (change.retyped + change.narrowed).map(\.new) + change.replaced {
      refuse(table, "column '\(table).\(column.name)' gets other values", Self.apart)
    }
    for column in change.added {
      if case .literal = writer.source(of: column, in: change) { continue }
      if column.isNotNull, column.defaultText == nil, !column.isIdentity, column.generation == nil {
        problems.append(
          PlanProblem(
            table: table,
            message:
              "column '\(table).\(column.name)' is new and required, and has no value for the rows of the running version",
            notes: ["give the property a literal default, or make it optional"]))
      } else {
        refuse(
          table, "column '\(table).\(column.name)' is new and has no literal", "the running version doesn't need it")
      }
    }
    for kept in change.kept { check(kept, change) }
    checkConstraints(of: change)
  }

  private mutating func check(
    _ kept: (pair: ColumnPair, old: PostgreSQLShape.Column, new: PostgreSQLShape.Column),
    _ change: PostgreSQLTableChange
  ) {
    let table = change.comparison.new.name
    let (old, new) = (kept.old, kept.new)
    if old.isNotNull != new.isNotNull || old.defaultText != new.defaultText || kept.pair.valueRenames != nil {
      refuse(table, "column '\(table).\(new.name)' changes in another way", Self.apart)
    }
    guard old.name != new.name else { return }
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

  /// Constraints and indexes have to be the same apart from the names.
  private mutating func checkConstraints(of change: PostgreSQLTableChange) {
    let table = change.comparison.new.name
    var open = change.new.constraints.map(\.tokens.meaning)
    for constraint in change.old.constraints {
      let meaning = change.renamed(constraint.tokens)
      guard let same = open.firstIndex(of: meaning) else {
        refuse(table, "constraint '\(constraint.name)' changes", Self.apart)
        continue
      }
      open.remove(at: same)
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
}
