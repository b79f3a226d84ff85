import PostilCatalog
import PostilSQL
import PostilSchema

/// Exclusion constraints: an index, two triggers and a check, all of which `@exclude` would create.
extension Planner {
  func exclusions(of table: CatalogTable) -> [Exclusion] {
    guard isNotesAlone(table) else { return [] }
    return table.indexes.compactMap { index in
      let columns = index.terms.compactMap { $0.isDescending ? nil : $0.column }
      guard index.origin == .statement, !index.isUnique, columns.count == index.terms.count, columns.count > 1,
        !refusals.contains(.index(index.name)), columns.allSatisfy({ !isLeftOut($0, of: table) })
      else { return nil }
      return [false, true].map { isClosed in
        Exclusion(
          name: index.name, columns: columns.dropLast(2), lower: columns[columns.count - 2],
          upper: columns[columns.count - 1], isClosed: isClosed, condition: index.definition?.condition?.onOneLine)
      }.first { exclusion in
        orderCheck(of: exclusion, table) != nil && hasTriggers(of: exclusion, table)
      }
    }
  }

  /// The place of the check that no range ends before it begins.
  /// - Parameter isNamed: whether it has the name that `@exclude` gives it.
  func orderCheck(of exclusion: Exclusion, _ table: CatalogTable, isNamed: Bool = false) -> Int? {
    let check = exclusion.orderCheck(of: table.name)
    let meaning = SQLLexer.tokens(of: check.expression).meaning
    return checks[table.name]?.entries.firstIndex {
      $0.tokens.meaning == meaning && (!isNamed || $0.name == check.name)
    }
  }

  private func hasTriggers(of exclusion: Exclusion, _ table: CatalogTable) -> Bool {
    var described = Table(
      name: table.name,
      columns: table.columns.map { column in
        let isGenerated = column.constraint(.generation) != nil
        return Column(
          name: column.name, type: .any, isNullable: !column.isNotNull,
          generation: isGenerated ? Generation(expression: "") : nil)
      }, primaryKey: KeyConstraint(name: "", columns: table.primaryKey))
    described.exclusions = [exclusion]
    return Schema(tables: [described]).script().statements.filter { $0.object == .trigger }.allSatisfy { expected in
      table.triggers.contains { trigger in
        same(trigger.name, expected.name)
          && SQLLexer.tokens(of: trigger.sql).meaning == SQLLexer.tokens(of: expected.sql).meaning
      }
    }
  }

  func notes(ofExclusions table: CatalogTable) -> [ImportedStruct.Note] {
    exclusions(of: table).map { exclusion in
      let columns = exclusion.columns + [exclusion.lower, exclusion.upper]
      var arguments = exclusion.columns.map { propertyName(of: $0, in: table) }
      arguments.append(
        propertyName(of: exclusion.lower, in: table) + (exclusion.isClosed ? "..." : "..<")
          + propertyName(of: exclusion.upper, in: table))
      if let condition = exclusion.condition { arguments.append("where: \(SwiftLiteral.string(condition))") }
      if exclusion.name != ObjectName.exclusion(of: table.name, columns: columns) {
        arguments.append("name: \(SwiftLiteral.string(exclusion.name))")
      }
      return ImportedStruct.Note("@exclude(\(arguments.joined(separator: ", ")))", .index(exclusion.name))
    }
  }
}
