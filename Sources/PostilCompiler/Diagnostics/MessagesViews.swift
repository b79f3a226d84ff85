/// Views.
extension Message {
  static func mainTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(name)' has '@\(first)' and '@\(second)'; keep the one that says where its rows come from"
  }

  static func annotationOfTables(_ name: String) -> String {
    "'@\(name)' belongs to a table, and a view only reads what its SELECT gives; remove it"
  }

  static func labelOfViewReference(_ label: String) -> String {
    "'\(label):' belongs to a foreign key, and a view has none; write '@references' alone, for a path in queries"
  }

  static func viewResults(_ view: String, properties: Int, results: [String]) -> String {
    let count = results.count == 1 ? "1 result" : "\(results.count) results"
    return "'\(view)' has \(properties == 1 ? "1 property" : "\(properties) properties"), and its SELECT \(count) "
      + "(\(list(results))); write a result for each property, in their order"
  }

  static func viewOrder(_ property: String, result: String, belongsTo other: String) -> String {
    "'\(property)' would read the result '\(result)', which has the name of '\(other)'; write the results in the order of "
      + "the properties, or name this one with 'AS'"
  }

  static func viewUnlisted(_ column: String, result: String) -> String {
    "'unlisted' leaves the columns the names of the results, and '\(column)' would be '\(result)'; write "
      + "'@column(\"\(result)\")', or 'AS' in the SELECT"
  }

  static func viewType(_ property: String, _ type: String, source: String, _ sourceType: String) -> String {
    "'\(property)' is '\(type)', and its result comes straight from '\(source)', which is '\(sourceType)'; write "
      + "'\(sourceType)', or convert the value in the SELECT"
  }

  static func viewOptional(_ property: String, _ type: String, source: String) -> String {
    "'\(property)' is '\(type)', and its result comes straight from '\(source)', which can be NULL; write '\(type)?', or "
      + "'coalesce(…)' in the SELECT"
  }

  static func viewEmpty(_ property: String, _ type: String) -> String {
    "'\(property)' is '\(type)', and its result is NULL where the tables are empty; write '\(type)?', or 'coalesce(…)' in "
      + "the SELECT"
  }

  static func viewOuterJoin(_ property: String, _ type: String) -> String {
    "'\(property)' is '\(type)', and its result is NULL where other tables have no row for this one; write '\(type)?', "
      + "'coalesce(…)', or 'JOIN' for a 'LEFT JOIN'"
  }

  static func unknownTable(_ name: String, suggestion: String?) -> String {
    suggestion.map { "'\(name)' is no table or view; did you mean '\($0)'?" }
      ?? "'\(name)' is no table or view; write the name of one"
  }

  static func unknownResultColumn(_ name: String, of statement: String, suggestion: String?, isQuoted: Bool) -> String {
    if let suggestion { return "'\(name)' is no column of what this \(statement) reads; did you mean '\(suggestion)'?" }
    let advice = isQuoted ? "a text in single quotes" : "the name of one"
    return "'\(name)' is no column of what this \(statement) reads; write \(advice)"
  }

  static func ambiguousColumn(_ name: String) -> String {
    "more than one table here has a column '\(name)'; write the table's name before it, as in 'item.\(name)'"
  }

  static let conflictTarget =
    "no key is unique over exactly what 'ON CONFLICT' names; write the columns of a '@unique' or of the primary key"

  static let circularView = "this view reads itself, or views that read it; remove it from one SELECT of the circle"

  static func noSelect(_ annotation: String) -> String { "'\(annotation)' takes a SELECT; write one" }
}
