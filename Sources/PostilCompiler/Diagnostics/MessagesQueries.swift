/// Named queries.
extension Message {
  static let queryParameter =
    "invalid query parameter; write it as in Swift, 'name: Type' or 'label name: Type', without a default"

  static let queryResults =
    "missing or invalid row type between '->' and the ':' before the SQL; write a type, or a tuple of types as in '-> (title: "
    + "String, count: Int)'"

  static func queryNameTaken(_ name: String, model: String) -> String {
    "'\(model)' already has a member '\(name)'; rename the query"
  }

  static func queryTwice(_ name: String, model: String) -> String {
    "'\(model)' has two queries '\(name)'; change the name or the argument labels of one of them"
  }

  static func queryParameterTwice(_ name: String) -> String {
    "the parameter name '\(name)' is repeated; use different names, and argument labels if calls should read the same"
  }

  static func queryBeginning(_ word: String, isProjection: Bool) -> String {
    let completing = isProjection ? "" : "'WHERE', 'JOIN', 'ORDER BY' or 'LIMIT' for rows of this struct, "
    return
      "a named query can't start with '\(word)'; write \(completing)'SELECT' or 'WITH' for other rows, or 'INSERT', 'UPDATE' or "
      + "'DELETE'"
  }

  static func queryOfProjection(_ word: String, _ name: String) -> String {
    "'\(name)' is a projection without a table, so a query can't start with '\(word)'; write the complete SELECT"
  }

  static func queryPlaceholder(_ name: String, query: String, suggestion: String?) -> String {
    suggestion.map { "'\(query)' has no parameter '\(name)'; did you mean ':\($0)'?" }
      ?? "'\(query)' has no parameter '\(name)'; declare it, as in '\(query)(\(name): Int)'"
  }

  static func queryParameterUnused(_ name: String, isQuoted: Bool) -> String {
    isQuoted
      ? "':\(name)' is inside quotes and therefore text; remove the quotes, which parameters don't need"
      : "the parameter '\(name)' is never used; write ':\(name)' in the SQL, or remove the parameter"
  }

  static func queryListNeeded(_ name: String, type: String, isArray: Bool) -> String {
    isArray
      ? "a list for 'IN' can't be 'nil'; write an array type without '?', and pass an empty array instead"
      : "'IN :\(name)' requires a list, and '\(name)' is '\(type)'; write '[\(type)]', or '= :\(name)'"
  }

  static func queryListElsewhere(_ name: String) -> String {
    "'\(name)' is an array, and a list is only allowed after 'IN'; write 'IN :\(name)', or use a separate parameter here"
  }

  static func queryListElement(_ type: String, isOptional: Bool) -> String {
    isOptional
      ? "'IN' never matches NULL, so the list can't contain '\(type)'; write the type without '?'"
      : "lists are passed as JSON, which can't represent every value of '\(type)'; write a parameter for each value, or use "
        + "'in' in Swift"
  }

  static func queryTypeWithoutForm(_ type: String) -> String {
    "the storage format of '\(type)' depends on the column, and this parameter isn't compared with a column of that type; "
      + "compare it with one"
      + (type.hasPrefix("[") ? ", or write 'IN' before a list" : ", or write 'CalendarDay'")
  }

  static func queryCount(_ name: String, _ type: String) -> String {
    "'\(name)' is '\(type)', and a number of rows must be an 'Int'; write 'Int'"
  }

  static func queryParameterType(_ name: String, _ type: String, column: String, _ columnType: String) -> String {
    "'\(name)' is '\(type)', but it is compared with '\(column)', which is '\(columnType)'; write '\(columnType)'"
  }

  static func queryTwoForms(_ name: String, column: String) -> String {
    "'\(name)' can't be bound in the format of '\(column)', because its type or another place in this query requires a "
      + "different format; write a separate parameter for each format"
  }

  static func queryCompletes(_ word: String, model: String) -> String {
    "a query that starts with '\(word)' always returns rows of '\(model)'; remove the '->' and its type, or write the complete "
      + "SELECT"
  }

  static let queryWithoutReturning =
    "a writing statement returns no rows without 'RETURNING'; add 'RETURNING' and the columns, or remove the '->' and its type "
    + "to get the number of changed rows"

  static func queryResultOfRows(_ type: String, _ row: String, isTuple: Bool) -> String {
    isTuple
      ? "a tuple can only contain values, and '\(row)' is a row; write '-> \(row)', or a '@projection' with all result columns"
      : "'->' must be the type of a single row, and '\(type)' is not; write '\(row)', because 'fetchAll' returns an array and "
        + "'fetchOne' an optional"
  }

  static func queryColumns(_ row: String, expected: [String], found: [String]) -> String {
    "a row of '\(row)' has the columns \(list(expected)), but the statement returns \(list(found)); return these columns in "
      + "this order, and name expressions with 'AS'"
  }

  static func queryValues(_ values: Int, found: [String]) -> String {
    return
      "expected \(values == 1 ? "1 column" : "\(values) columns"), found \(found.count) (\(list(found))); write a type for each "
      + "column"
  }

  static func queryValueOrder(_ label: String, result: String) -> String {
    "'\(label)' would be filled from the result '\(result)', but that is the name of another value; use the same order for both"
  }

  static func queryValueType(_ value: String, _ type: String, source: String, _ sourceType: String) -> String {
    "\(value) is '\(type)', but comes from '\(source)', which is '\(sourceType)'; write '\(sourceType)', or convert the value "
      + "in the SQL"
  }

  static func queryValueOptional(_ value: String, _ type: String, source: String?) -> String {
    let why =
      source.map { "comes from '\($0)', which can be NULL" } ?? "is NULL if there are no rows"
    return "\(value) is '\(type)', but \(why); write '\(type)?', or 'coalesce(…)' in the SQL"
  }

  static let queryReturnsNothing = "this statement returns no rows; write a SELECT"
}
