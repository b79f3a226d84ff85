import PostilQuery
import PostilSQLite
import Testing

/// Expects that each value is read as it was written, alone and as an optional, by a row, by a selection and by a query for it.
func expectRoundTrip<Stored: CellValue>(
  _ type: Stored.Type, _ values: [Stored.Plain], sourceLocation: SourceLocation = #_sourceLocation,
  by same: (Stored.Plain, Stored.Plain) -> Bool
) throws {
  let store = try SQLiteStore.cells()
  try store.write { db in
    for (index, value) in values.enumerated() {
      let optional = index.isMultiple(of: 3) ? nil : value
      let id = try Cell<Stored>.Draft(value: value, optional: optional).insert(in: db).id
      let found = try Cell<Stored>.where { $0.value == value && $0.optional == optional }.select { $0.id }.fetchAll(
        in: db)
      #expect(found.contains(id), "no row is found by \(value)", sourceLocation: sourceLocation)
    }
    let rows = try Cell<Stored>.order { $0.id }.fetchAll(in: db)
    let selected = try Cell<Stored>.order { $0.id }.select { ($0.value, $0.optional) }.fetchAll(in: db)
    #expect(rows.count == values.count && selected.count == values.count, sourceLocation: sourceLocation)
    for (index, value) in values.enumerated() {
      let optionals = [rows[index].optional, selected[index].1]
      #expect(
        same(rows[index].value, value) && same(selected[index].0, value),
        "\(value) is read as \(rows[index].value)", sourceLocation: sourceLocation)
      #expect(
        optionals.allSatisfy { optional in
          index.isMultiple(of: 3) ? optional == nil : optional.map { same($0, value) } ?? false
        }, sourceLocation: sourceLocation)
    }
  }
}

/// Expects that each value is read as it was written.
func expectRoundTrip<Stored: CellValue>(
  _ type: Stored.Type, _ values: [Stored.Plain], sourceLocation: SourceLocation = #_sourceLocation
) throws where Stored.Plain: Equatable {
  try expectRoundTrip(type, values, sourceLocation: sourceLocation, by: ==)
}

/// Expects that the database sorts and compares the values as `precedes` does.
func expectOrder<Stored: CellValue>(
  _ type: Stored.Type, _ values: [Stored.Plain], sourceLocation: SourceLocation = #_sourceLocation,
  by precedes: (Stored.Plain, Stored.Plain) -> Bool
) throws {
  typealias Row = Cell<Stored>
  let store = try SQLiteStore.cells()
  try store.write { db in
    for value in values { try Row.Draft(value: value, optional: value).insert(in: db) }
    let up = try Row.order { $0.value }.select { $0.value }.fetchAll(in: db)
    let down = try Row.order { $0.optional.descending }.select { $0.value }.fetchAll(in: db)
    #expect(up.count == values.count, sourceLocation: sourceLocation)
    for sorted in [up, down.reversed()] {
      for (left, right) in zip(sorted, sorted.dropFirst()) where precedes(right, left) {
        Issue.record("\(left) comes before \(right)", sourceLocation: sourceLocation)
      }
    }
    for (pivot, other) in zip(values, values.reversed()).prefix(60) {
      let less = try Row.where { $0.value < pivot }.count(in: db)
      #expect(less == values.count { precedes($0, pivot) }, "less than \(pivot)", sourceLocation: sourceLocation)
      let atLeast = try Row.where { $0.optional >= pivot }.count(in: db)
      #expect(atLeast == values.count - less, "at least \(pivot)", sourceLocation: sourceLocation)
      let (low, high) = precedes(pivot, other) ? (pivot, other) : (other, pivot)
      let between = try Row.where { $0.value.between(low, high) }.count(in: db)
      #expect(
        between == values.count { !precedes($0, low) && !precedes(high, $0) }, "between \(low) and \(high)",
        sourceLocation: sourceLocation)
      let least = try Row.where { min($0.value, pivot) < other }.count(in: db)
      #expect(
        least == values.count { precedes(precedes($0, pivot) ? $0 : pivot, other) }, "the smaller of it and \(pivot)",
        sourceLocation: sourceLocation)
      let defaulted = try Row.where { ($0.optional ?? other) < pivot }.count(in: db)
      #expect(defaulted == less, "or \(other)", sourceLocation: sourceLocation)
    }
  }
}

/// Expects that the database sorts and compares the values as Swift does.
func expectOrder<Stored: CellValue>(
  _ type: Stored.Type, _ values: [Stored.Plain], sourceLocation: SourceLocation = #_sourceLocation
) throws where Stored.Plain: Comparable {
  try expectOrder(type, values, sourceLocation: sourceLocation, by: <)
}

/// Expects that what the SQL expression is cannot be read as the type, for a reason that contains `reason`.
func expectRefusal<Stored: ColumnValue>(
  _ type: Stored.Type, of expressions: [String], reason: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let store = try SQLiteStore.cells()
  for expression in expressions {
    do {
      _ = try store.evaluated(expression, as: type)
      Issue.record("\(expression) is read", sourceLocation: sourceLocation)
    } catch let error as ColumnDecodingError {
      #expect(error.column == "answer" && error.reason.contains(reason), "\(error)", sourceLocation: sourceLocation)
    }
  }
}

/// Expects that a value is not stored, for a reason that contains `reason`, and that nothing else is.
func expectUnstorable<Stored: CellValue>(
  _ type: Stored.Type, _ value: Stored.Plain, reason: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let store = try SQLiteStore.cells()
  let errors = [
    #expect(throws: ColumnEncodingError.self, sourceLocation: sourceLocation) {
      try store.write { db in try Cell<Stored>.Draft(value: value, optional: nil).insert(in: db) }
    },
    #expect(throws: ColumnEncodingError.self, sourceLocation: sourceLocation) {
      try store.read { db in try Cell<Stored>.where { $0.optional == value }.count(in: db) }
    },
    #expect(throws: ColumnEncodingError.self, sourceLocation: sourceLocation) {
      try store.write { db in
        try db.execute(FixedStatement(#"INSERT INTO "texts" ("value") VALUES (?1)"#)) {
          $0.bind(value, as: Stored.self)
        }
      }
    },
  ]
  for error in errors {
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")", sourceLocation: sourceLocation)
  }
  #expect(try store.read { db in try Cell<Stored>.all.count(in: db) } == 0, sourceLocation: sourceLocation)
}
