/// Named queries.
extension Message {
  static let queryParameter =
    "this is no parameter of a query; write it as in Swift, 'name: Type' or 'label name: Type', without a default"

  static let queryResults =
    "what a row is stands behind '->', just before the ':' of the SQL; write a type, or a tuple of types as in "
    + "'-> (title: String, count: Int)'"

  static func queryNameTaken(_ name: String, model: String) -> String {
    "'\(model)' has something called '\(name)' already; give the query another name"
  }

  static func queryTwice(_ name: String, model: String) -> String {
    "'\(model)' has two queries '\(name)'; give one of them another name, or other labels"
  }

  static func queryParameterTwice(_ name: String) -> String {
    "two parameters are called '\(name)'; give each a name of its own, and a label before it where a call is to read so"
  }

  static func queryBeginning(_ word: String, isProjection: Bool) -> String {
    let completing = isProjection ? "" : "'WHERE', 'JOIN', 'ORDER BY' or 'LIMIT' for rows of this struct, "
    return
      "a named query cannot begin with '\(word)'; write \(completing)'SELECT' or 'WITH' for any rows, or 'INSERT', "
      + "'UPDATE' or 'DELETE'"
  }

  static func queryOfProjection(_ word: String, _ name: String) -> String {
    "'\(name)' is the result of queries and no table, so nothing is there to which '\(word)' could belong; write the whole "
      + "SELECT"
  }

  static func queryPlaceholder(_ name: String, query: String, suggestion: String?) -> String {
    suggestion.map { "'\(query)' has no parameter '\(name)'; did you mean ':\($0)'?" }
      ?? "'\(query)' has no parameter '\(name)'; declare it, as in '\(query)(\(name): Int)'"
  }

  static func queryParameterUnused(_ name: String, isQuoted: Bool) -> String {
    isQuoted
      ? "':\(name)' stands within quotes, where it is text; write it without them, a value needs none"
      : "the SQL never uses '\(name)'; write ':\(name)' where its value belongs, or remove the parameter"
  }

  static func queryListNeeded(_ name: String, type: String, isArray: Bool) -> String {
    isArray
      ? "a list that 'IN' looks in is never 'nil'; write an array without '?', and pass an empty one"
      : "'IN :\(name)' looks in a list, and '\(name)' is '\(type)'; write '[\(type)]', or '= :\(name)'"
  }

  static func queryListElsewhere(_ name: String) -> String {
    "'\(name)' is an array for an 'IN', and no list can stand here; write 'IN :\(name)', or give this place a parameter of "
      + "its own"
  }

  static func queryListElement(_ type: String, isOptional: Bool) -> String {
    isOptional
      ? "'IN' never finds NULL, so a list has no use for '\(type)'; write the type without '?'"
      : "a list travels as JSON, which does not keep every value of '\(type)' as it is; write a parameter for each value, or "
        + "'in' in Swift"
  }

  static func queryTypeWithoutForm(_ type: String) -> String {
    "how '\(type)' is stored only a column can say, and it stands beside none of that type; compare it with one"
      + (type.hasPrefix("[") ? ", or write 'IN' before a list" : ", or write 'CalendarDay'")
  }

  static func queryCount(_ name: String, _ type: String) -> String {
    "'\(name)' is '\(type)', and here it says how many rows; write 'Int'"
  }

  static func queryParameterType(_ name: String, _ type: String, column: String, _ columnType: String) -> String {
    "'\(name)' is '\(type)', which no value of '\(column)' can be, for that is '\(columnType)'; write '\(columnType)'"
  }

  static func queryTwoForms(_ name: String, column: String) -> String {
    "'\(column)' holds its values in another form than what '\(name)' is bound as elsewhere or says itself; write a parameter "
      + "for each form"
  }

  static func queryCompletes(_ word: String, model: String) -> String {
    "what begins with '\(word)' gives rows of '\(model)'; remove the '->' and its type, or write the whole SELECT"
  }

  static let queryWithoutReturning =
    "a statement that writes gives nothing without 'RETURNING'; write 'RETURNING' and what it is to give, or remove the "
    + "'->' and its type for the number of rows"

  static func queryResultOfRows(_ type: String, _ row: String, isTuple: Bool) -> String {
    isTuple
      ? "a tuple is of values, and '\(row)' is a row; write '-> \(row)' alone, or a '@projection' with all that is read"
      : "'->' says what one row is, and '\(type)' is none; write '\(row)', for 'fetchAll' makes an array and 'fetchOne' an "
        + "optional of it"
  }

  static func queryColumns(_ row: String, expected: [String], found: [String]) -> String {
    "a row of '\(row)' is made of \(list(expected)), and the statement gives \(list(found)); write these columns in this "
      + "order, an expression with 'AS' and its name"
  }

  static func queryValues(_ values: Int, found: [String]) -> String {
    let count = values == 1 ? "1 value" : "\(values) values"
    return
      "a row is \(count) here, and the statement gives \(found.count == 1 ? "1 column" : "\(found.count) columns") "
      + "(\(list(found))); write a type for each column"
  }

  static func queryValueOrder(_ label: String, result: String) -> String {
    "'\(label)' would read the result '\(result)', which has the name of another value; write both in one order"
  }

  static func queryValueType(_ value: String, _ type: String, source: String, _ sourceType: String) -> String {
    "\(value) is '\(type)', and comes straight from '\(source)', which is '\(sourceType)'; write '\(sourceType)', or convert "
      + "the value in the SQL"
  }

  static func queryValueOptional(_ value: String, _ type: String, source: String?) -> String {
    let why =
      source.map { "comes straight from '\($0)', which can be NULL" } ?? "is NULL where there are no rows for it"
    return "\(value) is '\(type)', and \(why); write '\(type)?', or 'coalesce(…)' in the SQL"
  }

  static let queryReturnsNothing = "this statement gives no rows; write a SELECT"
}
