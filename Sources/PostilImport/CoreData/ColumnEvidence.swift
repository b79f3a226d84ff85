import PostilCompiler
import PostilSQL

/// What the store shows about the columns of a table and the properties that they may belong to.
struct ColumnEvidence {
  let table: StoreLayout.EntityTable
  let shape: TypeShape
  let database: ScratchDatabase

  /// The tests that a column of a property passes, those first that prove the most.
  var tests: [(ColumnClaim, String, [String: String]) throws -> Bool] {
    [hasRows, hasType, hasValues, isUnique, isComplete, isPart, identifies]
  }

  /// Only rows of the property's entities have values.
  private func hasRows(_ claim: ColumnClaim, _ column: String, _: [String: String]) throws -> Bool {
    try isEmpty("\(name(column)) IS NOT NULL AND Z_ENT NOT IN (\(list(claim.numbers)))")
  }

  /// Core Data declares columns by the types of attributes, and indexes references.
  private func hasType(_ claim: ColumnClaim, _ column: String, _: [String: String]) -> Bool {
    let declared = table.column(column)?.declaredType.uppercased() ?? ""
    guard let attribute = claim.attribute else { return declared == "INTEGER" && table.indexed.contains(column) }
    return shape.declaredTypes(of: attribute)?.contains(declared) ?? true
  }

  /// The values have the property's type, or are keys of the rows that a reference leads to.
  private func hasValues(_ claim: ColumnClaim, _ column: String, _: [String: String]) throws -> Bool {
    guard let attribute = claim.attribute else {
      guard let destination = claim.destination else { return true }
      return try isEmpty(
        "\(name(column)) IS NOT NULL AND \(name(column)) NOT IN (SELECT Z_PK FROM \(SQLText.identifier(destination)))")
    }
    var (forms, isGuess) = shape.forms(of: attribute)
    if case .custom(let type) = attribute.type {
      // The other forms keep values that the type can't read.
      forms = shape.form(of: type).map { [$0] } ?? []
      isGuess = forms.isEmpty
    }
    if isGuess || attribute.isExternal { return true }
    var fits = true
    let files = ExternalFiles(folder: .temporaryDirectory)
    try StoreRows(database: database).forEach(
      "SELECT DISTINCT \(name(column)) FROM \(SQLText.identifier(table.name)) WHERE \(name(column)) IS NOT NULL"
    ) { cells in
      fits = fits && forms.contains { $0.stored(cells[0], files: files) != nil }
    }
    return fits
  }

  /// Exactly the properties with a uniqueness constraint have a unique index.
  private func isUnique(_ claim: ColumnClaim, _ column: String, _: [String: String]) -> Bool {
    table.uniques.contains([column]) == claim.isUnique
  }

  /// A required property has a value in each row of its entities.
  private func isComplete(_ claim: ColumnClaim, _ column: String, _: [String: String]) throws -> Bool {
    guard claim.isRequired else { return true }
    return try isEmpty("\(name(column)) IS NULL AND Z_ENT IN (\(list(claim.numbers)))")
  }

  /// The required parts of an optional composite have values in the same rows.
  /// - Parameter known: the columns of other properties, by `Entity.path`.
  private func isPart(_ claim: ColumnClaim, _ column: String, _ known: [String: String]) throws -> Bool {
    guard let composite = claim.composite else { return true }
    let others = known.filter { $0.key.hasPrefix("\(claim.entity).\(composite).") }.map(\.value)
    return try others.allSatisfy { other in
      try isEmpty(
        "Z_ENT IN (\(list(claim.numbers))) AND (\(name(column)) IS NULL) <> (\(name(other)) IS NULL)")
    }
  }

  /// A property 'id' of an entity is different in each row.
  private func identifies(_ claim: ColumnClaim, _ column: String, _: [String: String]) throws -> Bool {
    guard claim.path == "id" else { return true }
    return try count("count(\(name(column))) - count(DISTINCT \(name(column)))", where: "TRUE") == 0
  }

  /// Whether two columns have the same values in all rows, so that it doesn't matter which one a property has.
  func areEqual(_ first: String, _ second: String) throws -> Bool {
    try first == second || isEmpty("\(name(first)) IS NOT \(name(second))")
  }

  /// A value of the column as text, for messages.
  func example(of column: String) throws -> String? {
    try database.run(
      "SELECT substr(quote(\(name(column))), 1, 40) FROM \(SQLText.identifier(table.name)) WHERE \(name(column)) IS NOT NULL "
        + "ORDER BY Z_PK LIMIT 1"
    ).first ?? nil
  }

  private func name(_ column: String) -> String { SQLText.identifier(column) }

  private func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

  private func isEmpty(_ condition: String) throws -> Bool { try count("count(*)", where: condition) == 0 }

  private func count(_ expression: String, where condition: String) throws -> Int {
    try StoreRows(database: database).number(
      "SELECT \(expression) FROM \(SQLText.identifier(table.name)) WHERE \(condition)")
  }
}
