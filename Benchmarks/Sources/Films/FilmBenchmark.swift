import BenchmarkHarness
import FilmModels
import Foundation
import Postil

/// Compares typed queries with SQL by hand, over a database of films: in the style of the Join Order Benchmark.
///
/// Source: Leis et al., "How Good Are Query Optimizers, Really?", VLDB 2015.
package struct FilmBenchmark {
  private let queries: [FilmQuery]
  private let options: Options

  /// The queries that the options choose.
  /// - Throws: ``BenchmarkFailure`` if they choose none.
  package init(_ options: Options) throws {
    queries = FilmQuery.all.filter { query in
      options.only.isEmpty || options.only.contains { query.name.hasPrefix($0) }
    }
    guard !queries.isEmpty else { throw BenchmarkFailure("no film query begins with \(options.only)") }
    self.options = options
  }

  /// Fills a database, checks that each typed query returns the rows of its SQL by hand, and prints a table of processor times.
  /// - Throws: ``BenchmarkFailure`` if two results differ.
  package func run() throws {
    let parent = options.folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("postil-films-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("films.sqlite").path

    let store = try SQLiteStore(path: path, schema: FilmModelsSchema.self)
    var generator = FilmGenerator(titles: options.titles)
    try generator.fill(store)
    try store.optimize()
    let connection = try HandConnection(path)
    try store.read { db in
      if options.explain {
        try explain(in: db, on: connection)
      } else {
        try compare(in: db, on: connection)
      }
    }
  }

  private func compare(in db: SQLiteReadTransaction, on connection: HandConnection) throws {
    if !options.quick {
      print("| query | tables | rows | by hand, ms | typed, ms | typed / by hand |\n|---|--:|--:|--:|--:|--:|")
    }
    var ratios: [Double] = []
    for query in queries {
      let statement = try HandStatement(query.sql, on: connection)
      let expected = try query.handRows(of: statement, Stopwatch())
      let rows = try query.typedRows(in: db, Stopwatch())
      guard rows == expected else {
        throw BenchmarkFailure(
          "\(query.name): \(expected.count) rows by hand, \(rows.count) rows of the typed query, and they differ\n"
            + "by hand: \(expected.prefix(3))\ntyped:   \(rows.prefix(3))")
      }
      if options.quick { continue }
      let (hand, typed) = try measure(query, statement, db)
      ratios.append(typed / hand)
      print(
        "| \(query.name) | \(query.tables) | \(rows.count) | "
          + String(format: "%.3f | %.3f | %.2f |", hand * 1e3, typed * 1e3, typed / hand))
      fflush(nil)
    }
    if options.quick {
      print("films: \(queries.count) typed queries return the rows of the SQL by hand")
    } else {
      ratios.sort()
      print(String(format: "\nmedian ratio %.2f, largest %.2f", ratios[ratios.count / 2], ratios.last ?? 0))
    }
  }

  /// The median processor times of a run. Short queries run several times in a row, the two sides in turn.
  private func measure(
    _ query: FilmQuery, _ statement: HandStatement, _ db: SQLiteReadTransaction
  ) throws -> (hand: Double, typed: Double) {
    let trial = Stopwatch()
    _ = try query.handRows(of: statement, trial)
    let runs = min(max(Int(0.01 / max(trial.measurement.processor, 1e-6)), 1), 200)
    var hand: [Double] = []
    var typed: [Double] = []
    for round in 0..<options.rounds {
      for isTyped in round % 2 == 0 ? [false, true] : [true, false] {
        let stopwatch = Stopwatch()
        for _ in 0..<runs {
          _ = isTyped ? try query.typedRows(in: db, stopwatch) : try query.handRows(of: statement, stopwatch)
        }
        let time = stopwatch.measurement.processor / Double(runs)
        if isTyped { typed.append(time) } else { hand.append(time) }
      }
    }
    return (hand.sorted()[hand.count / 2], typed.sorted()[typed.count / 2])
  }

  private func explain(in db: SQLiteReadTransaction, on connection: HandConnection) throws {
    for query in queries {
      print(
        "\n== \(query.name)\n\(query.sql)\n\(try connection.plan(of: query.sql))\n\n\(try query.description(in: db))")
    }
  }
}
