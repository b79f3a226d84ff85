// @table
struct Item: Sendable {
  let id: ID

  func inMethod() {
    // @table
    struct InMethod: Sendable { let id: Int }
  }

  var inAccessor: Int {
    // The rows of a report.
    // @view("""
    //   SELECT 1 AS one
    //   """)
    @available(*, deprecated)
    struct InAccessor: Sendable { let one: Int }
    return 1
  }
}

func inFunction() {
  // @projection
  struct InFunction: Sendable { let one: Int }

  // @tables of this kind are no annotation
  struct Other {}

  // @table
  let notAStruct = 1
  _ = notAStruct
}

let inClosure = {
  if true {
    // @index(name)
    // @table("in_closure")
    struct InClosure: Sendable { let id: Int }
  }
}
