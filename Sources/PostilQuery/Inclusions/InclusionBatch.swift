/// The rows of one statement while their related rows are loaded.
///
/// `Row` is `(T.Rows, repeat (each I).LoadedValue)`. See `asRow` for why it is a separate generic parameter.
@usableFromInline
struct InclusionBatch<Row, T: QueryTables, each I: Inclusion> {
  @usableFromInline let inclusions: (repeat each I)
  @usableFromInline let emptyKeys: [_ParentKeys]
  @usableFromInline var models: [T.Rows] = []
  @usableFromInline var keys: [_ParentKeys]

  @inlinable
  init(_ plan: InclusionPlan, _ inclusions: repeat each I) {
    self.inclusions = (repeat each inclusions)
    emptyKeys = plan.keys()
    keys = emptyKeys
  }

  /// Reads a row and the keys in it.
  @inlinable
  mutating func read(_ row: inout some RowReader) throws {
    let start = row
    models.append(try T.readRows(from: &row))
    for index in keys.indices { try keys[index].add(start) }
  }

  /// Loads the related rows and returns them with the rows. The batch is empty afterwards.
  @inlinable
  mutating func takeRows<DB: ReadTransaction>(in db: DB) throws -> [Row] {
    guard !models.isEmpty else { return [] }
    var loader = InclusionLoader(keys)
    let columns = (repeat try loader.load(each inclusions, in: db))
    var rows: [Row] = []
    rows.reserveCapacity(models.count)
    for (index, model) in models.enumerated() {
      let row = (model, repeat (each columns)[index])
      rows.append(asRow(row))
    }
    models.removeAll(keepingCapacity: true)
    keys = emptyKeys
    return rows
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
    _ inclusion: I, in db: DB
  ) throws -> LoadedColumn<I.LoadedValue> {
    let keys = keys[next]
    next += 1
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
