import Postil

/// What can be said about one table of a query: its columns, those at the end of its paths, and its to-many relationships.
struct Vocabulary {
  /// Terms by the type of their value.
  private(set) var terms: [ObjectIdentifier: [Any]] = [:]
  private(set) var toManys: [any AnyToManyTerm] = []

  func terms<Value>(of type: Value.Type) -> [Term<Value>] {
    (terms[ObjectIdentifier(type)] ?? []).compactMap { $0 as? Term<Value> }
  }

  mutating func add<Value>(_ term: Term<Value>) { terms[ObjectIdentifier(Value.self), default: []].append(term) }

  mutating func add(_ toMany: any AnyToManyTerm) { toManys.append(toMany) }
}

/// A model that questions are made about.
protocol Subject: Queryable {
  static func describe(to speaker: inout Speaker<Self>)
  /// The order by the key, or by what comes first.
  static func keyOrder(_ columns: Columns) -> Ordering
}

/// How the columns of a table are found in `Scopes`, and its row in a `Moment`.
struct Speaker<M: Subject> {
  /// The place of the table among those of all queries.
  let index: Int
  /// Whether the row may not be there, because it was joined by a left join.
  let isOptional: Bool
  private(set) var vocabulary = Vocabulary()

  init(_ index: Int, isOptional: Bool = false) {
    self.index = index
    self.isOptional = isOptional
    M.describe(to: &self)
  }

  /// The row at the end of a path of references.
  private static func follow(_ steps: [Step], from row: Row?, in world: World) -> Row? {
    var current = row
    for step in steps {
      guard let row = current else { return nil }
      current = world.row(of: step.table, row.cells[step.column])
    }
    return current
  }

  private struct Step {
    let column: Int
    let table: String
  }

  /// A column, or one at the end of a path: `shelf.label`.
  mutating func column<E: SQLExpression>(
    _ name: String, _ path: KeyPath<M.Columns, E>, ignoresCase: Bool = false
  ) {
    var parts = name.split(separator: ".").map(String.init)
    let last = parts.removeLast()
    var table = M.table
    var steps: [Step] = []
    for part in parts {
      let reference = References.toOne[table.name]?[part] ?? ("", "")
      let column = table.columns.firstIndex { $0.property == reference.0 } ?? -1
      steps.append(Step(column: column, table: reference.1))
      table = PropertiesSchema.tables.first { $0.name == reference.1 } ?? table
    }
    let column = table.columns.firstIndex { $0.property == last } ?? -1
    let text = "t\(index).\(name)"
    let index = index
    let value: (Moment) -> Cell = { moment in
      Self.follow(steps, from: moment.rows[index], in: moment.world)?.cells[column] ?? .null
    }
    if isOptional {
      vocabulary.add(
        Term<E.Value.Unwrapped?>(text, ignoresCase: ignoresCase) { scopes in
          scopes.columns(index, as: OptionalColumns<M>.self)[dynamicMember: path]
        } value: {
          value($0)
        })
    } else {
      vocabulary.add(
        Term<E.Value>(text, ignoresCase: ignoresCase) { scopes in
          SQLOperation(scopes.columns(index, as: M.Columns.self)[keyPath: path])
        } value: {
          value($0)
        })
    }
  }

  /// A to-many relationship.
  mutating func toMany<Target: Subject & Model>(_ name: String, _ path: KeyPath<M.Columns, ToMany<Target>>) {
    let index = index
    let isOptional = isOptional
    let members = References.members(of: M.table, name, in: Target.table)
    vocabulary.add(
      ToManyTerm<Target>(
        text: "t\(index).\(name)",
        sql: { scopes in
          isOptional
            ? scopes.columns(index, as: OptionalColumns<M>.self)[dynamicMember: path]
            : scopes.columns(index, as: M.Columns.self)[keyPath: path]
        },
        members: { moment in
          guard let row = moment.rows[index] else { return [] }
          return members(row, moment.world)
        }))
  }
}

/// Which columns refer to which table, said once more for the evaluation.
enum References {
  static let toOne = Drawn.toOne.merging(own) { drawn, _ in drawn }
  static let links = [Link(table: "book_tags", near: "book", far: "tag", name: "tags", inverse: "books")] + Drawn.links

  private static let foreignKeys = Drawn.foreignKeys.merging([
    "person.shelves": "keeperID", "person.juniors": "seniorID", "person.books": "ownerID", "person.loans": "readerID",
    "shelf.books": "shelfID", "book.sequels": "prequelID", "book.loans": "bookID",
  ]) { drawn, _ in drawn }

  private static let own: [String: [String: (String, String)]] = [
    "shelf": ["keeper": ("keeperID", "person")],
    "person": ["senior": ("seniorID", "person")],
    "book": ["shelf": ("shelfID", "shelf"), "owner": ("ownerID", "person"), "prequel": ("prequelID", "book")],
    "loan": ["book": ("bookID", "book"), "reader": ("readerID", "person")],
  ]

  /// The rows that a to-many relationship leads to.
  static func members(
    of owner: _TableDescription, _ name: String, in target: _TableDescription
  ) -> (Row, World) -> [Row] {
    if let property = foreignKeys["\(owner.name).\(name)"] {
      let column = target.columns.firstIndex { $0.property == property } ?? -1
      return { row, world in (world.tables[target.name] ?? []).filter { $0.cells[column] == row.cells[0] } }
    }
    return { row, world in
      (world.links["\(owner.name).\(name)"] ?? []).filter { $0.near == row.cells[0] }
        .compactMap { world.row(of: target.name, $0.far) }
    }
  }
}
