import PostilCompiler
import PostilSchema

/// Checks whether PostgreSQL can partition the tables as annotated.
///
/// Sources: PostgreSQL 15, section 5.11.2, "Declarative Partitioning", "Limitations"; "CREATE TABLE", `PARTITION BY`.
struct PartitionVerifier {
  let report: DiagnosticReport

  func verify(_ graph: ModelGraph) {
    for model in graph.models where model.module == nil {
      if let partitioning = model.table.partitioning, let place = model.origin.annotations["partitioned"] {
        verify(model, partitioning, place)
      }
    }
  }

  private func verify(_ model: ResolvedModel, _ partitioning: Partitioning, _ place: SourcePlace) {
    if (partitioning.period == nil) == (partitioning.count == nil) { report.error(PartitionMessage.way, at: place) }
    if let count = partitioning.count, count > PartitionMessage.maximumCount {
      report.error(PartitionMessage.count, at: place)
    }
    if let annotation = model.origin.annotations["distributed"] ?? model.origin.annotations["referenceTable"] {
      report.error(PartitionMessage.citus, at: annotation)
    }
    if let exclusion = model.table.exclusions.first {
      report.error(PartitionMessage.exclusion(exclusion.name), at: model.origin.annotations["exclude"] ?? place)
    }
    let name = partitioning.column
    guard let (property, column) = model.column(named: name) else {
      let parts = model.origin.columns.filter { $0.declaredName == name }.map(\.property)
      let message =
        parts.isEmpty
        ? PartitionMessage.unknownProperty(name, model: model.swiftName) : PartitionMessage.severalColumns(name, parts)
      return report.error(message, at: place)
    }
    if column.isNullable { report.error(PartitionMessage.nullable(property), at: place) }
    guard column.generation == nil else {
      return report.error(PartitionMessage.generated(property), at: place)
    }
    if partitioning.period != nil, ![.timestamp, .iso8601Milliseconds, .day].contains(column.type) {
      report.error(PartitionMessage.period(property, column.postgreSQLType), at: place)
    }
    for key in model.keys(without: column.name) {
      report.error(
        PartitionMessage.key(key.text, partition: property, fix: key.fix), at: key.place ?? place)
    }
  }
}
