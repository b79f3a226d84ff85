/// The rows of one statement while their related rows are loaded.
///
/// `Row` is `(T.Rows, repeat (each I).LoadedValue)`. See `asRow` for why it is a separate generic parameter.
@usableFromInline
struct InclusionBatch<Row, T: QueryTables, each I: Inclusion> {
  @usableFromInline let inclusions: (repeat each I)
  @usableFromInline let emptyKeys: [_ParentKeys]
  @usableFromInline let plan: InclusionPlan
  @usableFromInline let hasValues: Bool
  /// The values of each row that have no statement of their own.
  @usableFromInline var values: (repeat ValueColumn<each I>)
  @usableFromInline var models: [T.Rows] = []
  @usableFromInline var keys: [_ParentKeys]

  @inlinable
  init(_ plan: InclusionPlan, _ inclusions: repeat each I) {
    self.inclusions = (repeat each inclusions)
    emptyKeys = plan.keys()
    keys = emptyKeys
    self.plan = plan
    hasValues = !plan.values.isEmpty
    values = (repeat ValueColumn<each I>())
  }

  /// Reads a row and the keys in it.
  @inlinable
  mutating func read(_ row: inout some RowReader) throws {
    let start = row
    models.append(try T.readRows(from: &row))
    guard hasValues else {
      for index in keys.indices { try keys[index].add(start) }
      return
    }
    for index in keys.indices where !plan.values.contains(index) { try keys[index].add(start) }
    var index = 0
    repeat try (each values).read(each inclusions, start, plan.places, &index)
  }

  /// Loads the related rows and returns them with the rows. The batch is empty afterwards.
  @inlinable
  mutating func takeRows<DB: ReadTransaction>(in db: DB) throws -> [Row] {
    guard !models.isEmpty else { return [] }
    var loader = InclusionLoader(keys)
    let columns = (repeat try loader.load(each inclusions, each values, in: db))
    var rows: [Row] = []
    rows.reserveCapacity(models.count)
    for (index, model) in models.enumerated() {
      let row = (model, repeat (each columns)[index])
      rows.append(asRow(row))
    }
    models.removeAll(keepingCapacity: true)
    keys = emptyKeys
    repeat (each values).values.removeAll()
    return rows
  }
}

/// The values of an expression for each row of a batch. It is an object, because the elements of a pack can't be changed.
@usableFromInline
final class ValueColumn<I: Inclusion> {
  @usableFromInline var values: [I.LoadedValue] = []

  @inlinable
  init() {}

  /// Reads the value at the inclusion's place in a row, unless the inclusion has a statement of its own.
  @inlinable
  func read(_ inclusion: I, _ row: some RowReader, _ places: [[Int]], _ index: inout Int) throws {
    var row = row
    row.skip(places[index][0])
    index += 1
    if let value = try inclusion._readIncluded(from: &row) { values.append(value) }
  }
}

/// Loads the inclusions of a batch, in order.
@usableFromInline
struct InclusionLoader {
  @usableFromInline let keys: [_ParentKeys]
  @usableFromInline var next = 0

  @inlinable
  init(_ keys: [_ParentKeys]) { self.keys = keys }

  @inlinable
  mutating func load<I: Inclusion, DB: ReadTransaction>(
    _ inclusion: I, _ column: ValueColumn<I>, in db: DB
  ) throws -> LoadedColumn<I.LoadedValue> {
    let keys = keys[next]
    next += 1
    guard column.values.isEmpty else {
      return LoadedColumn(values: column.values, numbers: Array(column.values.indices))
    }
    return LoadedColumn(values: try inclusion.loadIncluded(for: keys, in: db), numbers: keys.numbers)
  }
}

/// The loaded values for each row.
@usableFromInline
struct LoadedColumn<Value> {
  /// The value for each key.
  @usableFromInline let values: [Value]
  /// The index of the key for each row.
  @usableFromInline let numbers: [Int]

  @inlinable
  init(values: [Value], numbers: [Int]) {
    self.values = values
    self.numbers = numbers
  }

  @inlinable
  subscript(row: Int) -> Value { values[numbers[row]] }
}
