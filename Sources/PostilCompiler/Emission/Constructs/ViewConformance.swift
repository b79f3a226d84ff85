/// The code for `@view`: the conformance to `Queryable`, the columns, and the to-one paths.
struct ViewConformance {
  var context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  var sections: [Code] {
    let conformance = ModelConformance(context)
    let toOnes = context.model.relationships.map { relationship in
      let context = RelationshipContext(relationship, of: context)
      return [
        Code.conditional(
          self.context.conditions(of: relationship), [FileText.mark(context.name), .blank] + ToOne(context).code)
      ]
    }
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
          ([SourceFile.section("Columns", Columns(context).code)] + toOnes + queries).separatedByBlanks()
        }
      ],
    ].separatedByBlanks()
  }
}
