import Foundation
import PostilQuery

// Calls directly after `select` and `returning`, and Swift around what a query returns.
extension SpeedValues {
  func chains() -> [any CustomStringConvertible] {
    var queries: [any CustomStringConvertible] = []
    queries.append(
      Item.select { Line.Columns(title: $0.title, projectName: nil as String?, number: $0.count) }.order { $0.number })
    queries.append(
      Item.select { Line.Columns(title: $0.title, projectName: $0.project.name, number: $0.count) }
        .order { ($0.number.descending, $0.title) }.limit(3, offset: 1))
    queries.append(
      Item.where { $0.done }.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.tags.count) }
        .where { $0.number > 2 && $0.projectName == "Home" }.order { $0.number.descending })
    queries.append(
      Item.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) }
        .where { $0.number * 2 + 1 > number }.where { $0.title.hasPrefix("a") }.distinct().order { $0.title }.limit(3))
    queries.append(
      Item.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) }
        .join(Project.self) { line, project in line.projectName == project.name && line.number > 1 }
        .order { line, project in line.number }.select { line, project in (line.title, project.name) }.order { $1 })
    queries.append(
      Item.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) }
        .group { $0.projectName }.having { $0.number.sum() > 3 }.select { ($0.projectName, $0.number.sum()) }
        .order { name, sum in (sum.descending, name) })
    queries.append(
      Item.select { item in
        let count = item.tags.count + item.steps.count
        Line.Columns(title: item.title, projectName: item.project.name, number: count * 2)
      }.order { $0.number }.limit(3))
    queries.append(
      Item.join(Project.self) { item, project in item.projectID == project.id }
        .select { item, project in Line.Columns(title: item.title, projectName: project.name, number: item.count) }
        .where { $0.number > 1 }.order { $0.number.descending })
    queries.append(
      Item.group { $0.project.id }
        .select { Line.Columns(title: $0.project.name, projectName: $0.note.max(), number: SQL.count()) }
        .where { $0.number > 1 }.order { ($0.number.descending, $0.title) })
    queries.append(Item.select { $0.count }.order { $0 }.limit(3))
    queries.append(Item.select { $0.count * 2 + 1 }.distinct().order { $0.descending })
    queries.append(Item.select { $0 }.order { $0.title })
    queries.append(Item.select { ($0, $0.tags.count) }.order { ($1.descending, $0.title) })
    queries.append(Item.select { ($0.title, $0.tags.count * 2 - 1) }.order { $1 }.limit(3))
    queries.append(
      Item.where { $0.done }.updating { [$0.count.set(3)] }
        .returning { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) })
    return queries
  }

  /// Fetched values among others. The results aren't used.
  func fetched(in db: some ReadTransaction) throws {
    _ = try Item.select { $0.count.cast(to: Int64.self) }.fetchAll(in: db) == [1, 2]
    _ = try Item.select { $0.count.cast(to: Int64.self) }.fetchAll(in: db) == []
    _ = try Item.select { $0.note }.fetchAll(in: db) == [nil]
    _ = try Item.select { $0.note }.fetchAll(in: db) == [nil, "x"]
    _ = try Item.select { $0.count.max() }.fetchOne(in: db) == 1815
    _ = try Item.select { $0.count }.fetchOne(in: db) == 1815
    print(try Item.select { $0.count.cast(to: Int64.self) }.fetchAll(in: db))
    print(try Item.select { ($0.title, $0.count * 2) }.fetchOne(in: db) as Any)
    _ = try Item.select { $0.count.cast(to: Int64.self) }.distinct().order { $0 }.fetchAll(in: db) == [1, 2]
    _ = try Item.select { $0.count }.order { $0.descending }.limit(1).fetchAll(in: db).contains(3)
    _ = try [1, 2] == Item.select { $0.price }.fetchAll(in: db)
    _ = try Item.select { $0.price }.fetchAll(in: db).reduce(0, +) / 2 > 1.5
    _ = try Item.select { $0.count }.fetchAll(in: db).max() ?? 0
    _ = try Item.select { $0.title }.fetchOne(in: db) == "Door"
    _ = try Item.select { ($0.title, $0.count) }.fetchAll(in: db).sorted { $0.1 < $1.1 }.first?.0
    _ = try Item.select { ($0.title, $0.count * 2) }.order { $1 }.fetchAll(in: db).map { "\($0): \($1 + 1)" }
    _ = try Item.select { ($0, $0.tags.count) }.fetchAll(in: db).filter { $0.1 > 1 && !$0.0.done }.map(\.0.title)
    _ = try Dictionary(Item.select { ($0.title, $0.count) }.fetchAll(in: db), uniquingKeysWith: +)
    _ = try Item.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) }.order { $0.number }
      .fetchAll(in: db).map { $0.number * 2 }.reduce(0, +)
    _ = try [1: "a"] == Dictionary(uniqueKeysWithValues: Item.select { ($0.count, $0.title) }.limit(1).fetchAll(in: db))
    _ = try Item.where { $0.done }.fetchAll(in: db).sorted { ($0.count, $0.title) < ($1.count, $1.title) }.first?.title
    _ = try same(RawSQL("SELECT 1").as(Int.self).fetchOnly(in: db), 1)
    _ = try same(Item.select { $0.count.cast(to: Int64.self) }.limit(1).fetchAll(in: db), [1])
    _ = try inBlock {
      let lines = Item.select { Line.Columns(title: $0.title, projectName: $0.note, number: $0.count) }
      let busy = lines.where { $0.number > 2 }.order { $0.number }
      let counts = try Item.select { $0.count.cast(to: Int64.self) }.fetchAll(in: db)
      guard counts != [1, 2] else { return 0 }
      return try busy.fetchAll(in: db).count + lines.order { $0.title }.limit(2).fetchAll(in: db).count
    }
  }

  private func same<Value: Equatable>(_ first: Value, _ second: Value) -> Bool { first == second }
  private func inBlock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
