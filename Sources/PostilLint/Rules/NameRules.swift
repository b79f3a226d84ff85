import PostilCompiler
import PostilSQL
import PostilSchema

/// Names that must be quoted, and names that PostgreSQL would truncate.
enum NameRules {
  /// A name in the schema, and how to change it.
  private struct SchemaName {
    var text: String
    var what: String
    var property: String?
    var place: SourcePlace
    /// What to write instead if the name is reserved or too long.
    var cure: String
  }

  /// The number of bytes to which PostgreSQL truncates names. Source: PostgreSQL, "Lexical Structure", section 4.1.1
  /// (`NAMEDATALEN`).
  static let limit = 63

  static func findings(in subject: LintSubject) -> [Finding] {
    (subject.models + subject.graph.views).flatMap { model in
      let chosen = chosen(of: model)
      let reserved = chosen.compactMap { name -> Finding? in
        ReservedWords.owner(of: name.text).map {
          finding(.reservedName, Message.reservedName(name.text, name.what, of: $0, cure: name.cure), name, model)
        }
      }
      // The names of keys contain the table's name, so one finding is enough.
      let names = model.isView ? chosen : chosen + derived(of: model, subject)
      var places: Set<SourcePlace> = []
      let long = names.filter { $0.text.utf8.count > limit && places.insert($0.place).inserted }
      let isTable = long.contains { $0.what == "table" }
      return reserved
        + long.filter { !isTable || $0.what == "table" || $0.what == "column" }.map {
          finding(.longName, Message.longName($0.text, $0.what, bytes: $0.text.utf8.count, cure: $0.cure), $0, model)
        }
    }
  }

  private static func finding(_ code: LintCode, _ message: String, _ name: SchemaName, _ model: ResolvedModel)
    -> Finding
  {
    Finding(code: code, message: message, place: name.place, model: model.swiftName, property: name.property)
  }

  /// The names of the table or view, and of its columns.
  private static func chosen(of model: ResolvedModel) -> [SchemaName] {
    let isView = model.isView
    let inStatement = model.table.statement.map { _ in "rename it in the statement" }
    let table = SchemaName(
      text: model.table.name, what: isView ? "view" : "table", place: model.tableNamePlace,
      cure: inStatement ?? "write another name in '\(isView ? "@view(…, name: \"…\")" : "@table(\"…\")")'")
    return [table]
      + model.origin.columns.map { column in
        SchemaName(
          text: column.name, what: "column", property: column.declaredName,
          place: column.annotations["column"] ?? column.place,
          cure: inStatement ?? "write another name in '@column(\"…\")'")
      }
  }

  /// The names of keys, indexes and join tables. They are derived from other names unless an annotation sets them.
  private static func derived(of model: ResolvedModel, _ subject: LintSubject) -> [SchemaName] {
    let table = model.table
    let uniques = table.uniqueConstraints.map { key in
      keyName(key.name, "unique key", model.origin.key(key.name, isConstraint: true), of: model)
    }
    let references = table.foreignKeys.map { key in
      let property = key.columns.first.flatMap(model.origin.column)
      return SchemaName(
        text: key.name, what: "foreign key", property: property?.declaredName,
        place: property?.place ?? model.place,
        cure: "shorten the name of the column with '@column(\"…\")', or the name of the table with '@table(\"…\")'")
    }
    let indexes = table.indexes.map { index -> SchemaName in
      let origin = model.origin.key(index.name, isConstraint: false)
      // A problem with an index that Postil adds is reported at the property of its foreign key.
      guard origin == nil, let property = index.terms.first?.column.flatMap(model.origin.column) else {
        return keyName(index.name, "index", origin, of: model)
      }
      return SchemaName(
        text: index.name, what: "index", property: property.declaredName, place: property.place,
        cure: "shorten the name of the column with '@column(\"…\")', or write '@index(name: \"…\")' on it")
    }
    var joinTables: Set<String> = []
    let joins = model.relationships.compactMap { relationship -> SchemaName? in
      // Both sides use the join table, so the finding is reported on the side that declares it. A join table that
      // belongs to a model is checked with the model.
      guard let join = relationship.join, join.through == nil,
        let origin = model.origin.relationships.first(where: { $0.name == relationship.name }), origin.isDeclaredHere,
        joinTables.insert(join.table).inserted
      else { return nil }
      let names = subject.graph.schema.tables.first { $0.name == join.table }.map(names(ofJoin:)) ?? [join.table]
      return names.first { $0.utf8.count > limit }.map {
        SchemaName(text: $0, what: "join table", place: origin.place, cure: "shorten the name of the relationship")
      }
    }
    let key = SchemaName(
      text: table.primaryKey.name, what: "primary key", place: model.tableNamePlace,
      cure: "write a shorter name in '@table(\"…\")'")
    return [key] + references + uniques + indexes + joins
  }

  private static func names(ofJoin table: Table) -> [String] {
    [table.name, table.primaryKey.name] + table.foreignKeys.map(\.name) + table.indexes.map(\.name)
  }

  private static func keyName(_ text: String, _ what: String, _ origin: KeyOrigin?, of model: ResolvedModel)
    -> SchemaName
  {
    SchemaName(
      text: text, what: what, property: origin?.property, place: origin?.place ?? model.place,
      cure: "write a shorter name with 'name:'")
  }
}
