#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  extension PostgreSQLConnection {
    /// The server's plan for a statement with its values. Nothing is run. Source: PostgreSQL 15, `EXPLAIN`.
    func explain(_ statement: _RenderedStatement, in serial: UInt64) throws -> QueryPlan {
      let prepared = try bound(statement, in: serial)
      try flush()
      try sendUnsent()
      let sql = "EXPLAIN (COSTS OFF) " + prepared.translation.sql
      let result = parameters.withValues { values, lengths, formats in
        PQexecParams(handle, sql, Int32(parameters.count), prepared.oids, values, lengths, formats, 0)
      }
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failed(result, sql) }
      let lines = (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
      return QueryPlan(sql: prepared.translation.sql, steps: PlanText(lines).steps)
    }
  }

  /// The lines of `EXPLAIN`: a step begins with an arrow, or is the first line, and its properties follow.
  package struct PlanText {
    /// A step before its substeps are known.
    private struct Node {
      var indentation: Int
      var text: String
      var properties: [String] = []
    }

    private var nodes: [Node] = []

    package init(_ lines: [String]) {
      for line in lines {
        let indentation = line.prefix { $0 == " " }.count
        var text = line.dropFirst(indentation)
        let isStep = text.hasPrefix("->")
        if isStep { text = text.dropFirst(2).drop { $0 == " " } }
        // 'SubPlan 1', 'InitPlan 1 (returns $0)' and 'CTE name' have no arrow, and their own steps.
        let isLabel = ["SubPlan ", "InitPlan ", "CTE "].contains { text.hasPrefix($0) } && !text.contains(": ")
        if isStep || isLabel || nodes.isEmpty {
          nodes.append(Node(indentation: isStep ? indentation : indentation - 1, text: String(text)))
        } else {
          nodes[nodes.count - 1].properties.append(String(text))
        }
      }
    }

    /// The steps of the first level.
    package var steps: [QueryPlanStep] {
      var position = 0
      return steps(after: -2, from: &position)
    }

    /// The steps that are indented further than `indentation`.
    private func steps(after indentation: Int, from position: inout Int) -> [QueryPlanStep] {
      var steps: [QueryPlanStep] = []
      while position < nodes.count, nodes[position].indentation > indentation {
        let node = nodes[position]
        position += 1
        let below = self.steps(after: node.indentation, from: &position)
        steps.append(
          QueryPlanStep(kind: Self.kind(node.text, node.properties), detail: Self.detail(node), steps: below))
      }
      return steps
    }

    private static func detail(_ node: Node) -> String {
      let properties = node.properties.isEmpty ? "" : " (\(node.properties.joined(separator: "; ")))"
      return node.text + properties
    }

    private static func kind(_ text: String, _ properties: [String]) -> QueryPlanStep.Kind {
      var text = text
      if text.hasPrefix("Parallel ") { text.removeFirst("Parallel ".count) }
      if text.hasPrefix("SubPlan") { return .subquery(isCorrelated: true) }
      if text.hasPrefix("InitPlan") { return .subquery(isCorrelated: false) }
      if text.hasPrefix("CTE ") || text.hasPrefix("Materialize") || text.hasPrefix("Memoize") { return .materialize }
      if text.hasPrefix("Subquery Scan") { return .coroutine }
      if text.hasPrefix("Sort") || text.hasPrefix("Incremental Sort") { return .temporaryTree(.order) }
      if text.hasPrefix("HashAggregate") || text.hasPrefix("MixedAggregate") { return .temporaryTree(.group) }
      if text.hasPrefix("HashSetOp") { return .temporaryTree(.compound) }
      if text.hasPrefix("BitmapOr") { return .multiIndexOr }
      let isConditional = properties.contains { $0.hasPrefix("Index Cond:") || $0.hasPrefix("Recheck Cond:") }
      if text.hasPrefix("Seq Scan on ") { return .scan(access(text, after: "Seq Scan on ", index: nil)) }
      for (name, isCovering) in [("Index Only Scan", true), ("Index Scan", false)] where text.hasPrefix(name) {
        let index = text.components(between: " using ", and: " on ")
        let access = access(text, after: " on ", index: index.map { .named($0, isCovering: isCovering) })
        return isConditional ? .search(access) : .scan(access)
      }
      if text.hasPrefix("Bitmap Heap Scan on ") { return .search(access(text, after: " on ", index: nil)) }
      return .other
    }

    /// `item t0`, which is a table and its alias.
    private static func access(
      _ text: String, after words: String, index: QueryPlanStep.Index?
    ) -> QueryPlanStep.TableAccess {
      let names = text.components(after: words)?.split(separator: " ").map { String($0).unquoted } ?? []
      return QueryPlanStep.TableAccess(
        table: names.first, alias: names.last ?? "", index: index, columns: [])
    }
  }

  extension String {
    /// A name that the server prints, without its quotes.
    fileprivate var unquoted: String { count > 1 && hasPrefix("\"") ? String(dropFirst().dropLast()) : self }

    /// The text after the first occurrence of `words`.
    fileprivate func components(after words: String) -> String? {
      firstRange(of: words).map { String(self[$0.upperBound...]) }
    }

    fileprivate func components(between first: String, and second: String) -> String? {
      components(after: first).flatMap { rest in rest.firstRange(of: second).map { String(rest[..<$0.lowerBound]) } }
    }
  }
#endif
