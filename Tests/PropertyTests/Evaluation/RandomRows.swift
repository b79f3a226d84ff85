import Foundation
import Postil

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// Rows of every table, at random: few or many, with few or many NULLs and duplicates, by its seed.
struct RandomRows {
  private var random: SeededGenerator
  /// How many of ten optional values are NULL.
  private let nullDensity: Int
  /// How many different values there are of each type; few make ties and duplicates.
  private let variety: Int

  static let texts = [
    "a", "A", "b", "", "ab", "AB", "aB ", " b", "é", "e\u{301}", "É", "ß", "日本", "😀", "50%", "a_b", "x'y", "\"q\"",
    "NULL",
    "0", "12", "-7 days", "a\\b", "novel", "*?", "zz",
  ]
  static let dates: [(text: String, seconds: Double)] = [
    ("1969-12-31 23:59:59", -1), ("1970-01-01 00:00:00", 0), ("1999-12-31 23:59:59", 946_684_799),
    ("2000-02-29 12:00:00", 951_825_600), ("2001-01-01 00:00:00", 978_307_200), ("2024-02-29 23:59:59", 1_709_251_199),
    ("2024-03-01 00:00:00", 1_709_251_200), ("2038-01-19 03:14:08", 2_147_483_648),
  ]
  static let integers = [0, 1, -1, 2, 3, 5, 7, 10, -10, 100, 250, 1000, -1000, 65_536]
  static let large = [0, 1, -1, 7, .max, .max - 1, .min + 1, 1 << 53, (1 << 53) + 1, -(1 << 62)]
  static let reals = [0, 0.25, 0.5, 1, -1, 1.5, 2.75, -2.5, 10, 100.25, -0.25, 1000.5]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    nullDensity = [1, 3, 3, 6, 9].randomElement(using: &random) ?? 3
    variety = [3, 6, 12, 100].randomElement(using: &random) ?? 6
  }

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<min(values.count, variety), using: &random)]
  }

  private mutating func integer() -> Cell { .integer(Int64(pick(Self.integers))) }
  private mutating func large() -> Cell { .integer(Int64(pick(Self.large))) }
  private mutating func real() -> Cell { .real(pick(Self.reals)) }
  private mutating func text() -> Cell { .text(pick(Self.texts)) }
  private mutating func bool() -> Cell { .integer(Bool.random(using: &random) ? 1 : 0) }
  private mutating func date() -> Cell { .text(pick(Self.dates).text) }
  private mutating func genre() -> Cell { .text(pick(["novel", "essay", "poetry"])) }
  private mutating func mood() -> Cell { .integer(pick([1, -1, 10])) }

  private mutating func optional(_ cell: Cell) -> Cell {
    Int.random(in: 0..<10, using: &random) < nullDensity ? .null : cell
  }

  private mutating func count(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

  private mutating func reference(to rows: [Row]) -> Cell { rows.randomElement(using: &random)?.cells[0] ?? .null }

  /// Makes the rows.
  mutating func world() -> World {
    let world = World()
    var people: [Row] = []
    for id in 0..<count(6) {
      // Anybody before, so that the rows can be inserted one after the other.
      let senior = optional(reference(to: people))
      people.append(Row([.integer(Int64(id + 1)), text(), optional(text()), optional(integer()), bool(), senior]))
    }
    let shelves = (0..<count(4)).map { id in
      Row([.integer(Int64(id * 7)), text(), integer(), optional(real()), optional(reference(to: people))])
    }
    var books: [Row] = []
    for id in 0..<(shelves.isEmpty ? 0 : count(14)) {
      let prequel = optional(reference(to: books))
      books.append(
        Row([
          .integer(Int64(id) - 3), text(), optional(text()), text(), integer(), optional(integer()), large(), real(),
          optional(real()), bool(), optional(bool()), date(), optional(date()), genre(), optional(mood()),
          reference(to: shelves), optional(reference(to: people)), prequel,
        ]))
    }
    let tags = (0..<count(5)).map { id in Row([.integer(Int64(id + 1)), text(), optional(integer())]) }
    let loans = (0..<(books.isEmpty ? 0 : count(10))).map { id in
      Row([
        .text("L\(id)"), integer(), optional(real()), optional(date()), reference(to: books),
        optional(reference(to: people)),
      ])
    }
    world.add(people, to: "person")
    world.add(shelves, to: "shelf")
    world.add(books, to: "book")
    world.add(tags, to: "tag")
    world.add(loans, to: "loan")
    for table in Drawn.tables { world.add(rows(of: table, in: world), to: table.name) }
    for link in References.links {
      var pairs: [(near: Cell, far: Cell)] = []
      for near in world.tables[link.near] ?? [] {
        for far in world.tables[link.far] ?? [] where Bool.random(using: &random) {
          pairs.append((near.cells[0], far.cells[0]))
        }
      }
      world.add(pairs, to: link)
    }
    return world
  }

  // MARK: - Drawn models

  /// Rows of a drawn model: none where it refers to one that has none.
  private mutating func rows(of table: DrawnTable, in world: World) -> [Row] {
    let isImpossible = table.columns.contains { column in
      if case .reference(let target, _, isOptional: false) = column {
        world.tables[target]?.isEmpty ?? true
      } else {
        false
      }
    }
    var rows: [Row] = []
    for index in 0..<(isImpossible ? 0 : count(8)) {
      rows.append(Row(table.columns.flatMap { cells(of: $0, index, rows, table, world) }))
    }
    return rows
  }

  private mutating func cells(
    of column: DrawnColumn, _ index: Int, _ before: [Row], _ table: DrawnTable, _ world: World
  ) -> [Cell] {
    switch column {
    case .key: return [.integer(Int64(index * 3 - 1))]
    case .textKey: return [.text("k\(index)")]
    case .integer: return [integer()]
    case .real: return [real()]
    case .text: return [text()]
    case .bool: return [bool()]
    case .genre: return [genre()]
    case .mood: return [mood()]
    case .date: return [date()]
    case .seconds: return [Cell(UnixSeconds(_plain: Date.sample(using: &random))._boundValue)]
    case .milliseconds: return [Cell(UnixMilliseconds(_plain: Date.sample(using: &random))._boundValue)]
    case .julianDay: return [Cell(JulianDay(_plain: Date.sample(using: &random))._boundValue)]
    case .digits: return [Cell(ISO8601Milliseconds(_plain: Date.sample(using: &random))._boundValue)]
    case .optional(let column): return cells(of: column, index, before, table, world).map { optional($0) }
    case .reference(let target, let columns, let isOptional):
      // To a row before it, where it is one of the same table.
      let rows = target == table.name ? before : world.tables[target] ?? []
      let isMissing = isOptional && optional(.integer(0)).isNull
      guard !isMissing, let row = rows.randomElement(using: &random) else {
        return Array(repeating: .null, count: columns)
      }
      return Array(row.cells.prefix(columns))
    }
  }
}

