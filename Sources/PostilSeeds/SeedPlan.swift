import PostilCompiler
import PostilRows
import PostilSQL

/// What seed files contain, without mistakes that the models show: rows in an order in which they can be inserted.
package struct SeedPlan: Sendable {
  let schema: ModelSchema
  /// All rows, by the indexes with which they refer to each other.
  let rows: [SeedRow]
  /// The indexes in the order of insertion.
  let order: [Int]

  /// Reads seed files.
  /// - Throws: ``SeedFailure`` with all mistakes.
  package init(_ files: [SeedFile], models: CompiledModels) throws {
    let report = SeedDiagnostics()
    let schema = ModelSchema(models)
    var reader = SeedReader(schema, types: models.graphs.flatMap(\.jsonTypes), report: report)
    for file in files { reader.read(file) }
    var resolver = SeedResolver(schema, reader.rows, report: report)
    resolver.resolve()
    var order = SeedOrder(resolver.rows, report: report)
    if report.isEmpty { order.sort() }
    guard report.isEmpty else { throw SeedFailure(diagnostics: report.sorted) }
    (self.schema, rows, self.order) = (schema, order.rows, order.order)
  }
}
