import PostilSQL

/// A statement that somebody wrote for PostgreSQL, or a part of one, without comments.
struct WrittenSQL {
  var tokens: ArraySlice<SQLToken>

  init(_ tokens: ArraySlice<SQLToken>) { self.tokens = tokens }

  /// A name in lower case without its schema, and what follows it.
  struct Name {
    var name: String
    var rest: WrittenSQL
  }

  /// Whether it begins with these words.
  func starts(_ words: String...) -> Bool {
    tokens.count >= words.count && zip(tokens, words).allSatisfy { $0.is($1) }
  }

  /// Whether it contains these words, one after the other and outside of parentheses.
  func contains(_ words: String...) -> Bool { place(of: words) != nil }

  /// The part after these words.
  func after(_ words: String...) -> WrittenSQL? {
    place(of: words).map { WrittenSQL(tokens[($0 + words.count)...]) }
  }

  /// The part before this word.
  func before(_ word: String) -> WrittenSQL { place(of: [word]).map { WrittenSQL(tokens[..<$0]) } ?? self }

  private func place(of words: [String]) -> Int? {
    outerPlaces.first { index in
      tokens.endIndex - index >= words.count && zip(tokens[index...], words).allSatisfy { $0.is($1) }
    }
  }

  /// The first of these words outside of parentheses.
  func place(ofAny words: Set<String>) -> Int? { outerPlaces.first { tokens[$0].is(in: words) } }

  /// The places of the tokens outside of parentheses, apart from quoted names.
  private var outerPlaces: [Int] {
    var depth = 0
    return tokens.indices.filter { index in
      if tokens[index].is("(") { depth += 1 }
      if tokens[index].is(")") { depth -= 1 }
      return depth == 0 && !tokens[index].isQuoted
    }
  }

  /// Without the first words, if it begins with them.
  func without(_ words: String...) -> WrittenSQL {
    let isThere = tokens.count >= words.count && zip(tokens, words).allSatisfy { $0.is($1) }
    return isThere ? WrittenSQL(tokens.dropFirst(words.count)) : self
  }

  /// The name at its beginning, with or without a schema.
  var name: Name? {
    let start = without("if", "exists").without("if", "not", "exists").without("only").tokens
    guard let first = start.first, first.isName else { return nil }
    var last = start.startIndex
    while last + 2 < start.endIndex, start[last + 1].is("."), start[last + 2].isName { last += 2 }
    return Name(name: start[last].foldedName, rest: WrittenSQL(start[(last + 1)...]))
  }

  /// The name after the first words.
  func name(at count: Int) -> Name? { WrittenSQL(tokens.dropFirst(count)).name }

  /// The names in a list, up to a word that isn't a part of it.
  var names: [String] { tokens.splitAtCommas.compactMap { WrittenSQL($0).name?.name } }

  /// The keys of all names and words.
  var keys: Set<String> { tokens.nameKeys }

  // MARK: - ALTER TABLE

  /// The table of an `ALTER TABLE`, and its actions.
  var alterations: (table: String, actions: [WrittenSQL]) {
    guard let name = name(at: 2) else { return ("", []) }
    return (name.name, name.rest.without("*").tokens.splitAtCommas.map { WrittenSQL($0) })
  }

  /// The names in `RENAME [COLUMN] a TO b`.
  var renamedColumn: (old: String, new: String)? {
    guard starts("rename"), !starts("rename", "to"), !starts("rename", "constraint"),
      let old = without("rename").without("column").name, let new = old.rest.without("to").name
    else { return nil }
    return (old.name, new.name)
  }

  /// The column in `ADD [COLUMN] name type …`; `nil` if a constraint is added.
  var addedColumn: Name? {
    let rest = without("add")
    let constraints: Set<String> = ["constraint", "check", "foreign", "unique", "primary", "exclude"]
    guard starts("add"), let first = rest.tokens.first, !first.is(in: constraints) else { return nil }
    return rest.without("column").name
  }

  /// The column in `ALTER [COLUMN] name …`.
  var alteredColumn: Name? { starts("alter") ? without("alter").without("column").name : nil }
}