/// What a column of a drawn model holds.
indirect enum DrawnColumn: Sendable {
  case key, textKey, integer, real, text, bool, date, genre, mood, seconds, milliseconds, julianDay, digits
  case optional(DrawnColumn)
  /// The key of a row of a table, of so many columns.
  case reference(String, columns: Int, isOptional: Bool)
}

/// A drawn model's table, with what its columns hold in their order.
struct DrawnTable: Sendable {
  let name: String
  let columns: [DrawnColumn]
}

extension World {
  /// Writes the rows, which no draft and no model wrote.
  func insert(in db: some WriteTransaction) throws {
    for table in ["person", "shelf", "book", "tag", "loan"] + Drawn.tables.map(\.name) {
      let columns = PropertiesSchema.tables.first { $0.name == table }?.columns.map(\.name) ?? []
      for row in tables[table] ?? [] { try insert(row.cells, into: table, columns, in: db) }
    }
    for link in References.links {
      for pair in links["\(link.near).\(link.name)"] ?? [] {
        try insert([pair.near, pair.far], into: link.table, ["\(link.near)_id", "\(link.far)_id"], in: db)
      }
    }
  }

  private func insert(_ cells: [Cell], into table: String, _ columns: [String], in db: some WriteTransaction) throws {
    let names = columns.map { RawSQL("\(identifier: $0)") }.joined(separator: ", ")
    let values = cells.map(\.sql).joined(separator: ", ")
    try RawSQL("INSERT INTO \(identifier: table) (\(names)) VALUES (\(values))").execute(in: db)
  }
}

extension Cell {
  /// The value in SQL, as a binding.
  fileprivate var sql: RawSQL {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "\(value)"
    }
  }
}
