import PostilSQL
import PostilSchema

/// `@query`: functions that return a statement with its values. This file checks the annotation; verification checks
/// the statement with SQLite.
extension Resolver {
  /// Reads the queries of every struct of the target, in the order of the source.
  func declaredQueries() -> [DeclaredQuery] {
    var queries: [DeclaredQuery] = []
    var tables: [String: [ColumnOrigin]]?
    // The queries of another target are compiled with that target.
    for model in models.indices where models[model].source.type.module == nil {
      var first: [String: SourcePlace] = [:]
      for note in models[model].source.notes("query") {
        guard let signature = note.query, checkName(of: signature, note, model: model, first: &first) else { continue }
        let columns = tables ?? columnsOfTables()
        tables = columns
        if let query = query(signature, note, model: model, tables: columns) { queries.append(query) }
      }
    }
    return queries
  }

  /// The columns of every table and view, by folded name.
  private func columnsOfTables() -> [String: [ColumnOrigin]] {
    Dictionary(
      models.filter { !$0.isProjection }.map {
        ($0.tableName.foldedName, $0.properties.map(\.resolvedColumn))
      },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Names

  /// Names that generated code or the declaration of every model, view or projection already uses.
  private static let takenNames: Set<String> = [
    "all", "allColumns", "arityChecks", "bindColumns", "bindUpdate", "columns", "commonTable", "current", "currentKey",
    "delete", "deletePermanently", "deletionStatements", "fetch", "fetchCurrent", "find", "fullText", "group", "insert",
    "insertUnlessPresent", "join", "leftJoin", "limit", "onlyDeleted", "order", "recursive", "restore", "rowColumns",
    "rowStatements", "rowTable", "save", "select", "table", "uniqueKeys", "update", "upsert", "where", "with",
    "withDeleted", "init", "self", "Type", "Protocol",
  ]

  private func checkName(
    of signature: QuerySignature, _ note: BoundAnnotation, model: Int, first: inout [String: SourcePlace]
  ) -> Bool {
    let place = note.place(of: signature.name)
    let name = signature.name.text
    let state = models[model]
    let statics = index.parts(of: state.name).flatMap(\.declaration.properties).filter(\.isStatic).map(\.name.text)
    if Self.takenNames.contains(name) || statics.contains(name)
      || state.relationships.contains(where: { $0.relationship.name == name })
    {
      report.error(Message.queryNameTaken(name, model: state.name), at: place)
      return false
    }
    if let other = first[signature.fullName] {
      report.error(
        Message.queryTwice(signature.fullName, model: state.name), at: place, notes: [(Message.firstOne, other)])
      return false
    }
    first[signature.fullName] = place
    var names: Set<String> = []
    for parameter in signature.parameters where !names.insert(parameter.name.text).inserted {
      report.error(Message.queryParameterTwice(parameter.name.text), at: note.place(of: parameter.name))
      return false
    }
    return true
  }

  // MARK: The statement

  /// A query as declared by its annotation; `nil` if an error was reported.
  private func query(
    _ signature: QuerySignature, _ note: BoundAnnotation, model: Int, tables: [String: [ColumnOrigin]]
  ) -> DeclaredQuery? {
    let literal = signature.sql
    func place(_ offset: Int) -> SourcePlace { note.place(of: literal, offset: offset) }
    if case .failure(let problem) = SnippetScanner.scan(literal.text, takesPlaceholders: true) {
      report.error(Message.snippetRefused("@query", problem.reason), at: place(problem.offset))
      return nil
    }
    let tokens = SQLLexer.tokens(of: literal.text)
    let state = models[model]
    guard let form = ResolvedQuery.Form(tokens), let first = tokens.first else {
      report.error(
        Message.queryBeginning(tokens.first?.name ?? "", isProjection: state.isProjection), at: place(0))
      return nil
    }
    let isCompleting = if case .completing = form { true } else { false }
    if isCompleting, state.isProjection {
      report.error(Message.queryOfProjection(first.name, state.name), at: place(first.range.lowerBound))
      return nil
    }
    let columns = QueryColumns(tokens, of: tables, own: isCompleting ? state.tableName : nil)
    let parameters = self.parameters(of: signature, tokens, columns, note, model: model)
    let results = self.results(of: signature, form, tokens, note, model: model)
    guard let parameters, let results else { return nil }
    let numbers = Dictionary(
      parameters.enumerated().map { ($1.written.name.text, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    let text = QueryText(literal, tokens) { index in
      guard tokens[index].kind == .parameter, let number = numbers[tokens[index].name] else { return nil }
      guard parameters[number - 1].isList else { return "?\(number)" }
      let elements = SQLNames.elements(ofParameter: number, columns: 1)
      return columns.neighbour(of: index).list == .alone ? elements : "(\(elements))"
    }
    let trial = QueryText(literal, tokens) { index in
      guard tokens[index].kind == .parameter, let number = numbers[tokens[index].name] else { return nil }
      let type = parameters[number - 1].type
      return type.isOptional ? "NULL" : "(\(TrialRow().value(of: type.stored.columnType)))"
    }
    let query = ResolvedQuery(
      name: signature.name.text, access: access(of: parameters, results, in: state),
      parameters: parameters.map { parameter in
        ResolvedQuery.Parameter(
          label: parameter.written.label?.text, name: parameter.written.name.text,
          type: parameter.isList ? "[\(parameter.type.text)]" : parameter.type.text,
          storage: parameter.type.stored.storage, isList: parameter.isList)
      }, result: .count, form: form, text: SQLLines.trimmed(text.sql), written: SQLLines.trimmed(literal.text),
      place: note.place)
    return DeclaredQuery(
      query: query, model: state.name,
      snippet: SQLSnippet(kind: .query, annotation: "@query", literal: literal, place: note.place), result: results,
      text: text, trial: trial)
  }

  // MARK: Parameters

  /// The parameters with the types of their values; `nil` if an error was reported.
  private func parameters(
    of signature: QuerySignature, _ tokens: [SQLToken], _ columns: QueryColumns, _ note: BoundAnnotation, model: Int
  ) -> [QueryParameter]? {
    let uses = tokens.indices.filter { tokens[$0].kind == .parameter }
    let names = signature.parameters.map(\.name.text)
    var isValid = true
    for use in uses where !names.contains(tokens[use].name) {
      let labelled = signature.parameters.first { $0.label?.text == tokens[use].name }?.name.text
      let suggestion = labelled ?? Spelling.nearest(to: tokens[use].name, in: names)
      report.error(
        Message.queryPlaceholder(tokens[use].name, query: signature.name.text, suggestion: suggestion),
        at: note.place(of: signature.sql, offset: tokens[use].range.lowerBound))
      isValid = false
    }
    var parameters: [QueryParameter] = []
    for parameter in signature.parameters {
      let own = uses.filter { tokens[$0].name == parameter.name.text }
      guard !own.isEmpty else {
        // If the SQL uses an unknown parameter, this one is probably misspelled.
        guard isValid else { continue }
        let isQuoted = tokens.contains { $0.kind == .text && $0.name.contains(":\(parameter.name.text)") }
        report.error(
          Message.queryParameterUnused(parameter.name.text, isQuoted: isQuoted), at: note.place(of: parameter.name))
        isValid = false
        continue
      }
      let places = own.map { use in
        QueryUse(
          neighbour: columns.neighbour(of: use),
          place: note.place(of: signature.sql, offset: tokens[use].range.lowerBound))
      }
      guard let resolved = self.parameter(parameter, used: places, note, model: model) else {
        isValid = false
        continue
      }
      parameters.append(resolved)
    }
    return isValid ? parameters : nil
  }

  // MARK: Results

  /// The type of a row; `nil` if an error was reported.
  private func results(
    of signature: QuerySignature, _ form: ResolvedQuery.Form, _ tokens: [SQLToken], _ note: BoundAnnotation, model: Int
  ) -> DeclaredQuery.Result? {
    guard let written = signature.results else {
      return form == .changing && !tokens.returns ? .count : .rows(models[model].name)
    }
    let place = SourcePlace(path: note.place.path, position: written.position)
    if case .completing = form {
      report.error(
        Message.queryCompletes(tokens.first?.name ?? "", model: models[model].source.type.declaration.name.text),
        at: place)
      return nil
    }
    if form == .changing, !tokens.returns {
      report.error(Message.queryWithoutReturning, at: place)
      return nil
    }
    if !written.isTuple, let value = written.values.first, let target = rowStruct(value.type.text, in: model) {
      return .rows(models[target].name)
    }
    var values: [DeclaredQuery.Value] = []
    for value in written.values {
      let place = SourcePlace(path: note.place.path, position: value.type.position)
      if let row = rowStructInside(value.type.text, in: model) {
        report.error(Message.queryResultOfRows(value.type.text, row, isTuple: written.isTuple), at: place)
        return nil
      }
      let type = queryType(value.type, in: models[model].name)
      if let resolved = try? type.resolved() { noteRawType(resolved.stored) }
      values.append(DeclaredQuery.Value(written: value, type: type))
    }
    return .values(values)
  }

  /// The model, view or projection with this name.
  private func rowStruct(_ text: String, in model: Int) -> Int? {
    guard let name = (try? TypeSyntax(parsing: SourceText(text, at: models[model].place.position)))?.plainName else {
      return nil
    }
    let full = try? types.fullName(name.split(separator: ".").map(String.init), in: models[model].name)
    return (full ?? nil).flatMap { modelIndex[$0] }
  }

  /// The struct in `[Item]`, `Item?` or `Item`.
  func rowStructInside(_ text: String, in model: Int) -> String? {
    var syntax = try? TypeSyntax(parsing: SourceText(text, at: models[model].place.position))
    while let outer = syntax {
      switch outer {
      case .optional(let inner), .array(let inner): syntax = inner
      default: return rowStruct(outer.description, in: model).map { models[$0].name }
      }
    }
    return nil
  }

  // MARK: Access

  /// The narrowest access of the struct and the types in the signature.
  private func access(of parameters: [QueryParameter], _ results: DeclaredQuery.Result, in state: ModelState)
    -> Access
  {
    var types = parameters.map(\.type.name)
    switch results {
    case .rows(let row): types.append(row)
    case .values(let values): types += values.compactMap { try? $0.type.plain.get().name }
    case .count: break
    }
    return types.flatMap { visibilities(in: $0, scope: state.name) }
      .reduce(state.source.type.visibility) { min($0, $1) }.access
  }

  /// The visibility of each name in a type.
  private func visibilities(in type: String, scope: String) -> [Visibility] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.compactMap { name in
      var components = name.split(separator: ".").map(String.init)
      while !components.isEmpty {
        if let full = try? types.fullName(components, in: scope),
          let visibility = index.types[full]?.first?.visibility ?? index.aliases[full]?.visibility
        {
          return visibility
        }
        components.removeLast()
      }
      return nil
    }
  }
}

extension ResolvedQuery.Form {
  /// - Returns: `nil` if a named query can't start with the first word.
  fileprivate init?(_ tokens: [SQLToken]) {
    guard let first = tokens.first, first.kind == .word else { return nil }
    switch first.text {
    case "where", "order", "limit":
      self = .completing(isQualified: false)
    case "join", "left", "inner", "cross", "natural": self = .completing(isQualified: true)
    case "select", "values": self = .reading
    case "insert", "update", "delete", "replace": self = .changing
    case "with":
      let verb = tokens.topLevel.first { $0.is(in: ["select", "values", "insert", "update", "delete", "replace"]) }
      self = verb?.is(in: ["select", "values"]) ?? true ? .reading : .changing
    default: return nil
    }
  }
}

extension [SQLToken] {
  /// The tokens outside parentheses.
  var topLevel: [SQLToken] {
    var depth = 0
    return filter { token in
      if token.is(")") { depth -= 1 }
      defer { if token.is("(") { depth += 1 } }
      return depth == 0
    }
  }

  /// Whether the statement returns the changed rows.
  fileprivate var returns: Bool { topLevel.contains { $0.is("returning") } }
}

extension BoundAnnotation {
  /// The place of a byte of a literal's value.
  func place(of literal: StringLiteral, offset: Int) -> SourcePlace {
    guard !literal.positions.isEmpty else { return place }
    return SourcePlace(path: place.path, position: literal.positions[min(max(offset, 0), literal.positions.count - 1)])
  }
}
