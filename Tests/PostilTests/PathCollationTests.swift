import Catalog
import Postil
import Testing

/// Conditions that stand where no table can be joined, so that a path is a subquery there; what is compared has a collation.
@Suite("Collations at the end of a path")
struct PathCollationTests {
  private let store: SQLiteStore

  init() throws {
    store = try SQLiteStore.inMemory(schema: CatalogSchema.self)
    try store.write { db in
      let ann = try Maintainer.Draft(name: "Ann", email: "Ann@x.org").insert(in: db)
      let bob = try Maintainer.Draft(name: "BOB@X.ORG", email: "bob@x.org").insert(in: db)
      try Package.Draft(name: "apt", maintainerID: ann.id).insert(in: db)
      try Package.Draft(name: "bash", maintainerID: bob.id).insert(in: db)
      try Package.Draft(name: "cat").insert(in: db)
    }
  }

  /// Expects that the packages joined to 'cat' by a condition on them are those of the same condition in SQL.
  private func expectJoined(
    _ sql: RawSQL, _ names: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (Package.Columns) -> SQLPredicate
  ) throws {
    try store.read { db in
      let joined = Package.where { $0.name == "cat" }.leftJoin(Package.self) { _, package in condition(package) }
        .order { _, package in package.name }.select { _, package in package.name }
      let found = try joined.fetchAll(in: db).compactMap(\.self)
      #expect(found == names, "\(joined)", sourceLocation: sourceLocation)
      let written = RawSQL(
        """
        SELECT p.name FROM package AS p LEFT JOIN maintainer AS m ON m.id = p.maintainer_id WHERE \(sql) ORDER BY p.name
        """)
      let expected = try written.as(String.self).fetchAll(in: db)
      #expect(expected == names, sourceLocation: sourceLocation)
    }
  }

  @Test("a column of a path in a join's condition compares like in a joined table")
  func joinConditions() throws {
    try expectJoined("m.email IN ('ANN@X.ORG', 'x')", ["apt"]) { $0.maintainer.email.in(["ANN@X.ORG", "x"]) }
    let many = (0..<40).map { "\($0)" } + ["BOB@x.org"]
    try expectJoined("m.email IN ('BOB@x.org')", ["bash"]) { $0.maintainer.email.in(many) }
    try expectJoined("m.email = 'ANN@x.org'", ["apt"]) { $0.maintainer.email == "ANN@x.org" }
    try expectJoined("'ANN@x.org' = m.email", ["apt"]) { "ANN@x.org" == $0.maintainer.email }
    try expectJoined("m.email < 'B'", ["apt"]) { $0.maintainer.email < "B" }
    try expectJoined("m.email BETWEEN 'B' AND 'C'", ["bash"]) { $0.maintainer.email.between("B", "C") }
    try expectJoined("m.email IS NOT 'ANN@X.ORG'", ["bash", "cat"]) { $0.maintainer.email != "ANN@X.ORG" }
    try expectJoined("max(m.email, 'ANN@X.ORB') = 'Ann@x.org'", ["apt"]) {
      max($0.maintainer.email, "ANN@X.ORB") == "Ann@x.org"
    }
  }

  @Test("an expression over the column compares byte by byte, and so does another column to the left of it")
  func others() throws {
    try expectJoined("m.email || '' = 'ANN@x.org'", []) { $0.maintainer.email + "" == "ANN@x.org" }
    try expectJoined("m.email COLLATE BINARY = 'ANN@x.org'", []) {
      $0.maintainer.email.collated(.binary) == "ANN@x.org"
    }
    // The package without a maintainer isn't found: equal columns of a join never match 'NULL'.
    try expectJoined("m.name = m.email", []) { $0.maintainer.name == $0.maintainer.email }
    try expectJoined("m.email = m.name", ["bash"]) { $0.maintainer.email == $0.maintainer.name }
    try expectJoined("m.name COLLATE NOCASE = m.email", ["bash"]) {
      $0.maintainer.name.collated(.noCase) == $0.maintainer.email
    }
  }

  @Test("a value that an update computes from a path compares like the column")
  func updates() throws {
    try store.write { db in
      try Package.all.update(in: db) {
        [$0.summary.set(SQL.when($0.maintainer.email == "ANN@X.ORG", then: "Ann's").otherwise("another's"))]
      }
      let summaries = try Package.order { $0.name }.select { $0.summary }.fetchAll(in: db)
      #expect(summaries == ["Ann's", "another's", "another's"])
    }
  }

  @Test("a subquery has a collation only where it is compared")
  func sql() {
    let joined = Package.leftJoin(Package.self) { $0.maintainer.email == $1.name && $0.maintainer.email.length > 3 }
    #expect(
      joined.description.hasSuffix(
        #" ON (SELECT t2."email" FROM "maintainer" AS t2 WHERE t2."id" = t0."maintainer_id") COLLATE NOCASE = t1."name" "#
          + #"AND length((SELECT t3."email" FROM "maintainer" AS t3 WHERE t3."id" = t0."maintainer_id")) > ?1"#),
      "\(joined)")
  }
}
