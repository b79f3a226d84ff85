import PostilEvolution
import PostilSQL
import PostilSchema

/// Finds renames according to `@renamed(from:)`, if the old name exists and the new one is free. If the old name in an annotation doesn't
/// exist, an earlier migration applied it.
struct RenameResolution {
  let from: Schema
  let to: Schema
  /// Whether tables, or columns of a table, were swapped before.
  private let wasApplied: (RenameHistory.Circle, _ table: (old: Table, new: Table)?) -> Bool
  /// Whether nothing tells whether names were swapped, except that both schemas are the same.
  private let isGuess: Bool
  private(set) var renames = Renames()
  private(set) var problems: [PlanProblem] = []
  /// The circular renames in annotations that are already in the history.
  private(set) var appliedCircles: [AppliedCircle] = []

  /// Swapped names.
  struct AppliedCircle {
    /// The table of the columns, or the first of the tables.
    var table: String
    /// `columns 'a' and 'b' of 'item' changed places`
    var words: String
  }

  /// - Parameter history: the names that were swapped before; `nil` if that is unknown.
  init(from: SchemaShape, to: SchemaShape, history: RenameHistory?) {
    (self.from, self.to, isGuess) = (from.whole, to.whole, history == nil)
    wasApplied = { circle, table in
      if let history {
        return table.map { history.contains(columns: circle, of: $0.old.key) } ?? history.contains(tables: circle)
      }
      return circle.keys.allSatisfy { key in
        if let table {
          return from.table(table.old.key)?.column(key)?.meaning == to.table(table.new.key)?.column(key)?.meaning
        }
        guard let old = from.table(key)?.table.definition, let new = to.table(key)?.table.definition else {
          return false
        }
        return old.differences(from: new).isEmpty
      }
    }
  }

  /// An annotation whose old name exists.
  private struct Note {
    /// The old name as written in the database.
    var former: String
    var name: String
  }

  mutating func resolve() {
    let (from, tables) = (from, to.tables)
    let staying = Self.keys(tables.filter { $0.renamedFrom == nil }.map(\.name))
    let notes = tables.compactMap { table -> Note? in
      Self.keys([table.renamedFrom].compactMap(\.self) + table.otherFormerNames).lazy
        .filter { !staying.contains($0) }.compactMap(from.table).first.map { Note(former: $0.name, name: table.name) }
    }
    for note in open(notes, among: from.tables.map(\.name), and: tables.map(\.name), of: nil) {
      renames.tables[note.former.foldedName] = note.name
    }
    for table in tables { resolveColumns(of: table) }
    resolvePositions()
  }

  private mutating func resolveColumns(of table: Table) {
    guard let old = renames.oldTable(table.name).flatMap(from.table) else { return }
    let staying = Self.keys(table.columns.filter { $0.renamedFrom == nil }.map(\.name))
    let notes = table.columns.compactMap { column -> Note? in
      Self.keys([column.renamedFrom].compactMap(\.self) + column.otherFormerNames).lazy
        .filter { !staying.contains($0) }.compactMap(old.column).first.map { Note(former: $0.name, name: column.name) }
    }
    for note in open(notes, among: old.columns.map(\.name), and: table.columns.map(\.name), of: (old, table)) {
      renames.columns[old.key, default: [:]][note.former.foldedName] = note.name
    }
  }

  private static func keys(_ names: [String]) -> [String] { names.map(\.foldedName) }

  /// The annotations to apply. Their new name is free, or becomes free because its current owner is also renamed.
  private mutating func open(
    _ notes: [Note], among former: [String], and new: [String], of columns: (old: Table, new: Table)?
  ) -> [Note] {
    let table = columns?.new.name
    let (former, new) = (Set(former.map(\.foldedName)), Set(new.map(\.foldedName)))
    var open = notes
    while let index = open.firstIndex(where: { note in
      former.contains(note.name.foldedName) && !open.contains { $0.former.isSameName(as: note.name) }
    }) {
      let note = open.remove(at: index)
      if !new.contains(note.former.foldedName) { problems.append(Self.both(note, of: table)) }
    }
    let names = open.map { ($0.former.foldedName, $0.name.foldedName) }
    for circle in RenameHistory.circles(Dictionary(names, uniquingKeysWith: { first, _ in first })) {
      guard wasApplied(circle, columns) else { continue }
      let places = open.filter { circle[$0.former.foldedName] != nil }.map(\.name)
      open.removeAll { circle[$0.former.foldedName] != nil }
      let names = places.map { "'\($0)'" }.joined(separator: " and ")
      let words = "\(table == nil ? "tables" : "columns") \(names)\(table.map { " of '\($0)'" } ?? "") changed places"
      appliedCircles.append(AppliedCircle(table: table ?? places[0], words: words))
      guard isGuess else { continue }
      problems.append(
        PlanProblem(
          table: table ?? places[0],
          message:
            "'@renamed(from:)' says that \(words), but both schemas are the same: the names were exchanged before, "
            + "or are not exchanged by this script", notes: []))
    }
    return open
  }

  /// The position column is named after the relationship. Each reference has at most one ordered relationship, so its
  /// order is kept when the relationship is renamed.
  private mutating func resolvePositions() {
    for order in to.orders {
      guard let new = to.table(order.table.foldedName), let old = renames.oldTable(order.table).flatMap(from.table),
        old.column(order.position.foldedName) == nil
      else { continue }
      let owner = order.owner.map(\.foldedName)
      let former = from.orders.first { former in
        former.table.foldedName == old.key && new.column(former.position.foldedName) == nil
          && former.owner.map { renames.newColumn($0, of: old.name).foldedName } == owner
      }
      if let former { renames.columns[old.key, default: [:]][former.position.foldedName] = order.position }
    }
  }

  private static func both(_ note: Note, of table: String?) -> PlanProblem {
    let (what, former, name) = (table == nil ? "table" : "column", note.former, note.name)
    let place = table.map { " of '\($0)'" } ?? ""
    return PlanProblem(
      table: table ?? name,
      message: "\(what) '\(former)'\(place) can't be renamed to '\(name)', because both exist",
      notes: [
        "first drop '\(name)' in a migration of its own, then rename",
        "or remove '// @renamed(from: \"\(former)\")', and '\(former)' will be dropped",
      ])
  }
}

extension Schema {
  /// The table with this key.
  fileprivate func table(_ key: String) -> Table? { tables.first { $0.key == key } }
  /// The ordered relationships.
  var orders: [OrderShape] {
    tables.flatMap { table in table.members.compactMap { OrderShape($0, of: table.name) } }
  }
}

extension Table {
  fileprivate var key: String { name.foldedName }
  fileprivate func column(_ key: String) -> Column? { columns.first { $0.name.foldedName == key } }
}
