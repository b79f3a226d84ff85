import PostilSchema

extension Exclusion {
  /// An exclusion constraint of a server: `EXCLUDE USING gist (room_id WITH =, tstzrange(starts_at, ends_at) WITH &&)`; `nil` for one
  /// that `@exclude` can't declare.
  init?(_ constraint: ServerCatalog.Constraint, of relation: ServerCatalog.Relation) {
    let parts = constraint.definition.split(separator: " WHERE ", maxSplits: 1)
    let ignored: Set<String> = ["(", ")", ",", "::", "numeric", "text"]
    let tokens = ServerToken.tokens(of: parts.first.map(String.init) ?? "")
    var words = tokens.filter { $0.isQuoted || !ignored.contains($0.text) }.map(\.text)[...]
    guard words.prefix(3) == ["exclude", "using", "gist"] else { return nil }
    words = words.dropFirst(3)
    self.init(name: constraint.name, columns: [], lower: "", upper: "")
    while words.count > 2, words.dropFirst().prefix(2) == ["with", "="] {
      columns.append(words.removeFirst())
      words = words.dropFirst(2)
    }
    let ranges: Set<String> = ["tstzrange", "daterange", "int4range", "int8range", "numrange"]
    guard let range = words.popFirst(), ranges.contains(range), words.count > 3 else { return nil }
    (lower, upper) = (words.removeFirst(), words.removeFirst())
    if words.first == "[]" {
      isClosed = true
      words = words.dropFirst()
    }
    guard words.elementsEqual(["with", "&&"]) else { return nil }
    if parts.count > 1 {
      guard let sql = ServerExpression.sqlite(String(parts[1]), columns: relation.columns) else { return nil }
      condition = sql
    }
  }
}
