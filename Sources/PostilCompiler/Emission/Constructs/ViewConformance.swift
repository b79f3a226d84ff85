import PostilSchema

/// The code for `@view`: the conformance to `Queryable`, the columns, and the to-one paths.
struct ViewConformance {
  var context: ModelContext
  /// The view in the schema.
  var view: View?

  init(_ context: ModelContext, _ view: View?) { (self.context, self.view) = (context, view) }

  var sections: [Code] {
    let conformance = ModelConformance(context)
    let toOnes = context.model.relationships.map { relationship in
      let context = RelationshipContext(relationship, of: context)
      return [
        Code.conditional(
          self.context.conditions(of: relationship), [FileText.mark(context.name), .blank] + ToOne(context).code)
      ]
    }
    let members = [SourceFile.section("Columns", Columns(context).code)] + [refresh].compactMap(\.self) + toOnes
    let queries = [NamedQueries(context).code].filter { !$0.isEmpty }.map { SourceFile.section("Queries", $0) }
    return [
      [FileText.mark(context.type)],
      [
        context.extending(context.names[.queryable]) {
          [[conformance.table], conformance.readingInitializer].separatedByBlanks()
        }
      ],
      [
        context.extending {
          (members + queries).separatedByBlanks()
        }
      ],
    ].separatedByBlanks()
  }

  /// What computes the rows of a materialized view again.
  private var refresh: [Code]? {
    guard let view, view.isMaterialized else { return nil }
    return [
      .documentation([
        "Computes the rows of `\(view.name)` again, which PostgreSQL stores. SQLite computes them whenever they are read."
      ]),
      .function("\(context.access.prefix)static func refresh(in db: some \(context.names[.writeTransaction])) throws") {
        [.line("try db._refresh(\(SwiftLiteral.string(view.name)), isKeyed: \(view.key != nil))")]
      },
    ]
  }
}
