/// Views, and structs declared for query results.
extension Message {
  static func mainTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(name)' can't have both '@\(first)' and '@\(second)'; keep the one that defines where its rows come from"
  }

  static func annotationOfTables(_ name: String) -> String {
    "'@\(name)' applies to tables, and a view only returns the rows of its SELECT; remove it"
  }

  static func labelOfViewReference(_ label: String) -> String {
    "'\(label):' applies to foreign keys, and a view has none; write only '@references', which lets queries follow the "
      + "relationship"
  }

  static func viewResults(_ view: String, properties: Int, results: [String]) -> String {
    let count = results.count == 1 ? "1 result" : "\(results.count) results"
    return
      "'\(view)' has \(properties == 1 ? "1 property" : "\(properties) properties"), but its SELECT returns \(count) "
      + "(\(list(results))); write a result for each property, in the same order"
  }

  static func viewOrder(_ property: String, result: String, belongsTo other: String) -> String {
    "'\(property)' would be filled from the result '\(result)', but that is the name of '\(other)'; write the results in the "
      + "order of the properties, or name this one with 'AS'"
  }

  static func viewUnlisted(_ column: String, result: String) -> String {
    "'unlisted' uses the names of the results as column names, so '\(column)' would be '\(result)'; write "
      + "'@column(\"\(result)\")', or 'AS' in the SELECT"
  }

  static func viewType(_ property: String, _ type: String, source: String, _ sourceType: String) -> String {
    "'\(property)' is '\(type)', but its result comes from '\(source)', which is '\(sourceType)'; write '\(sourceType)', or "
      + "convert the value in the SELECT"
  }

  static func viewOptional(_ property: String, _ type: String, source: String) -> String {
    "'\(property)' is '\(type)', but its result comes from '\(source)', which can be NULL; write '\(type)?', or 'coalesce(…)' "
      + "in the SELECT"
  }

  static func viewEmpty(_ property: String, _ type: String) -> String {
    "'\(property)' is '\(type)', but its result is NULL if the tables are empty; write '\(type)?', or 'coalesce(…)' in the SELECT"
  }

  static func viewOuterJoin(_ property: String, _ type: String) -> String {
    "'\(property)' is '\(type)', but its result is NULL if the joined tables have no matching row; write '\(type)?', "
      + "'coalesce(…)', or 'JOIN' instead of 'LEFT JOIN'"
  }

  /// The rest of a message that begins with the property or value.
  static func resultClass(
    _ type: ResolvedType, found: String, expected: String, isMixed: Bool, in statement: String
  ) -> String {
    let problem = "is '\(type.text)', but its result can be \(found)"
    let mark = type.isOptional ? "?" : ""
    if type.stored.columnType == .decimal, found == "REAL" {
      return problem
        + ", which isn't exact; write 'postil_decimal_sum(…)' or 'postil_decimal_average(…)', or 'Double\(mark)', or compute it in a "
        + "query in Swift"
    }
    let types = ["INTEGER": "Int", "REAL": "Double", "TEXT": "String", "BLOB": "Data"]
    let advice = isMixed ? "" : "write '\(types[found] ?? found)\(mark)', or "
    return problem + "; \(advice)convert the value to \(expected) in the \(statement)"
  }

  static func unknownTable(_ name: String, suggestion: String?) -> String {
    suggestion.map { "unknown table or view '\(name)'; did you mean '\($0)'?" }
      ?? "unknown table or view '\(name)'; write the name of a table or view"
  }

  static func unknownResultColumn(_ name: String, of statement: String, suggestion: String?, isQuoted: Bool) -> String {
    if let suggestion { return "unknown column '\(name)' in this \(statement); did you mean '\(suggestion)'?" }
    let advice = isQuoted ? "text in single quotes" : "the name of a column"
    return "unknown column '\(name)' in this \(statement); write \(advice)"
  }

  static func ambiguousColumn(_ name: String) -> String {
    "ambiguous column '\(name)', which exists in more than one table; write the table's name before it, as in 'item.\(name)'"
  }

  static let conflictTarget =
    "no unique key matches the columns of 'ON CONFLICT'; write the columns of a '@unique' or of the primary key"

  static let circularView =
    "this view reads itself, directly or through other views; remove it from one SELECT of the cycle"

  static func noSelect(_ annotation: String) -> String { "'\(annotation)' requires a SELECT statement; write one" }

  static func annotationOnProjection(_ name: String) -> String {
    let advice =
      name == "references"
      ? "remove it, and follow the relationship in the query that returns the rows"
      : "remove it, or write '@table' instead of '@projection'"
    return "'@\(name)' applies to stored tables, and a projection only holds query results; \(advice)"
  }

  static func projectionWithoutProperties(_ name: String) -> String {
    "'\(name)' has '@projection' but no stored properties; declare one for each column of the result"
  }
}
