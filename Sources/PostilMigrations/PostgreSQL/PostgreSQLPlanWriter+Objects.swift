import PostilSQL
import PostilSchema
import PostilTranslation

/// Views, triggers with their functions, and comments.
extension PostgreSQLPlanWriter {
  /// Drops views and triggers that change, or that prevent a change of their tables.
  mutating func addObjectDrops() {
    chooseViews()
    chooseTriggers()
    var statements: [String] = []
    for view in old.objects(.view).reversed() where droppedViews.contains(view.name.foldedName) {
      statements.append("DROP \(view.isMaterialized ? "MATERIALIZED VIEW" : "VIEW") \(SQLText.identifier(view.name))")
    }
    for trigger in old.objects(.trigger) where droppedTriggers.contains(trigger.name) {
      lock(trigger.table)
      statements.append("DROP TRIGGER \(SQLText.identifier(trigger.name)) ON \(SQLText.identifier(trigger.table))")
    }
    for function in old.objects(.function) where droppedFunctions.contains(function.name) {
      statements.append("DROP FUNCTION \(SQLText.identifier(function.name))()")
    }
    guard !statements.isEmpty else { return }
    let isOnlyGone = new.objects(.view).isEmpty && new.objects(.trigger).isEmpty
    let what = [droppedViews.isEmpty ? nil : "Views", droppedTriggers.isEmpty ? nil : "triggers"].compactMap(\.self)
      .joined(separator: " and ")
    steps.append(
      MigrationStep(
        [
          "\(what.prefix(1).uppercased() + what.dropFirst()) \(isOnlyGone ? "are dropped." : "that change, or that use what changes, are dropped.")"
        ],
        statements))
  }

  /// The keys of the old names of the tables whose columns change in a way that their views and triggers prevent.
  private var changedTables: Set<String> {
    Set(
      changes.filter { !$0.formerNames.isEmpty }.map { $0.comparison.old.key } + decisions.dropped.map(\.key))
  }

  private mutating func chooseViews() {
    let changed = changedTables
    for view in old.objects(.view) {
      let same = new.objects(.view).first { $0.name == view.name }
      let names = view.tokens.nameKeys
      let isSame = same?.tokens.meaning == view.tokens.meaning && old.indexes(of: view) == new.indexes(of: view)
      if !isSame || !names.isDisjoint(with: changed.union(droppedViews)) {
        droppedViews.insert(view.name.foldedName)
      }
    }
  }

  private mutating func chooseTriggers() {
    // Statements of the migration must not fire triggers.
    let touched = Set(
      changes.filter { change in
        change.changesColumns || change.comparison.isRenamed
          || change.kept.contains { $0.pair.valueRenames != nil || $0.pair.becomesRequired }
      }.map(\.old.name) + decisions.dropped.map { PostgreSQLNames.short($0.name) })
    for trigger in old.objects(.trigger) {
      func object(_ kind: PostgreSQLShape.Object.Kind, of shape: PostgreSQLShape) -> String? {
        shape.objects(kind).first { $0.name == trigger.name }?.tokens.meaning
      }
      let isSame =
        object(.trigger, of: old) == object(.trigger, of: new)
        && object(.function, of: old) == object(.function, of: new)
      guard !isSame || touched.contains(trigger.table) else { continue }
      droppedTriggers.insert(trigger.name)
      droppedFunctions.insert(trigger.name)
    }
  }

  mutating func addViews() {
    for view in new.objects(.view) {
      let wasThere = old.objects(.view).contains { $0.name == view.name }
      guard !wasThere || droppedViews.contains(view.name.foldedName) else { continue }
      steps.append(MigrationStep(["View '\(view.name)'."], [view.sql] + new.indexes(of: view)))
    }
  }

  mutating func addTriggers() {
    var statements: [String] = []
    for object in new.objects where object.kind == .function || object.kind == .trigger {
      let wasThere = old.objects(object.kind).contains { $0.name == object.name }
      let isDropped = (object.kind == .function ? droppedFunctions : droppedTriggers).contains(object.name)
      guard !wasThere || isDropped else { continue }
      if object.kind == .trigger { lock(new: object.table, .shareRowExclusive) }
      statements.append(object.sql)
    }
    if !statements.isEmpty { steps.append(MigrationStep(["Triggers, with their functions."], statements)) }
  }

  // MARK: - comments

  /// The names of a comment's object: a table or a view, and a column.
  private func subject(_ comment: PostgreSQLShape.Object) -> (kind: String, table: String, column: String?)? {
    let tokens = comment.tokens.filter { !$0.is("materialized") }
    guard tokens.count > 4 else { return nil }
    return (tokens[2].text, tokens[3].name, tokens[4].is(".") ? tokens[5].name : nil)
  }

  private func text(_ comment: PostgreSQLShape.Object) -> String { comment.tokens.last.map { String($0.source) } ?? "" }

  mutating func addComments() {
    var former: [String: String] = [:]
    for comment in old.objects(.comment) {
      guard let subject = subject(comment) else { continue }
      if subject.kind == "view" {
        if !droppedViews.contains(subject.table.foldedName) { former[comment.name] = text(comment) }
        continue
      }
      guard let change = changes.first(where: { $0.old.name == subject.table }) else { continue }
      guard let column = subject.column else {
        former["TABLE \(change.quoted)"] = text(comment)
        continue
      }
      guard let now = change.kept.first(where: { $0.old.name == column }) else { continue }
      former["COLUMN \(change.quoted).\(SQLText.identifier(now.new.name))"] = text(comment)
    }
    let current = new.objects(.comment)
    var statements = current.filter { former[$0.name] != text($0) }.map(\.sql)
    statements += former.keys.filter { key in !current.contains { $0.name == key } }.sorted()
      .map { "COMMENT ON \($0) IS NULL" }
    if !statements.isEmpty { steps.append(MigrationStep(["Documentation."], statements)) }
  }
}
