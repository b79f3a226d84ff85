import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL
import PostilSchema

/// Finds the rows that labels name, gives every row its key, and looks for missing values.
struct SeedResolver {
  let schema: ModelSchema
  let report: SeedDiagnostics
  private(set) var rows: [SeedRow]
  private var labels: [String: [String: Int]] = [:]

  init(_ schema: ModelSchema, _ rows: [SeedRow], report: SeedDiagnostics) {
    (self.schema, self.rows, self.report) = (schema, rows, report)
  }

  mutating func resolve() {
    collectLabels()
    for index in rows.indices { resolveReferences(of: index) }
    for index in rows.indices { resolveMembers(of: index) }
    for index in rows.indices { identify(index) }
    for index in rows.indices { findMissingValues(of: index) }
    findRepeatedKeys()
  }

  // MARK: - Labels

  private mutating func collectLabels() {
    for (index, row) in rows.enumerated() {
      guard let label = row.label else { continue }
      if labels[row.table.name, default: [:]][label.label] != nil {
        report.error(SeedMessage.repeatedLabel(label.label, model: row.table.swiftName), at: label.place)
      } else {
        labels[row.table.name, default: [:]][label.label] = index
      }
    }
  }

  private func row(_ mention: SeedRow.Mention, of table: String) -> Int? {
    if let index = labels[table]?[mention.label] { return index }
    report.error(
      SeedMessage.unknownLabel(
        mention.label, model: schema.table(named: table)?.swiftName ?? table, labels: labels[table]?.keys.sorted() ?? []
      ),
      at: mention.place)
    return nil
  }

  private mutating func resolveReferences(of index: Int) {
    for reference in rows[index].references {
      let relationship = reference.relationship
      let target = row(reference.mention, of: relationship.table)
      for (near, far) in zip(relationship.near, relationship.far) {
        guard let column = rows[index].table.column(named: near) else { continue }
        // Without its row, the reference counts as given, so that no other mistake is reported.
        let value = target.map { SeedRow.Value.row($0, column: far) } ?? .stored(nil)
        set(SeedRow.Field(column: column, value: value, place: reference.mention.place), of: index)
      }
    }
  }

  private mutating func set(_ field: SeedRow.Field, of index: Int) {
    rows[index].fields.removeAll { $0.column.name == field.column.name }
    rows[index].fields.append(field)
  }

  // MARK: - Members

  private mutating func resolveMembers(of index: Int) {
    for position in rows[index].members.indices {
      var members = rows[index].members[position]
      let relationship = members.relationship
      var seen: Set<Int> = []
      for member in members.members {
        let (found, mention): (Int?, SeedRow.Mention?) =
          switch member {
          case .row(let row): (row, nil)
          case .label(let mention): (row(mention, of: relationship.table), mention)
          }
        guard let found else { continue }
        guard seen.insert(found).inserted else {
          if let mention {
            report.error(SeedMessage.repeatedMember(mention.label, relationship: relationship.name), at: mention.place)
          }
          continue
        }
        members.rows.append(found)
        if relationship.join == nil, let mention { setOwner(of: found, index, relationship, mention) }
      }
      rows[index].members[position] = members
      if let join = relationship.join, let pairs = schema.table(named: join.table), pairs.kind == .table {
        addPairs(members, of: index, join, pairs)
      }
    }
  }

  /// Sets the reference of a row that its owner lists by its label.
  private mutating func setOwner(
    of member: Int, _ owner: Int, _ relationship: ModelRelationship, _ mention: SeedRow.Mention
  ) {
    for (far, near) in zip(relationship.far, relationship.near) {
      guard let column = rows[member].table.column(named: far) else { continue }
      let value = SeedRow.Value.row(owner, column: near)
      if let given = rows[member].field(far), given.value != value {
        return report.error(SeedMessage.otherOwner(mention.label, relationship: relationship.name), at: mention.place)
      }
      set(SeedRow.Field(column: column, value: value, place: mention.place), of: member)
    }
  }

