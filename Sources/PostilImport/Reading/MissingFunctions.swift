import PostilCatalog
import PostilCompiler
import PostilSQL

/// The functions that the defaults of columns call, and which only the program has that created the database.
struct MissingFunctions {
  /// The functions that SQLite has.
  private var known: Set<String> = []

  init() {}

  /// - Throws: `ScratchDatabase.Failure`
  init(in file: ScratchDatabase) throws {
    known = Set(try file.rows("SELECT DISTINCT lower(name) FROM temp.pragma_function_list").compactMap { $0[0] })
  }

  /// The missing functions of a default, in their order.
  func names(in expression: String) -> [String] {
    guard !known.isEmpty else { return [] }
    let words: Set<String> = [
      "cast", "in", "and", "or", "not", "is", "when", "then", "else", "between", "like", "glob", "case",
    ]
    let tokens = SQLLexer.tokens(of: expression)
    return zip(tokens, tokens.dropFirst()).reduce(into: []) { names, pair in
      let name = pair.0.name
      let isName = name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
      if pair.1.is("("), isName, !known.contains(name.lowercased()), !words.contains(name.lowercased()),
        !names.contains(name)
      {
        names.append(name)
      }
    }
  }

  /// The functions of all defaults of a table.
  func names(in table: CatalogTable) -> [String] {
    table.columns.compactMap(\.defaultExpression).flatMap(names).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
}
