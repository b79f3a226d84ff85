import PostilCatalog
import PostilSQL
import PostilSchema

/// Triggers, views and full-text indexes: which of them are dropped, and created again after the tables have changed.
extension PlanBuilder {
  /// Decides which triggers, views and full-text indexes are kept unchanged.
  mutating func decideObjects() {
    for fullText in from.fullTexts {
      let same = to.fullTexts.first { $0.name.isSameName(as: fullText.name) }
      let isSame = same?.meaning == fullText.meaning
      let contentStays =
        fullText.content.map { content in
          comparison(ofOld: content).map { comparison in
            // If columns swap names, the statement is the same but the indexed text isn't.
            !comparison.isRenamed
              && !fullText.tokens.mentions(Set(comparison.pairs.filter(\.isRenamed).map { $0.old.name.foldedName }))
          } ?? false
        } ?? true
      if !isSame || !contentStays { droppedFullTexts.insert(fullText.name.foldedName) }
    }
    for (view, tokens) in from.views {
      let same = to.views.first { $0.view.name.isSameName(as: view.name) }
      let isSame = same?.tokens.meaning == tokens.meaning
      if !isSame || tokens.mentions(renames.formerNames) { droppedViews.insert(view.name.foldedName) }
    }
    // A view that reads a temporarily dropped view would block changes of tables.
    var isComplete = false
    while !isComplete {
      isComplete = true
      let gone = droppedViews.union(droppedFullTexts)
      for (view, tokens) in from.views where !droppedViews.contains(view.name.foldedName) && tokens.mentions(gone) {
        droppedViews.insert(view.name.foldedName)
        isComplete = false
      }
    }
    let gone = droppedViews.union(droppedFullTexts).union(renames.formerNames).union(dropped.map(\.key))
    for trigger in from.triggers {
      let isSame = to.triggers.contains { $0.name.isSameName(as: trigger.name) && $0.meaning == trigger.meaning }
      let isTouched = comparison(ofOld: trigger.owner).map { $0.method == .rebuild || isFilled($0) } ?? false
      if !isSame || isTouched || isDropped(trigger.owner) || trigger.tokens.mentions(gone) {
        droppedTriggers.insert(trigger.name.foldedName)
      }
    }
  }

  /// Whether a table or view of the old schema is dropped, even if only temporarily.
  private func isDropped(_ owner: String) -> Bool {
    comparison(ofOld: owner) == nil
      && (from.catalog.view(owner) == nil || droppedViews.contains(owner.foldedName))
  }

  mutating func addTriggerDrops() {
    // The triggers of a dropped table or view are dropped with it, unless an object that they write to is dropped first.
    let names = from.triggers.filter { trigger in
      guard droppedTriggers.contains(trigger.name.foldedName) else { return false }
      return !isDropped(trigger.owner)
        || trigger.tokens.mentions(
          droppedFullTexts.union(dropped.map(\.key)).subtracting([trigger.owner.foldedName]))
    }.map(\.name)
    guard !names.isEmpty else { return }
    let stay = names.filter { name in to.triggers.contains { $0.name.isSameName(as: name) } }
    let comment =
      stay.isEmpty
      ? "Triggers are dropped."
      : stay.count == names.count ? "Triggers are recreated below." : "Triggers are dropped; some are recreated below."
    steps.append(MigrationStep([comment], names.map { "DROP TRIGGER \(SQLText.identifier($0))" }))
  }

  mutating func addObjectDrops() {
    var sql = from.catalog.views.reversed().filter { droppedViews.contains($0.name.foldedName) }
      .map { "DROP VIEW \(SQLText.identifier($0.name))" }
    if !sql.isEmpty {
      let stay = from.catalog.views.contains {
        droppedViews.contains($0.name.foldedName) && to.catalog.view($0.name) != nil
      }
      steps.append(
        MigrationStep([stay ? "Views are dropped; those that stay are recreated below." : "Views are dropped."], sql))
    }
    sql = from.fullTexts.filter { droppedFullTexts.contains($0.name.foldedName) }.flatMap(\.drops)
    if !sql.isEmpty {
      steps.append(MigrationStep(["Full-text indexes are dropped; they contain no data of their own."], sql))
    }
    // A name that an index of another table gets must be free first.
    let taken = from.tables.flatMap { table in table.indexes.map { (table, $0.name) } }
      .filter { table, name in
        to.tables.contains { other in
          other.indexes.contains { $0.name.isSameName(as: name) }
            && !other.name.isSameName(as: renames.newTable(table.name))
        }
      }
    movedIndexes = Set(taken.map { $0.1.foldedName })
    if !taken.isEmpty {
      steps.append(
        MigrationStep(
          ["The names of these indexes are needed for indexes of other tables."],
          taken.map { "DROP INDEX \(SQLText.identifier($0.1))" }))
    }
  }

  mutating func addFullTexts() {
    for fullText in to.fullTexts {
      let former = from.fullTexts.first { $0.name.isSameName(as: fullText.name) }
      let isKept = former.map { !droppedFullTexts.contains($0.name.foldedName) } ?? false
      let content = fullText.content.flatMap { comparison(ofNew: $0) }
      if isKept {
        if content?.method == .rebuild {
          steps.append(
            MigrationStep(["The full-text index of '\(fullText.content ?? "")' is rebuilt."], fullText.filling))
        }
      } else if fullText.content.map({ name in created.contains { $0.name.isSameName(as: name) } }) != true {
        steps.append(
          MigrationStep(
            to.documentation(statements, fullText.name),
            content == nil ? fullText.sql : fullText.sql + fullText.filling))
      }
    }
  }

  mutating func addViews() {
    for view in to.catalog.views {
      let isKept = from.catalog.view(view.name) != nil && !droppedViews.contains(view.name.foldedName)
      if !isKept { steps.append(MigrationStep(to.documentation(statements, view.name), [view.sql])) }
    }
  }

  mutating func addTriggers() {
    for trigger in to.triggers {
      let key = trigger.name.foldedName
      let isKept = from.triggers.contains { $0.name.foldedName == key } && !droppedTriggers.contains(key)
      if !isKept { steps.append(MigrationStep(to.documentation(statements, trigger.name), [trigger.sql])) }
    }
  }
}
