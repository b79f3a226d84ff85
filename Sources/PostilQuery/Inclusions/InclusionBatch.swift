/// Rows of one statement while what belongs to them is loaded.
///
/// `Row` is `(M, repeat (each I).LoadedValue)`; see `asRow` for why it is a parameter of its own.
@usableFromInline
struct InclusionBatch<Row, M: Queryable, each I: Inclusion> {
  @usableFromInline let inclusions: (repeat each I)
  @usableFromInline let emptyKeys: [_ParentKeys]
  @usableFromInline var models: [M] = []
  @usableFromInline var keys: [_ParentKeys]

  @inlinable
  init(_ plan: InclusionPlan, _ inclusions: repeat each I) {
    self.inclusions = (repeat each inclusions)
    emptyKeys = plan.keys()
    keys = emptyKeys
  }

  /// Reads a row, and the keys in it.
  @inlinable
  mutating func read(_ row: inout some RowReader) throws {
    let start = row
    models.append(try M(row: &row))
    for index in keys.indices { try keys[index].add(start) }
  }

  /// Loads what belongs to the rows, and gives them with it; the batch is empty then.
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

/// Loads the inclusions of a batch, from the first to the last.
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

/// What was loaded for each row.
@usableFromInline
struct LoadedColumn<Value> {
  /// For each key.
  @usableFromInline let values: [Value]
  /// For each row the number of its key.
  @usableFromInline let numbers: [Int]

  @inlinable
  init(values: [Value], numbers: [Int]) {
    self.values = values
    self.numbers = numbers
  }

  @inlinable
  subscript(row: Int) -> Value { values[numbers[row]] }
}

/// The members of each key, in the order in which they came.
@usableFromInline
struct MemberGroups<Member> {
  @usableFromInline var groups: [[Member]]
  /// The members of one key that came one after the other; each array is made once, as long as it has to be.
  @usableFromInline var run: [Member] = []
  @usableFromInline var number = 0

  @inlinable
  init(count: Int) { groups = Array(repeating: [], count: count) }

  @inlinable
  mutating func append(_ member: Member, to number: Int) {
    if number != self.number {
      endRun()
      self.number = number
    }
    run.append(member)
  }

  @inlinable
  mutating func endRun() {
    guard !run.isEmpty else { return }
    groups[number].reserveCapacity(groups[number].count + run.count)
    groups[number].append(contentsOf: run)
    run.removeAll(keepingCapacity: true)
  }

  @inlinable
  consuming func finished() -> [[Member]] {
    endRun()
    return groups
  }
}
