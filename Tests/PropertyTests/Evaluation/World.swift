import Postil

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// A row of a table, its values in the order of the model's columns; the first tells it from all others.
final class Row {
  let cells: [Cell]

  init(_ cells: [Cell]) { self.cells = cells }
}

/// A relationship from many to many, and its table.
struct Link: Sendable {
  let table: String
  let near: String
  let far: String
  let name: String
  let inverse: String
}

/// All rows, and the rules by which they are asked.
final class World {
  var tables: [String: [Row]] = [:]
  /// The rows of each table by their keys.
  private var byKey: [String: [Cell: Row]] = [:]
  /// Which rows are linked from many to many, by the relationship: those of `book.tags` and those of `tag.books`.
  private(set) var links: [String: [(near: Cell, far: Cell)]] = [:]
  var rules = Rules()

  func add(_ rows: [Row], to table: String) {
    tables[table] = rows
    byKey[table] = Dictionary(uniqueKeysWithValues: rows.map { ($0.cells[0], $0) })
  }

  func add(_ pairs: [(near: Cell, far: Cell)], to link: Link) {
    links["\(link.near).\(link.name)"] = pairs
    links["\(link.far).\(link.inverse)"] = pairs.map { ($0.far, $0.near) }
  }

  func row(of table: String, _ key: Cell) -> Row? { key.isNull ? nil : byKey[table]?[key] }
}

/// The rows that an expression is asked of: one for each table of each query around it, the outermost first; and those of the group,
/// where it is one of a group.
struct Moment {
  let world: World
  /// `nil` is the row of a left join that found no partner.
  var rows: [Row?] = []
  /// The moments of the rows of the group.
  var group: [Moment]?
  /// The moments of all rows that the query returns, and the place of this one among them, for window functions.
  var window: [Moment]?
  var place = 0

  var rules: Rules { world.rules }

  func with(_ row: Row?) -> Moment {
    var moment = self
    moment.rows.append(row)
    moment.group = nil
    return moment
  }
}

/// The columns that the closures of queries got, as the expressions in them find them again: one for each table of each query.
struct Scopes {
  var columns: [Any] = []

  /// The columns at a place, which whoever asks knows the type of.
  func columns<Columns>(_ index: Int, as type: Columns.Type) -> Columns {
    guard let columns = columns[index] as? Columns else { preconditionFailure("t\(index) has no \(type)") }
    return columns
  }

  func with(_ new: Any...) -> Scopes { Scopes(columns: columns + new) }
}
