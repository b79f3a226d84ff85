import PostilCompiler
import PostilQuery
import PostilRows
import PostilSchema

/// The type of the owner of the studio's columns.
enum StudioRow {}

extension ModelTable {
  /// The table as queries describe it.
  var description: _TableDescription {
    _TableDescription(
      model: swiftName, name: name,
      columns: columns.filter { $0.role != .lazy }.map { ColumnName($0.name, property: $0.swiftName) },
      lazy: columns.filter { $0.role == .lazy }.map(\.name), primaryKey: key, uniqueKeys: uniqueKeys,
      indexed: model?.table.indexes.compactMap { $0.terms.first?.column } ?? [], filled: filled,
      collations: Dictionary(
        columns.compactMap { column in
          (column.collation ?? (column.type == .decimal ? "decimal" : nil)).map { (column.name, Collation(named: $0)) }
        }, uniquingKeysWith: { first, _ in first }))
  }

  private var filled: [_FilledColumn] {
    columns.compactMap { column in
      guard case .softDelete(let clock) = column.role else { return nil }
      return _FilledColumn(column.name, .deletedAt(_DatabaseClock(rawValue: clock.rawValue) ?? .text))
    }
  }
}

extension Collation {
  fileprivate init(named name: String) {
    self =
      switch name.uppercased() {
      case "NOCASE": .noCase
      case "RTRIM": .rtrim
      case "BINARY": .binary
      case "DECIMAL": .decimal
      default: .custom(name)
      }
  }
}

extension ModelSchema {
  /// The relationship as queries describe it.
  func path(of relationship: ModelRelationship) throws -> RelationshipPath {
    let (owner, target) = try (table(relationship.owner), table(relationship.table))
    return RelationshipPath(
      name: relationship.name, owner: owner.description, target: target.description, near: relationship.near,
      far: relationship.far, join: relationship.join.map { _JoinTable($0.table, near: $0.near, far: $0.far) },
      isRequired: relationship.kind == .toOne && relationship.isRequired, order: relationship.order?.column,
      hidesDeleted: relationship.kind == .hasOne)
  }
}
