import PostilCompiler
import PostilQuery
import PostilRows
import PostilSchema

/// Reads the rows of seed files. All mistakes are collected.
struct SeedReader {
  let schema: ModelSchema
  let types: [ResolvedJSONType]
  let report: SeedDiagnostics
  private(set) var rows: [SeedRow] = []
  private var path = ""
  private var lines = LineStarts([])

  init(_ schema: ModelSchema, types: [ResolvedJSONType], report: SeedDiagnostics) {
    (self.schema, self.types, self.report) = (schema, types, report)
  }

  mutating func read(_ file: SeedFile) {
    (path, lines) = (file.path, LineStarts(file.bytes))
    let json: PlacedJSON
    do {
      json = try PlacedJSON(file.bytes)
    } catch {
      return report.error(SeedMessage.invalidJSON(error.reason), at: place(error.offset))
    }
    guard case .object(let members) = json.content else { return refuse(SeedMessage.noObject, at: json) }
    for member in unique(members) {
      if let table = table(named: member) { readRows(of: table, member.value) }
    }
  }

  // MARK: - Places

  private func place(_ offset: Int) -> SourcePlace { SourcePlace(path: path, position: lines.position(at: offset)) }

  private func refuse(_ message: String, at json: PlacedJSON) {
    report.error(message, at: place(json.range.lowerBound))
  }

  /// The members without those that are repeated.
  private func unique(_ members: [PlacedJSON.Member]) -> [PlacedJSON.Member] {
    var seen: Set<String> = []
    return members.filter { member in
      if seen.insert(member.name).inserted { return true }
      report.error(SeedMessage.repeatedName(member.name), at: place(member.offset))
      return false
    }
  }

  // MARK: - Rows

  private func table(named member: PlacedJSON.Member) -> ModelTable? {
    if let table = schema.tables.first(where: { $0.kind != .join && $0.isNamed(member.name) }) {
      guard table.kind == .table else {
        report.error(SeedMessage.view(member.name), at: place(member.offset))
        return nil
      }
      return table
    }
    let models = schema.tables.filter { $0.kind == .table }
    let message =
      if let table = models.first(where: { $0.name == member.name }) {
        SeedMessage.tableName(member.name, model: table.swiftName)
      } else {
        SeedMessage.unknownModel(member.name, models: models.map(\.swiftName))
      }
    report.error(message, at: place(member.offset))
    return nil
  }

  private mutating func readRows(of table: ModelTable, _ json: PlacedJSON) {
    switch json.content {
    case .object where table.isSingleton: _ = readRow(of: table, json, label: nil)
    case _ where table.isSingleton: refuse(SeedMessage.singleton(table.swiftName), at: json)
    case .object(let members): for member in unique(members) { _ = readRow(of: table, member) }
    case .array(let elements): for element in elements { _ = readRow(of: table, element, label: nil) }
    default: refuse(SeedMessage.noRows(table.swiftName), at: json)
    }
  }

  private mutating func readRow(of table: ModelTable, _ member: PlacedJSON.Member) -> Int? {
    readRow(of: table, member.value, label: SeedRow.Mention(label: member.name, place: place(member.offset)))
  }

  /// - Parameter owner: values that the row has because it is written inside of another one.
  /// - Returns: the index of the row; `nil` if it isn't one.
  private mutating func readRow(
    of table: ModelTable, _ json: PlacedJSON, label: SeedRow.Mention?, owner: [SeedRow.Field] = []
  ) -> Int? {
    guard case .object(let members) = json.content else {
      refuse(SeedMessage.noRow(json.kind), at: json)
      return nil
    }
    let index = rows.count
    var row = SeedRow(table: table, label: label, place: label?.place ?? place(json.range.lowerBound))
    row.fields = owner
    rows.append(row)
    for member in unique(members) { read(member, into: &row, index) }
    rows[index] = row
    return index
  }

