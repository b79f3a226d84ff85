import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// Writes the members of a relationship that a row lists: the pairs of a many-to-many relationship, and the order.
struct SeedMembers {
  let db: any RowTransaction
  let schema: ModelSchema
  let relationship: ModelRelationship
  /// The owner's columns of the relationship.
  let owner: [BoundValue]
  /// `Item.tags`
  let name: String
  /// `Item 'oil'`
  let ownerName: String
  /// The names of the members that are listed.
  let memberNames: [String]

  /// - Parameter wanted: the members' columns of the relationship or, without a join table, their keys.
  mutating func write(_ wanted: [[SQLValue?]], report: inout SeedReport) throws {
    if let join = relationship.join { try writePairs(wanted, join, &report) }
    if let order = relationship.order { try sort(wanted, table: order.table, position: order.column, &report) }
  }

  private func isSame(_ first: [SQLValue?], _ second: [SQLValue?], in columns: [ModelColumn?]) -> Bool {
    zip(columns, zip(first, second)).allSatisfy { column, values in
      column.map { StoredEquality.isSame(values.0, values.1, in: $0) } ?? (values.0 == values.1)
    }
  }

  // MARK: - Pairs

  /// The pairs are exactly those of the list afterwards. Those of a join model are rows, which were written before.
  private func writePairs(
    _ wanted: [[SQLValue?]], _ join: (table: String, near: [String], far: [String]), _ report: inout SeedReport
  ) throws {
    let table = schema.table(named: join.table)
    let columns = join.far.map { table?.column(named: $0) }
    let found = try db.query(
      "SELECT \(SQLText.identifiers(join.far)) FROM \(SQLText.identifier(join.table)) WHERE \(SQLNames.equals(join.near, from: 1))",
      owner,
      columns: join.far.count, limit: .max)
    for pair in found where !wanted.contains(where: { isSame($0, pair, in: columns) }) {
      guard let remove = relationship.statements.remove else { continue }
      _ = try db.execute(remove, owner + pair.map(\._boundValue))
      report.count(name, \.deleted)
      report.note("delete a pair of \(name) of \(ownerName)")
    }
    guard table?.kind == .join else { return }
    for (member, memberName) in zip(wanted, memberNames) {
      guard !found.contains(where: { isSame($0, member, in: columns) }) else {
        report.count(name, \.unchanged)
        continue
      }
      guard let add = relationship.statements.add else { continue }
      _ = try db.execute(add, owner + member.map(\._boundValue))
      report.count(name, \.inserted)
      report.note("insert a pair of \(name): \(ownerName), \(memberName)")
    }
  }

  // MARK: - Order

  /// Puts the members in the order of the list, one after the other at the end.
  private func sort(
    _ wanted: [[SQLValue?]], table name: String, position: String, _ report: inout SeedReport
  ) throws {
    let table = schema.table(named: name)
    let near = relationship.join?.near ?? relationship.far
    let far = relationship.join?.far ?? table?.key ?? []
    let columns = far.map { table?.column(named: $0) }
    let found = try db.query(
      "SELECT \(SQLText.identifiers(far)) FROM \(SQLText.identifier(name)) WHERE \(SQLNames.equals(near, from: 1)) "
        + "ORDER BY \(SQLText.identifiers([position] + far))",
      owner, columns: far.count, limit: .max)
    let listed = found.filter { member in wanted.contains { isSame($0, member, in: columns) } }
    if listed.count == wanted.count, zip(listed, wanted).allSatisfy({ isSame($0, $1, in: columns) }) { return }
    guard let place = relationship.statements.order?.insert else { return }
    for member in wanted { _ = try db.execute(place, owner + member.map { $0?._boundValue ?? .null } + [.null]) }
    report.count(self.name, \.moved, by: wanted.count)
    report.note("put \(self.name) of \(ownerName) in order")
  }
}
