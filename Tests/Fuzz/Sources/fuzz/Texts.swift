@testable import PostilCompiler
@testable import PostilEvolution
@testable import PostilQuery
@testable import PostilSQL

/// The compiler's parser, and its annotations.
@Sendable
func fuzzSwift(_ bytes: UnsafeRawBufferPointer) {
  let report = DiagnosticReport()
  let trees = SourceReader.read([CompilerPipeline.Source(path: "Input.swift", bytes: Array(bytes))], report: report)
  let index = DeclarationIndex(trees)
  _ = AnnotationCollector.collect(trees, index: index, report: report)
  for diagnostic in report.sorted { _ = "\(diagnostic)" }
}

/// The tokens of SQL, and the definitions that are read from them.
@Sendable
func fuzzSQL(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  var end = 0
  for token in SQLLexer.tokens(of: text, withComments: true) {
    require(token.offset >= end, "tokens follow one another")
    let source = text.utf8.dropFirst(token.offset).prefix(token.source.utf8.count)
    require(source.elementsEqual(token.source.utf8), "a token is at its offset")
    end = token.offset + token.source.utf8.count
    _ = token.name
  }
  require(end <= text.utf8.count, "tokens end inside the text")
  if let table = TableDefinition(text) {
    for column in table.columns { _ = (column.name, column.text, column.columnConstraints.map(\.text)) }
    for constraint in table.constraints { _ = (constraint.meaning, constraint.constraint?.columns) }
  }
  for kind in ["table", "index", "trigger"] { _ = NormalizedStatement.words(SQLLexer.tokens(of: text), kind: kind) }
}

/// Migration files.
@Sendable
func fuzzMigrations(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let script = try MigrationScript(name: "1_fuzz", text: text)
    for statement in script.statements { require(!statement.sql.isEmpty, "a statement has a text") }
    _ = script.needsForeignKeysOff
    _ = try? MigrationOrder([script])
  } catch {
    require(!error.problems.isEmpty, "a refused file has problems")
    _ = error.description
  }
}
