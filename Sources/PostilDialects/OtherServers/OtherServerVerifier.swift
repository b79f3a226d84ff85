import PostilCompiler
import PostilSchema

/// Checks models that PostgreSQL supports for CockroachDB and YugabyteDB.
///
/// Sources: CockroachDB v25.4, "PostgreSQL Compatibility", "Known Limitations" (triggers), and its issue 31632 (deferrable constraints);
/// YugabyteDB, "PostgreSQL compatibility" (multicolumn GIN indexes, issue 10652) and "PostgreSQL 15 features".
struct OtherServerVerifier {
  let graph: ModelGraph
  let dialect: DDLDialect
  let report: DiagnosticReport

  func verify() {
    for model in graph.models where model.module == nil {
      if let exclusion = model.table.exclusions.first {
        report.error(
          OtherServerMessage.exclusion(exclusion.name, dialect), at: model.origin.annotations["exclude"] ?? model.place)
      }
      if let place = model.origin.annotations["partitioned"] {
        report.error(OtherServerMessage.partitioned(dialect), at: place)
      }
      if dialect == .cockroachdb { verifyCockroachDB(model) }
      if dialect == .yugabytedb { verifyYugabyteDB(model) }
    }
  }

  private func verifyCockroachDB(_ model: ResolvedModel) {
    let table = model.table
    if !table.triggers.isEmpty {
      let relationship = model.relationships.first {
        $0.order != nil || $0.arity.maximum != nil || $0.arity.minimum != nil
      }
      let place =
        model.origin.annotations["trigger"]
        ?? relationship.flatMap { found in model.origin.relationships.first { $0.name == found.name }?.place }
      report.error(OtherServerMessage.triggers, at: place ?? model.place)
    }
    if let place = model.origin.annotations["extension"] { report.error(OtherServerMessage.extensions, at: place) }
    for key in table.foreignKeys where key.isDeferred {
      report.error(OtherServerMessage.deferred(key.name), at: model.origin.statement ?? model.place)
    }
    for key in table.foreignKeys where table.partlyNullifiedColumns(of: key) != nil {
      let reference = model.origin.references.first { $0.columns == key.columns }
      report.error(OtherServerMessage.partlyNullified, at: reference?.place ?? model.place)
    }
    for column in table.columns where column.collation == "NOCASE" {
      let origin = model.origin.column(column.name)
      report.error(OtherServerMessage.nocase, at: origin?.annotations["collate"] ?? origin?.place ?? model.place)
    }
    for column in table.columns where column.dimensions != nil {
      let origin = model.origin.column(column.name)
      report.error(OtherServerMessage.vector, at: origin?.annotations["vector"] ?? origin?.place ?? model.place)
    }
    if table.fullText != nil {
      report.error(OtherServerMessage.fullText, at: model.origin.fullText?.place ?? model.place)
    }
  }

  private func verifyYugabyteDB(_ model: ResolvedModel) {
    guard let index = model.table.fullText, index.columns.count > 1,
      index.tokenizer?.split(separator: " ").first == "trigram"
    else { return }
    report.error(OtherServerMessage.trigrams, at: model.origin.fullText?.place ?? model.place)
  }
}

/// The texts of the diagnostics about CockroachDB and YugabyteDB.
enum OtherServerMessage {
  static let triggers =
    "Postil writes triggers in PostgreSQL's PL/pgSQL, of which CockroachDB supports a part only; remove '@trigger', 'ordered', 'min:' and "
    + "'max:', and do this in the program"
  static let extensions = "CockroachDB doesn't have PostgreSQL's extensions; remove '@extension'"
  static let vector = "CockroachDB doesn't have PostgreSQL's extension 'vector'; write '@json' instead of '@vector'"
  static let nocase =
    "'@collate(nocase)' needs PostgreSQL's extension 'citext', which Postil doesn't use on CockroachDB; remove it, and compare "
    + "'lower(…)' of the values"
  static let fullText =
    "full-text indexes need text search configurations of their own, which CockroachDB doesn't have; remove '@fullText'"
  static let partlyNullified =
    "CockroachDB can't set only the optional columns of a reference to 'NULL'; write 'onDelete: deny', 'cascade' or 'noAction'"
  static let trigrams =
    "YugabyteDB has no GIN indexes over several columns, which 'trigram' needs; index one column, or use another tokenizer"

  static func exclusion(_ name: String, _ dialect: DDLDialect) -> String {
    "\(dialect.product) has no exclusion constraints, such as '\(name)'; remove '@exclude', and compare the rows in the program"
  }

  static func partitioned(_ dialect: DDLDialect) -> String {
    "\(dialect.product) divides tables among its nodes itself, and Postil doesn't create PostgreSQL's partitions there; remove '@partitioned'"
  }

  static func deferred(_ key: String) -> String {
    "CockroachDB has no deferrable constraints, such as '\(key)'; remove 'DEFERRABLE' from the statement"
  }
}
