import PostilEvolution
import PostilSQL
import PostilSchema

/// The way to another type for which no value can be converted, such as from bytes to dates.
extension PlanBuilder {
  /// The three migrations that replace the column, one line each, with the SQL for the first one.
  func migrations(replacing pair: ColumnPair, of comparison: TableComparison) -> [String] {
    let (table, old) = (comparison.new.name, pair.new.name)
    let new = freeColumn("new_\(old)", comparison)
    let type = pair.meanings.new.type
    let fill = "UPDATE \(SQLText.identifier(table)) SET \(SQLText.identifier(new)) = "
    let isKey = comparison.new.table.primaryKey.map(\.foldedName) == [old.foldedName]
    guard isKey else {
      return [
        "this takes three migrations; first keep the old property, add an optional '\(type.word)' property with '@column(\"\(new)\")', and "
          + "in the file add this line with a value computed from '\(old)' instead of NULL: \(fill)NULL;"
      ] + noteOnLock(table) + [
        "second, remove the old property, whose values '--allow dropColumn:\(table).\(old)' drops, and make the new one required if "
          + "the old one was",
        Self.rename(new, to: old),
      ]
    }
    let references = to.tables.flatMap { other in
      other.table.foreignKeys.filter { $0.referencedTable.isSameName(as: table) && $0.columns.count == 1 }.map {
        "'\(other.name).\($0.columns[0])'"
      }
    }
    let also = references.isEmpty ? "" : "; it gives \(references.joined(separator: " and ")) the new keys"
    return [
      "this takes three migrations; first keep the old key, add an optional '\(type.word)' property with '@column(\"\(new)\")' and "
        + "'@unique', and at the end of the statements about '\(table)' in the file add this line, with another value for each row "
        + "instead of NULL: \(fill)NULL;"
    ] + noteOnLock(table) + [
      "second, remove the old key, whose values '--allow dropColumn:\(table).\(old)' drops, and make the new property the "
        + "'@primaryKey', without '?' and '@unique'\(also)",
      Self.rename(new, to: old),
    ]
  }

  /// What the examination of the file asks for.
  private func noteOnLock(_ table: String) -> [String] {
    isServer
      ? ["write '-- @allow(longLock, \(MigrationText.quoted(table)))' above that line, because it locks the table"] : []
  }

  private static func rename(_ new: String, to old: String) -> String {
    "third, rename it: replace '@column(\"\(new)\")' by '@renamed(from: \"\(new)\")' above a property whose column is '\(old)'"
  }

  private func freeColumn(_ name: String, _ comparison: TableComparison) -> String {
    var names = NameRegister()
    for column in comparison.old.columns + comparison.new.columns { _ = names.take(column.name) }
    return names.takeUnique(name)
  }

  /// The key of a table for which each row gets another value: a UUID, to which none of the old values can be converted.
  func newKey(of comparison: TableComparison) -> NewKey? {
    let key = comparison.new.table.primaryKey
    guard !isUndo, key.count == 1, let pair = comparison.pairs.first(where: { $0.new.name.isSameName(as: key[0]) }),
      pair.old.generation == nil, pair.new.generation == nil, pair.conversion("x") == .none,
      !comparison.old.referencingColumns.contains(pair.old.name.foldedName),
      !comparison.new.referencingColumns.contains(pair.new.name.foldedName)
    else { return nil }
    let value: String
    switch pair.meanings.new.type {
    case .uuid where isServer, .uuidBytes where isServer: value = "gen_random_uuid()"
    case .uuidBytes: value = "randomblob(16)"
    // Version 4. Source: RFC 9562, section 5.4.
    case .uuid:
      value =
        "hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || "
        + "substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))"
    default: return nil
    }
    return NewKey(pair: pair, value: value)
  }

  /// Whether a column references a key whose values can't be converted, so that it gets another key with it.
  func followsReplacedKey(_ pair: ColumnPair, of comparison: TableComparison, _ cannotConvert: (ColumnPair) -> Bool)
    -> Bool
  {
    comparison.new.table.foreignKeys.contains { key in
      guard key.columns.count == 1, key.columns[0].isSameName(as: pair.new.name),
        let parent = self.comparison(ofNew: key.referencedTable), let name = parent.new.table.primaryKey.first,
        let other = parent.pairs.first(where: { $0.new.name.isSameName(as: name) })
      else { return false }
      return parent.new.name != comparison.new.name || other.new.name != pair.new.name ? cannotConvert(other) : false
    }
  }
}