  private mutating func read(_ member: PlacedJSON.Member, into row: inout SeedRow, _ index: Int) {
    let table = row.table
    if let column = table.columns.first(where: { $0.swiftName == member.name }) {
      return read(member, of: column, into: &row)
    }
    let group = table.columns.filter { $0.swiftName.hasPrefix("\(member.name).") }
    if !group.isEmpty { return read(member, group: group, into: &row) }
    if let relationship = table.relationships.first(where: { $0.name == member.name && $0.isDeclared }) {
      switch relationship.kind {
      case .toOne: return readReference(member, relationship, into: &row)
      case .toMany, .hasOne, .manyToMany: return readMembers(member, relationship, into: &row, index)
      }
    }
    row.hasUnknownProperty = true
    report.error(unknown(member.name, in: table), at: place(member.offset))
  }

  private func unknown(_ name: String, in table: ModelTable) -> String {
    if table.model?.transientProperties.contains(name) == true {
      return SeedMessage.transient(name, model: table.swiftName)
    }
    if let column = table.column(named: name) { return SeedMessage.columnName(name, property: column.swiftName) }
    let properties = table.columns.filter { Self.isSettable($0) }.map { column in
      column.swiftName.split(separator: ".").first.map(String.init) ?? column.swiftName
    }
    var candidates: [String] = []
    for candidate in properties + table.relationships.filter(\.isDeclared).map(\.name)
    where !candidates.contains(candidate) { candidates.append(candidate) }
    return SeedMessage.unknownProperty(name, model: table.swiftName, candidates: candidates)
  }

  /// Whether a seed can contain the column: the other ones are set by the database.
  private static func isSettable(_ column: ModelColumn) -> Bool {
    switch column.role {
    case .stored, .lazy, .createdAt, .softDelete: true
    case .generated, .version, .updatedAt: false
    }
  }

  // MARK: - Values

  private func read(_ member: PlacedJSON.Member, of column: ModelColumn, into row: inout SeedRow) {
    guard Self.isSettable(column) else {
      return report.error(SeedMessage.computed(column.swiftName), at: place(member.offset))
    }
    if let reference = row.references.first(where: { $0.relationship.near.contains(column.name) }) {
      return report.error(
        SeedMessage.givenTwice(column.swiftName, relationship: reference.relationship.name), at: place(member.offset))
    }
    do {
      let value = try column.value(of: member.value, types: types)
      guard value != nil || column.isOptional else {
        row.refused.insert(column.name)
        return refuse(SeedMessage.required(column.swiftName), at: member.value)
      }
      row.fields.removeAll { $0.column.name == column.name }
      row.fields.append(
        SeedRow.Field(column: column, value: .stored(value), place: place(member.value.range.lowerBound)))
    } catch {
      row.refused.insert(column.name)
      var message = error.description
      if member.value.string != nil,
        let relationship = row.table.relationships.first(where: { $0.kind == .toOne && $0.near.contains(column.name) })
      {
        message = SeedMessage.labelInKey(message, relationship: relationship.name)
      }
      report.error(message, at: place(error.offset ?? member.value.range.lowerBound))
    }
  }

  /// Reads an embedded struct or a key of several columns.
  private func read(_ member: PlacedJSON.Member, group: [ModelColumn], into row: inout SeedRow) {
    let prefix = "\(member.name)."
    func names(_ columns: [ModelColumn], after prefix: String) -> [String] {
      var names: [String] = []
      for column in columns {
        let name = column.swiftName.dropFirst(prefix.count).prefix { $0 != "." }
        if !names.contains(String(name)) { names.append(String(name)) }
      }
      return names
    }
    if member.value.isNull {
      for column in group {
        guard column.isOptional else {
          row.refused.formUnion(group.map(\.name))
          return refuse(SeedMessage.required(member.name), at: member.value)
        }
        row.fields.append(
          SeedRow.Field(column: column, value: .stored(nil), place: place(member.value.range.lowerBound)))
      }
      return
    }
    guard case .object(let members) = member.value.content else {
      row.refused.formUnion(group.map(\.name))
      return refuse(SeedMessage.groupValue(member.name, members: names(group, after: prefix)), at: member.value)
    }
    for inner in unique(members) {
      let path = prefix + inner.name
      let renamed = PlacedJSON.Member(name: path, offset: inner.offset, value: inner.value)
      if let column = group.first(where: { $0.swiftName == path }) {
        read(renamed, of: column, into: &row)
      } else {
        let deeper = group.filter { $0.swiftName.hasPrefix("\(path).") }
        if deeper.isEmpty {
          row.hasUnknownProperty = true
          report.error(
            SeedMessage.unknownProperty(inner.name, model: member.name, candidates: names(group, after: prefix)),
            at: place(inner.offset))
        } else {
          read(renamed, group: deeper, into: &row)
        }
      }
    }
  }

