extension Code {
  /// All complete SQL statements in the code, in order.
  var statements: [GeneratedStatement] {
    switch self {
    case .line, .blank, .documentation, .assignment: []
    case .list(let list): list.items.flatMap(\.statements)
    case .sql(let statement, _): statement.isFragment ? [] : [statement]
    case .block(let block): block.head.statements + block.body.flatMap(\.statements)
    case .indented(let body), .conditional(_, let body): body.flatMap(\.statements)
    }
  }
}

extension Emitter {
  /// All statements in the generated code, for tests and verification.
  public var statements: [String] {
    annotatedSources.flatMap { source in
      let file = SourceFile(source, in: graph)
      return file.sections(names: file.names(imports: file.imports)).flatMap(\.statements).map(\.text)
    }
  }
}
