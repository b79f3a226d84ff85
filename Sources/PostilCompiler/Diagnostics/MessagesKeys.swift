/// Primary keys, unique keys, indexes, checks, defaults and collations.
extension Message {
  static func keyMissing(_ model: String) -> String {
    "'\(model)' has no primary key; write 'let id: ID', or '// @primaryKey' on the properties that identify a row"
  }

  static func keyMisspelt(_ model: String, _ property: String) -> String {
    "'\(model)' has no primary key; rename '\(property)' to 'id', or write '// @primaryKey' on it"
  }

  static func transientKey(_ property: String) -> String {
    "'\(property)' can't be both the primary key and '@transient'; remove one of the two"
  }

  static func optionalKey(_ property: String, _ type: String) -> String {
    "'\(property)' is part of the primary key, which can't be 'NULL'; write '\(type)' without '?'"
  }

  static func realKey(_ property: String, _ type: String) -> String {
    "'\(property)' can't be a key, because values of type '\(type)' are not exact; use an integer type, 'String' or 'UUID'"
  }

  static func generatedKeyName(_ property: String) -> String {
    "'ID' is generated only for a key named 'id'; write 'let id: ID' instead of '\(property)', or use another type"
  }

  static func otherID(_ model: String, key: [String], isStored: Bool) -> String {
    "'id' of '\(model)' is already generated from its key, \(list(key)); "
      + (isStored ? "rename this property, and keep the column name with '@column(\"id\")'" : "remove this one")
  }

  static func defaultOfKey(_ property: String) -> String {
    "'\(property)' is part of the primary key, which comes from the draft or the database; remove '@default'"
  }

  static func twoDefaults(_ property: String) -> String {
    "'\(property)' has both a Swift default and an SQL default; keep one of them"
  }

  static func collationOfNoText(_ property: String, _ type: String) -> String {
    "'@collate' applies to text, and '\(property)' is '\(type)'; remove it"
  }

  static func digitsOfNoDecimal(_ property: String, _ type: String) -> String {
    "'@decimal' limits the digits of a 'Decimal', and '\(property)' is '\(type)'; remove it, or write 'Decimal'"
  }

  static func digits(_ numbers: [Int]) -> String {
    "'@decimal(\(numbers.map(String.init).joined(separator: ", ")))' isn't possible; write the number of all digits, from 1 to 38, and "
      + "how many of them are after the decimal point, as in '@decimal(10, 2)'"
  }

  static let exclusionWithoutRange =
    "'@exclude' needs a range of two properties; write it as in '@exclude(roomID, startsAt..<endsAt)'"

  static func exclusionBounds(_ lower: (name: String, type: String), _ upper: (name: String, type: String)) -> String {
    "'\(lower.name)' is \(lower.type) and '\(upper.name)' is \(upper.type), which aren't the bounds of a range; write two "
      + "properties of one type: a date, a day, an integer, 'Duration' or 'Decimal'"
  }

  static func exclusionWithoutBeginning(_ property: String) -> String {
    "'\(property)' is the beginning of a range, which every row needs; remove the '?'. Only the end can be optional"
  }

  static func exclusionByEquality(_ property: String, _ type: String) -> String {
    "'@exclude' can't compare '\(property)', because PostgreSQL has no index for equality of a range and a '\(type)' with this form or "
      + "collation; use another property"
  }

  static func exclusionOfDeleted(_ model: String, column: String) -> String {
    "deleted rows of '\(model)' stay in the table, and would exclude others; add 'where: \"\(column) IS NULL\"'"
  }

  static let arrayOfNoTable = "'array' is about the column of a table, and this struct has none; write '@json'"

  static func elements(_ property: String, _ type: String) -> String {
    "'@json(array)' stores an array or a set of 'String', 'Bool', 'Int', 'Int16', 'Int32', 'Int64', 'Double', 'Float', 'UUID' or a "
      + "generated 'ID' as an array of PostgreSQL, and '\(property)' is '\(type)'; write '@json', which stores any type"
  }

  static func vectorOfOtherType(_ property: String, _ type: String) -> String {
    "'@vector' stores the numbers of an embedding, and '\(property)' is '\(type)'; write '[Float]', or '@json', which stores any type"
  }

  static func dimensions(_ numbers: [Int]) -> String {
    "'@vector(\(numbers.map { "\($0)" }.joined(separator: ", ")))' isn't one number from 1 to 16000, as many as a vector of PostgreSQL can "
      + "have; write how many numbers the embedding has, as in '@vector(1536)'"
  }

  static func keyOfVector(_ property: String, _ annotation: String) -> String {
    annotation == "unique"
      ? "'\(property)' is a vector, which can't be unique; remove '@unique'"
      : "an index of the vector '\(property)' needs the distance that queries sort by; write '@index(\(property), hnsw: cosine)'"
  }

  static let hnswOfOther =
    "an index with 'hnsw:' finds the nearest vectors, so it has one column, a '@vector', and no direction; name only that, or remove 'hnsw:'"

  static func hnswTooLarge(_ property: String, _ count: Int) -> String {
    "an index of PostgreSQL has vectors of at most 2000 numbers, and '\(property)' has \(count); remove the index, or store shorter vectors"
  }

  static func constraintTwice(_ name: String) -> String {
    "'\(name)' is already the name of another check of this table; choose another name"
  }

  static func indexTwice(_ name: String) -> String {
    "'\(name)' is already the name of another index or table; choose another name"
  }

  static func columnNamedTwice(_ property: String, in annotation: String) -> String {
    "'\(property)' is repeated in '@\(annotation)'; keep one of them"
  }

  static func columnIsTransient(_ property: String, in annotation: String) -> String {
    "'\(property)' is '@transient' and therefore not a column; remove it from '@\(annotation)'"
  }

  static func columnForProperty(_ column: String, property: String) -> String {
    "'\(column)' is the name of a column; write the name of its property, '\(property)'"
  }

  static func displayWithoutProperties(_ model: String) -> String {
    "'@display' on '\(model)' needs properties: '@display(firstName, lastName)'"
  }

  static func unknownProperty(_ name: String, model: String, suggestion: String?) -> String {
    suggestion.map { "'\(model)' has no property '\(name)'; did you mean '\($0)'?" }
      ?? "'\(model)' has no property '\(name)'; write the name of a stored property"
  }
}