  // MARK: - Relationships

  private func readReference(
    _ member: PlacedJSON.Member, _ relationship: ModelRelationship, into row: inout SeedRow
  ) {
    let columns = relationship.near.compactMap { row.table.column(named: $0) }
    if let given = row.fields.first(where: { field in columns.contains { $0.name == field.column.name } }) {
      let name = given.column.swiftName
      return report.error(SeedMessage.givenTwice(name, relationship: relationship.name), at: place(member.offset))
    }
    if let label = member.value.string {
      let mention = SeedRow.Mention(label: label, place: place(member.value.range.lowerBound))
      row.references.append(SeedRow.Reference(relationship: relationship, mention: mention))
    } else if member.value.isNull, columns.allSatisfy(\.isOptional) {
      row.fields += columns.map {
        SeedRow.Field(column: $0, value: .stored(nil), place: place(member.value.range.lowerBound))
      }
    } else if member.value.isNull {
      row.refused.formUnion(relationship.near)
      refuse(SeedMessage.required(relationship.name), at: member.value)
    } else {
      row.refused.formUnion(relationship.near)
      let target = schema.table(named: relationship.table)?.swiftName ?? relationship.table
      refuse(
        SeedMessage.reference(relationship.name, target: target, properties: columns.map(\.swiftName)),
        at: member.value)
    }
  }

  private mutating func readMembers(
    _ member: PlacedJSON.Member, _ relationship: ModelRelationship, into row: inout SeedRow, _ index: Int
  ) {
    guard let target = schema.table(named: relationship.table) else { return }
    var found: [SeedRow.Member] = []
    switch member.value.content {
    case .object(let members):
      for inner in unique(members) {
        let owner = fields(of: relationship, owner: index, in: target, at: place(inner.offset))
        let label = SeedRow.Mention(label: inner.name, place: place(inner.offset))
        if let child = readRow(of: target, inner.value, label: label, owner: owner) { found.append(.row(child)) }
      }
    case .array(let elements):
      for element in elements {
        if let label = element.string {
          found.append(.label(SeedRow.Mention(label: label, place: place(element.range.lowerBound))))
        } else {
          let owner = fields(of: relationship, owner: index, in: target, at: place(element.range.lowerBound))
          if let child = readRow(of: target, element, label: nil, owner: owner) { found.append(.row(child)) }
        }
      }
    case .string(let label) where relationship.kind == .hasOne:
      found.append(.label(SeedRow.Mention(label: label, place: place(member.value.range.lowerBound))))
    case .null where relationship.kind == .hasOne: break
    default: return refuse(SeedMessage.members(relationship.name, target: target.swiftName), at: member.value)
    }
    if relationship.kind == .hasOne, found.count > 1 {
      return refuse(SeedMessage.oneMember(relationship.name), at: member.value)
    }
    row.members.append(
      SeedRow.Members(relationship: relationship, members: found, place: place(member.value.range.lowerBound)))
  }

  /// The reference of a member to its owner.
  private func fields(
    of relationship: ModelRelationship, owner: Int, in target: ModelTable, at place: SourcePlace
  ) -> [SeedRow.Field] {
    guard relationship.join == nil else { return [] }
    return zip(relationship.far, relationship.near).compactMap { far, near in
      target.column(named: far).map { SeedRow.Field(column: $0, value: .row(owner, column: near), place: place) }
    }
  }
}

extension ModelTable {
  /// Whether it is the table of the model with this name, with or without its module.
  fileprivate func isNamed(_ name: String) -> Bool {
    swiftName == name || swiftName == "\(target).\(name)" || "\(target).\(swiftName)" == name
  }
}

/// The offsets at which lines start.
private struct LineStarts {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
  }

  func position(at offset: Int) -> SourcePosition {
    var (line, end) = (0, starts.count)
    while end - line > 1 {
      let middle = (line + end) / 2
      if starts[middle] <= offset { line = middle } else { end = middle }
    }
    return SourcePosition(offset: offset, line: line + 1, column: offset - starts[line] + 1)
  }
}
