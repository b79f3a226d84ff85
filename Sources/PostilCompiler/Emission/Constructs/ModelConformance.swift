import PostilSchema

/// The conformance to `Model`: the table, reading and binding a row, its statements and unique keys.
struct ModelConformance {
  var context: ModelContext
  private var model: ResolvedModel { context.model }
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  init(_ context: ModelContext) { self.context = context }

  /// The extension that conforms the model, followed by `members`.
  func code(members: [[Code]]) -> Code {
    context.extending(conformances) {
      ([
        Identifier(context).code + [table], readingInitializer + bindColumns + bindUpdate,
        [RowStatementsEmission(context).code] + RowStatementsEmission(context).deletionCode,
        UniqueKeys(context).code + currentKey + partitionPeriod,
      ] + members).separatedByBlanks()
    }
  }

  private var conformances: String {
    let soft: [RuntimeName] = context.rowSQL.live == nil ? [] : [.softDeletable]
    let parts: [RuntimeName] = partitionPeriod.isEmpty ? [] : [.partitionedModel]
    return ([.model] + soft + parts + (model.isSingleton ? [.singleton] : [])).map { names[$0] }.joined(separator: ", ")
  }

  /// The key of a singleton.
  private var currentKey: [Code] {
    guard model.isSingleton else { return [] }
    return [
      .line(
        "\(access)static var currentKey: \(names[.uniqueKey])<\(context.type)> { uniqueKeys.\(SwiftNames.member(model.key.properties[0])) }"
      )
    ]
  }

  /// The length of the partitions that a store creates.
  private var partitionPeriod: [Code] {
    guard let period = model.table.partitioning?.period else { return [] }
    return [.line("\(access)static var partitionPeriod: \(names[.partitionPeriod]) { .\(period) }")]
  }

  /// `static let table`
  var table: Code {
    let columns = model.rowProperties.flatMap(\.columns).map { column -> Code in
      // A literal stands for a column with the same name in the database and in Swift.
      let name = SwiftLiteral.string(column.name)
      return column.name == column.property
        ? Code.line(name)
        : Code.line("\(names[.columnName])(\(name), property: \(SwiftLiteral.string(column.property)))")
    }
    let uniqueKeys = uniqueKeys
    let key = literals(model.keyColumns)
    let indexed = literals(indexed(besides: uniqueKeys))
    let secret = literals(model.properties.filter(\.isSecret).flatMap(\.columnNames))
    let lazy = literals(model.properties.filter { $0.role == .lazy }.map(\.column))
    return .call(
      "\(access)static let table = \(names[.tableDescription])(",
      [
        .line("model: \(SwiftLiteral.string(model.swiftName))"), .line("name: \(SwiftLiteral.string(context.table))"),
        .array("columns: [", columns),
      ] + (lazy.isEmpty ? [] : [.array("lazy: [", lazy)])
        + (key.isEmpty ? [] : [.array("primaryKey: [", key)])
        + (uniqueKeys.isEmpty ? [] : [.array("uniqueKeys: [", uniqueKeys.map { .array("[", literals($0)) })])
        + (key.isEmpty || required.isEmpty ? [] : [.array("required: [", required)])
        + (indexed.isEmpty ? [] : [.array("indexed: [", indexed)])
        + (filled.isEmpty ? [] : [.array("filled: [", filled)])
        + (orders.isEmpty ? [] : [.array("orders: [", orders)])
        + (collations.isEmpty ? [] : [.array("collations: [", collations)])
        + (secret.isEmpty ? [] : [.array("secret: [", secret)])
        + (context.deletesOwnRows ? [.line("deletesOwnRows: true")] : []))
  }

  private func literals(_ names: [String]) -> [Code] { names.map { .line(SwiftLiteral.string($0)) } }

  /// The unique keys whose columns are never `NULL`, besides the primary key.
  private var uniqueKeys: [[String]] {
    let required = model.table.columns.filter { !$0.isNullable }.map(\.name)
    return model.uniqueKeys.compactMap { key in
      let columns = key.terms.compactMap(\.column)
      guard key.condition == nil, columns.count == key.terms.count, columns.allSatisfy(required.contains),
        columns != model.keyColumns
      else { return nil }
      return columns
    }
  }

  /// The orders of relationships whose members are the rows.
  private var orders: [Code] {
    model.rowSQL.orders.map { order in
      let owner = order.owner.map(SwiftLiteral.string).joined(separator: ", ")
      return .line("\(names[.memberOrder])(\(SwiftLiteral.string(order.position)), among: [\(owner)])")
    }
  }

  /// The collations of the columns that don't compare text byte by byte. The columns of a reference have the key's
  /// collation.
  private var collations: [Code] {
    model.table.columns.compactMap { column in
      let collation: String
      switch column.collation {
      case nil where column.type == .decimal: collation = ".decimal"
      case nil, "BINARY": return nil
      case "NOCASE": collation = ".noCase"
      case "RTRIM": collation = ".rtrim"
      case .some(let name): collation = ".custom(\(SwiftLiteral.string(name)))"
      }
      return .line("\(SwiftLiteral.string(column.name)): \(collation)")
    }
  }

  /// The columns that a new row needs a value for.
  private var required: [Code] {
    let assigned = model.key.isAssigned ? model.keyColumns : []
    let names = model.properties.flatMap(\.columnNames)
    return model.table.columns
      .filter { column in
        !column.isNullable && column.defaultExpression == nil && column.generation == nil
          && names.contains(column.name) && !assigned.contains(column.name)
      }
      .map { .line(SwiftLiteral.string($0.name)) }
  }

  /// The columns with which an index begins, except those of these keys and the primary key.
  private func indexed(besides keys: [[String]]) -> [String] {
    let table = model.table
    let known = [table.primaryKey.columns.first] + keys.map(\.first)
    var columns: [String] = []
    let first =
      table.uniqueConstraints.map { $0.columns.first }
      + table.indexes.map { $0.condition == nil ? $0.terms.first?.column : nil }
    for case let column? in first where !columns.contains(column) && !known.contains(column) {
      columns.append(column)
    }
    return columns
  }

  /// The columns that the database fills.
  private var filled: [Code] {
    model.properties.compactMap { property in
      let kind: String
      switch property.role {
      case .stored, .lazy, .createdAt: return nil
      case .generated: kind = ".generated"
      case .version: kind = ".version"
      case .updatedAt(let clock): kind = ".updatedAt(.\(clock.rawValue))"
      case .softDelete(let clock): kind = ".deletedAt(.\(clock.rawValue))"
      }
      return .line("\(names[.filledColumn])(\(SwiftLiteral.string(property.column)), \(kind))")
    }
  }

  /// `init(row:)`
  var readingInitializer: [Code] { context.rowCode.readingInitializer(of: model.rowProperties) }
  private var bindColumns: [Code] { context.rowCode.binding("bindColumns", model.properties.filter(\.role.isBound)) }
  /// Empty if the update binds the same values as `bindColumns`.
  private var bindUpdate: [Code] {
    context.rowSQL.updateBindsAllColumns
      ? []
      : context.rowCode.binding(
        "bindUpdate",
        context.settableProperties + context.keyProperties + model.properties.filter { $0.role == .version })
  }
}
