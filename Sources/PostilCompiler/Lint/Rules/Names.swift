import PostilSQL
import PostilSchema

/// Names that everybody has to quote, and names that PostgreSQL would cut.
enum Names {
  /// A name of the schema, and what to do about it.
  private struct Name {
    var text: String
    var what: String
    var property: String?
    var place: SourcePlace
    /// What to write instead of a name that is taken or too long.
    var cure: String
  }

  /// The bytes of a name that PostgreSQL keeps. Source: PostgreSQL, "Lexical Structure", section 4.1.1 (`NAMEDATALEN`).
  static let limit = 63

  static func findings(in subject: LintSubject) -> [Finding] {
    (subject.models + subject.views).flatMap { model in
      let chosen = chosen(of: model)
      let reserved = chosen.compactMap { name -> Finding? in
        KeywordLists.owner(of: name.text).map {
          finding(.reservedName, Message.reservedName(name.text, name.what, of: $0, cure: name.cure), name, model)
        }
      }
      // A table's name is in those of its keys, which are not its own fault: one finding is enough.
      let names = model.state.isView ? chosen : chosen + derived(of: model, subject)
      var places: Set<SourcePlace> = []
      let long = names.filter { $0.text.utf8.count > limit && places.insert($0.place).inserted }
      let isTable = long.contains { $0.what == "table" }
      return reserved
        + long.filter { !isTable || $0.what == "table" || $0.what == "column" }.map {
          finding(.longName, Message.longName($0.text, $0.what, bytes: $0.text.utf8.count, cure: $0.cure), $0, model)
        }
    }
  }

  private static func finding(_ code: LintCode, _ message: String, _ name: Name, _ model: LintSubject.Model)
    -> Finding
  {
    Finding(code: code, message: message, place: name.place, model: model.index, property: name.property)
  }

  /// The names of the table or view, and of its columns.
  private static func chosen(of model: LintSubject.Model) -> [Name] {
    let isView = model.state.isView
    let inStatement = model.state.stated.map { _ in "rename it in the statement" }
    let table = Name(
      text: model.table.name, what: isView ? "view" : "table", place: model.state.tablePlace,
      cure: inStatement ?? "write another name in '\(isView ? "@view(…, name: \"…\")" : "@table(\"…\")")'")
    return [table]
      + model.state.properties.map { property in
        let note = property.source.note("column")
        return Name(
          text: property.column, what: "column", property: property.declaredName, place: note?.place ?? property.place,
          cure: inStatement ?? "write another name in '@column(\"…\")'")
      }
  }

  /// The names of keys, indexes and join tables, which are made of the others unless somebody gave them.
  private static func derived(of model: LintSubject.Model, _ subject: LintSubject) -> [Name] {
    let table = model.table
    let uniques = table.uniqueConstraints.map { key in
      keyName(key.name, "unique key", model.state.origin(of: key.name, isConstraint: true), of: model)
    }
    let references = table.foreignKeys.map { key in
      let property = key.columns.first.flatMap(model.property(ofColumn:))
      return Name(
        text: key.name, what: "foreign key", property: property?.declaredName,
        place: property?.place ?? model.state.place,
        cure: "shorten the name of the column with '@column(\"…\")', or the name of the table with '@table(\"…\")'")
    }
    let indexes = table.indexes.map { index -> Name in
      let origin = model.state.origin(of: index.name, isConstraint: false)
      // An index that Postil adds stands beside the foreign key that it serves.
      guard origin == nil, let property = index.terms.first?.column.flatMap(model.property(ofColumn:)) else {
        return keyName(index.name, "index", origin, of: model)
      }
      return Name(
        text: index.name, what: "index", property: property.declaredName, place: property.place,
        cure: "shorten the name of the column with '@column(\"…\")', or write '@index(name: \"…\")' on it")
    }
    var joinTables: Set<String> = []
    let joins = model.state.relationships.compactMap { state -> Name? in
      // Both sides have the join; the side that notes it speaks of it. One that is a model's table is that model's.
      guard let join = state.relationship.join, join.through == nil, state.declaringModel == model.index,
        joinTables.insert(join.table).inserted
      else { return nil }
      let names = subject.graph.schema.tables.first { $0.name == join.table }.map(names(ofJoin:)) ?? [join.table]
      return names.first { $0.utf8.count > limit }.map {
        Name(text: $0, what: "join table", place: state.place, cure: "shorten the name of the relationship")
      }
    }
    let key = Name(
      text: table.primaryKey.name, what: "primary key", place: model.state.tablePlace,
      cure: "write a shorter name in '@table(\"…\")'")
    return [key] + references + uniques + indexes + joins
  }

  private static func names(ofJoin table: Table) -> [String] {
    [table.name, table.primaryKey.name] + table.foreignKeys.map(\.name) + table.indexes.map(\.name)
  }

  private static func keyName(_ text: String, _ what: String, _ origin: KeyOrigin?, of model: LintSubject.Model) -> Name
  {
    Name(
      text: text, what: what, property: origin?.property, place: origin?.place ?? model.state.place,
      cure: "write a shorter name with 'name:'")
  }
}

/// Words that are no names without quotes.
enum KeywordLists {
  /// The database whose keyword a name is, `nil` where it is nobody's.
  static func owner(of name: String) -> String? {
    let folded = name.foldedName
    let isSQLite = ReservedWords.words.contains(folded)
    let isPostgreSQL = postgreSQL.contains(folded)
    if isSQLite, isPostgreSQL { return "SQLite and PostgreSQL" }
    return isSQLite ? "SQLite" : isPostgreSQL ? "PostgreSQL" : nil
  }

  /// The keywords that PostgreSQL takes for no table or column: `RESERVED_KEYWORD` and `TYPE_FUNC_NAME_KEYWORD`.
  /// Source: PostgreSQL, "SQL Key Words", appendix C; `src/include/parser/kwlist.h`.
  static let postgreSQL: Set<String> = [
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization", "binary", "both",
    "case", "cast", "check", "collate", "collation", "column", "concurrently", "constraint", "create", "cross",
    "current_catalog", "current_date", "current_role", "current_schema", "current_time", "current_timestamp",
    "current_user", "default", "deferrable", "desc", "distinct", "do", "else", "end", "except", "false", "fetch", "for",
    "foreign", "freeze", "from", "full", "grant", "group", "having", "ilike", "in", "initially", "inner", "intersect",
    "into", "is", "isnull", "join", "lateral", "leading", "left", "like", "limit", "localtime", "localtimestamp",
    "natural", "not", "notnull", "null", "offset", "on", "only", "or", "order", "outer", "overlaps", "placing",
    "primary", "references", "returning", "right", "select", "session_user", "similar", "some", "symmetric",
    "system_user", "table", "tablesample", "then", "to", "trailing", "true", "union", "unique", "user", "using",
    "variadic", "verbose", "when", "where", "window", "with",
  ]
}