  /// Adds the rows of a join model.
  private mutating func addPairs(
    _ members: SeedRow.Members, of owner: Int, _ join: (table: String, near: [String], far: [String]),
    _ table: ModelTable
  ) {
    let key = members.relationship
    for member in members.rows {
      let values =
        zip(join.near, key.near).map { ($0, SeedRow.Value.row(owner, column: $1)) }
        + zip(join.far, key.far).map { ($0, SeedRow.Value.row(member, column: $1)) }
      // The row itself may be in a file, with values of its other columns.
      let exists = rows.contains { row in
        row.table.name == table.name && values.allSatisfy { column, value in row.field(column)?.value == value }
      }
      if exists { continue }
      var row = SeedRow(table: table, label: nil, place: members.place)
      row.fields = values.compactMap { column, value in
        table.column(named: column).map { SeedRow.Field(column: $0, value: value, place: members.place) }
      }
      rows.append(row)
    }
  }

  // MARK: - Keys

  private mutating func identify(_ index: Int) {
    let row = rows[index]
    let table = row.table
    func isGiven(_ column: String) -> Bool {
      row.field(column).map { $0.value != .stored(nil) } ?? row.refused.contains(column)
    }
    if table.isSingleton, let column = table.keyColumns.first {
      set(SeedRow.Field(column: column, value: .stored(.integer(1)), place: row.place), of: index)
    }
    if table.key.allSatisfy(isGiven) || table.isSingleton { return }
    if let label = row.label, let column = table.keyColumns.first, table.key.count == 1,
      let value = LabelKey.value(of: label.label, in: column, of: table)
    {
      return set(SeedRow.Field(column: column, value: .stored(value), place: label.place), of: index)
    }
    if let unique = table.uniqueKeys.first(where: { $0.allSatisfy(isGiven) }) {
      rows[index].identity = .unique(unique)
      return
    }
    guard !row.hasUnknownProperty else { return }
    func properties(_ columns: [String]) -> [String] {
      columns.map { name in
        table.relationships.first { $0.kind == .toOne && $0.near == [name] }?.name
          ?? table.column(named: name)?.swiftName ?? name
      }
    }
    rows[index].refused.formUnion(table.key)
    let (key, unique) = (properties(table.key), table.uniqueKeys.map(properties))
    report.error(
      row.label.map { SeedMessage.noKeyFromLabel($0.label, model: table.swiftName, key: key, unique: unique) }
        ?? SeedMessage.noIdentity(table.swiftName, key: key, unique: unique), at: row.place)
  }

  // MARK: - Missing values

  private mutating func findMissingValues(of index: Int) {
    let row = rows[index]
    guard let model = row.table.model, !row.hasUnknownProperty else { return }
    for column in row.table.columns where row.field(column.name) == nil && !row.refused.contains(column.name) {
      guard let sql = model.rowSQL.columns.first(where: { $0.name == column.name }), sql.isInDraft,
        sql.insertExpression == nil, sql.sqlDefault == nil
      else { continue }
      do {
        _ = try row.table.defaultValue(of: column)
      } catch {
        let relationship = row.table.relationships.first { $0.kind == .toOne && $0.near.contains(column.name) }
        report.error(
          SeedMessage.missing(
            relationship.map { SeedMessage.missingReference(column.swiftName, relationship: $0.name) }
              ?? error.description, model: row.table.swiftName), at: row.place)
      }
    }
  }

  private func findRepeatedKeys() {
    var seen: [[SeedRow.Value]: Int] = [:]
    for (index, row) in rows.enumerated() {
      for columns in [row.table.key] + row.table.uniqueKeys {
        let values = columns.compactMap { row.field($0)?.value }
        guard values.count == columns.count, !values.contains(.stored(nil)) else { continue }
        let key = [.stored(.text(row.table.name)), .stored(.text(columns.joined(separator: " ")))] + values
        guard let first = seen[key] else {
          seen[key] = index
          continue
        }
        guard row.label == nil || row.label?.label != rows[first].label?.label else { continue }
        let (other, place) = (rows[first].name { SeedRunner.text(of: $0) }, rows[first].place)
        report.error(SeedMessage.sameKey(other, line: place.position.line, path: place.path), at: row.place)
        break
      }
    }
  }
}
