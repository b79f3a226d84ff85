import PostilQuery
import Testing

@Suite("Recursion")
struct RecursionTests {
  /// A bicycle with two wheels of 32 spokes each, one row for each spoke of a wheel.
  private func bicycle(_ statements: String = "") throws -> TestTransaction {
    let database = try TestDatabase.filled()
    try database.run(
      """
      INSERT INTO part VALUES (1, 'bicycle'), (2, 'wheel'), (3, 'spoke');
      INSERT INTO part_use (count, whole_id, part_id) VALUES (1, 1, 2), (1, 1, 2);
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 32)
        INSERT INTO part_use (count, whole_id, part_id) SELECT 1, 2, 3 FROM n;
      \(statements)
      """)
    return database.transaction
  }

  private let start = ListedPart.row(ListedPart.Columns(partID: Part.ID(1), level: 0))

  private func step(_ above: Query<ListedPart>) -> Query<ListedPart> {
    PartUse.join(rows: above) { use, above in use.wholeID == above.partID }
      .select { use, above in ListedPart.Columns(partID: use.partID, level: above.level + 1) }
  }

  private func count(_ parts: Query<ListedPart>, _ part: Int64, in db: TestTransaction) throws -> Int {
    try parts.where { $0.partID == Part.ID(part) }.count(in: db)
  }

  @Test("A bill of materials keeps parts that are found several times")
  func duplicates() throws {
    let db = try bicycle()
    #expect(try count(ListedPart.recursive(from: start, step), 3, in: db) == 1)
    #expect(try count(ListedPart.recursive(from: start, keepingDuplicates: true, step), 3, in: db) == 64)
    #expect(
      try count(ListedPart.recursive(from: start, keepingDuplicates: true, maximumDepth: 9, step), 3, in: db) == 64)
    #expect(
      try count(ListedPart.recursive(from: start, keepingDuplicates: true, maximumDepth: 1, step), 3, in: db) == 0)
    #expect(try count(ListedPart.recursive(from: start, pathKey: { $0.partID }, step), 3, in: db) == 64)
  }

  @Test("A recursion starts with a row of constants")
  func constants() throws {
    let db = try bicycle()
    let numbers = ListedPart.recursive(from: start, keepingDuplicates: true) { above in
      above.where { $0.level < 3 }.select { ListedPart.Columns(partID: $0.partID, level: $0.level + 1) }
    }
    #expect(
      numbers.description
        == #"WITH RECURSIVE t1("part_id", "level") AS (SELECT ?1, ?2 UNION ALL SELECT t3."part_id", t3."level" + ?3 FROM t1 AS t3 "#
        + #"WHERE t3."level" < ?4) SELECT t0."part_id", t0."level" FROM t1 AS t0"#)
    #expect(try numbers.order { $0.level }.fetchAll(in: db).map(\.level) == [0, 1, 2, 3])
    #expect(try start.fetchAll(in: db) == [ListedPart(partID: Part.ID(1), level: 0)])
    #expect(try start.unionAll(start).where { $0.level == 0 }.count(in: db) == 2)
  }

  @Test("A cycle ends by a maximum depth, or where a key is repeated on its path")
  func cycles() throws {
    let db = try bicycle("INSERT INTO part_use (count, whole_id, part_id) VALUES (1, 3, 1), (1, 3, 3);")
    let limited = ListedPart.recursive(from: start, keepingDuplicates: true, maximumDepth: 3, step)
    #expect(try count(limited, 3, in: db) == 128)
    let deepest = try limited.select { $0.level.max() }.fetchOne(in: db)
    #expect(deepest == 3)
    let paths = ListedPart.recursive(from: start, pathKey: { $0.partID }, step)
    #expect(try count(paths, 1, in: db) == 1)
    #expect(try count(paths, 2, in: db) == 2)
    #expect(try count(paths, 3, in: db) == 64)
    #expect(
      paths.description
        == #"WITH RECURSIVE t1("part_id", "level", "path") AS (SELECT ?1, ?2, ',' UNION ALL SELECT t3."part_id", t4."level" + ?3, "#
        + #"t4."path" || hex(t4."part_id") || ',' FROM "part_use" AS t3 JOIN t1 AS t4 ON t3."whole_id" = t4."part_id" "#
        + #"WHERE instr(t4."path", ',' || hex(t4."part_id") || ',') = 0) SELECT t0."part_id", t0."level" FROM t1 AS t0 "#
        + #"WHERE instr(t0."path", ',' || hex(t0."part_id") || ',') = 0"#)
    // Without duplicates, each row is returned once, although it is found at several depths.
    let once = ListedPart.recursive(from: start, maximumDepth: 5) { above in
      PartUse.join(rows: above) { $0.wholeID == $1.partID }.select { use, above in
        ListedPart.Columns(partID: use.partID, level: above.level)
      }
    }
    #expect(try once.order { $0.partID }.fetchAll(in: db).map(\.partID.rawValue) == [1, 2, 3])
  }

  @Test("A recursion can start with combined or sorted rows, and a guard needs a plain step")
  func starts() throws {
    let db = try bicycle()
    let wheels = Part.where { $0.name == "wheel" }.select { ListedPart.Columns(partID: $0.id, level: 1) }
    let both = ListedPart.recursive(from: wheels.unionAll(start).order { $0.level }, pathKey: { $0.partID }, step)
    #expect(try count(both, 3, in: db) == 96)
    let filtered = ListedPart.recursive(from: start, pathKey: { $0.partID }) { step($0).where { $0.level < 2 } }
    #expect(
      throws: QueryError.argument(
        function: "recursive", needs: "a step that ends with 'select', for a guard against cycles")
    ) {
      try filtered.fetchAll(in: db)
    }
  }
}
