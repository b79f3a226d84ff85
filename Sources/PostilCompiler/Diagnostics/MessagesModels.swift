/// Structs, their names and the names of their columns.
extension Message {
  static func modelTwice(_ name: String) -> String {
    "'\(name)' is declared as a table twice; give one of the structs another name"
  }

  static func hiddenModel(_ name: String) -> String {
    "'\(name)' is private, and generated code stands in another file; remove 'private' from it and from the types around it"
  }

  static func genericModel(_ name: String) -> String {
    "'\(name)' is generic, and a table's columns have fixed types; write a struct without generic parameters"
  }

  static func modelInGeneric(_ name: String) -> String {
    "'\(name)' stands in a generic type, and a table's columns have fixed types; move it out of that type"
  }

  static func noncopyableModel(_ name: String) -> String {
    "'\(name)' gives up copying, and rows are values; remove the '~' from its declaration"
  }

  static func isolatedModel(_ name: String) -> String {
    "'\(name)' is isolated to the main actor, and rows cross between threads; remove '@MainActor'"
  }

  static func modelNotSendable(_ name: String, inherits: Bool) -> String {
    "'\(name)' is not 'Sendable', and rows cross between threads; write "
      + (inherits ? "', Sendable' behind the types it inherits" : "'struct \(name): Sendable'")
  }

  static func generatedTypeDeclared(_ type: String, model: String) -> String {
    "'\(model).\(type)' is a type that Postil generates; give this one another name"
  }

  static func hiddenName(_ type: String, table: String? = nil) -> String {
    "'\(type)' means another type inside every model, one that Postil generates; give this one another name"
      + (table.map { ", and keep the table's with '@table(\"\($0)\")'" } ?? "")
  }

  static func generatedMember(_ name: String, column: String) -> String {
    "'\(name)' is a name that generated code uses itself; give the property another name, and keep the column's with "
      + "'@column(\"\(column)\")'"
  }

  static func wordOfSwift(_ name: String, column: String) -> String {
    "'\(name)' behind a point means something else in Swift; give the property another name, and keep the column's with "
      + "'@column(\"\(column)\")'"
  }

  static func relationshipWordOfSwift(_ name: String) -> String {
    "'\(name)' behind a point means something else in Swift; give the relationship another name"
  }

  static func generatedRelationship(_ name: String) -> String {
    "'\(name)' is a name that generated code uses itself; give the relationship another name"
  }

  static func relationshipHidesOperation(_ name: String, model: String) -> String {
    "the relationship '\(name)' would hide '\(name)(in:)', which every row of '\(model)' has; give the relationship another "
      + "name"
  }

  static func inaccessibleDefault(_ property: String, names member: String, isHidden: Bool) -> String {
    "the default of '\(property)' names '\(member)', which is \(isHidden ? "private" : "not public"), and a draft's "
      + "initializer has the same default; \(isHidden ? "remove 'private' from" : "write 'public' before") its declaration"
  }

  static func tableTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the table '\(name)'; name one of them with '@table(\"…\")'"
  }

  static func viewTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the name '\(name)' in the database; name the view with '@view(…, name: \"…\")'"
  }

  static func tableOf(_ model: String) -> String { "the table of '\(model)' is named here" }

  static func columnTwice(_ column: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the column '\(column)'; name one of them with '@column(\"…\")'"
  }

  static func columnOf(_ property: String) -> String { "the column of '\(property)' is named here" }

  static func renamedFromPresent(_ name: String, what: String) -> String {
    "'\(name)' is the name of a \(what) that is there now; write the name that this one had before, or remove '@renamed'"
  }

  static func renamedFromCase(_ former: String, _ name: String, what: String) -> String {
    "'\(former)' and '\(name)' differ in case only, so they are the same \(what) to SQLite; remove '@renamed'"
  }

  static func renamedTwice(_ name: String, what: String) -> String {
    "two of them cannot both have been the \(what) '\(name)'; keep one '@renamed'"
  }

  static func renamedCasePresent(_ value: String) -> String {
    "\(value) is still the raw value of a case; write the value that this case had before, or remove '@renamed'"
  }

  static func renamedCaseTwice(_ value: String) -> String {
    "two cases can't both have had the raw value \(value); keep one '@renamed'"
  }

  static func renamedCaseType(_ type: String, isText: Bool) -> String {
    "the raw values of '\(type)' are \(isText ? "texts" : "integers"); write '@renamed(from: \(isText ? "\"old_value\"" : "3"))'"
  }

  static func renamedCaseOfUnstored(_ type: String) -> String {
    "'@renamed' has no effect here, because no column stores the raw values of '\(type)'; remove it. Values inside '@json' "
      + "are changed by a statement of your own in a migration"
  }

  static func renamedSeveralCases(_ cases: [String]) -> String {
    "'@renamed' applies to \(list(cases)) together; declare each case on a line of its own"
  }

  static func emptyName(_ what: String) -> String { "this \(what) has an empty name; write one" }

  static func controlCharacter(_ what: String) -> String {
    "the name of this \(what) has a control character in it; write a name that can be printed"
  }

  static func sqliteName(_ name: String, what: String) -> String {
    "'\(name)' cannot be a \(what), for SQLite keeps names that start with 'sqlite_' to itself; write "
      + (what == "view" ? "'@view(…, name: \"…\")'" : "'@table(\"…\")'") + " with another name"
  }

  static func migrationTableName(_ name: String, what: String) -> String {
    "'\(name)' cannot be a \(what), for a database notes its migrations in a table of that name; write "
      + (what == "view" ? "'@view(…, name: \"…\")'" : "'@table(\"…\")'") + " with another name"
  }

  static func tuplePattern(_ text: String) -> String {
    "'\(text)' declares several properties by a pattern; declare each on a line of its own"
  }

  static func lazyProperty(_ name: String) -> String {
    "'\(name)' is lazy, and a row is read whole; remove 'lazy', or write a computed property"
  }

  static func weakProperty(_ name: String, _ modifier: String) -> String {
    "'\(name)' is '\(modifier)', and no column holds an object; store what identifies it"
  }

  static func hiddenProperty(_ name: String, _ modifier: String) -> String {
    "'\(name)' is \(modifier), and generated code stands in another file; remove '\(modifier)', or mark it '@transient'"
  }

  static func hiddenSetter(_ name: String, _ modifier: String) -> String {
    "'\(name)' can be set only here, and generated code stands in another file; remove '\(modifier)(set)', or write 'let'"
  }

  static func propertyWrapper(_ name: String, _ wrapper: String) -> String {
    "'\(name)' is wrapped by '@\(wrapper)', and a column holds the plain value; remove the wrapper, or mark it '@transient'"
  }

  static func conditionalColumn(_ name: String, model: String) -> String {
    "'\(name)' stands in '#if', so the table of '\(model)' would depend on the build; move it out of the '#if', or mark "
      + "it '@transient'"
  }

  static func letWithValue(_ name: String) -> String {
    "'\(name)' is a 'let' with a value, which no row could change; write 'let \(name): …' without the value, 'var', or "
      + "'static let'"
  }

  static func typeMissing(_ name: String) -> String {
    "the type of '\(name)' cannot be told from its value; write 'var \(name): … = …'"
  }

  static func transientWithoutDefault(_ name: String) -> String {
    "'\(name)' is '@transient' and has no default, so a row could not be made of a database's; give it one"
  }

  static func annotationOnTransient(_ annotation: String, property: String) -> String {
    "'@\(annotation)' stands on '\(property)', which is '@transient' and so no column; remove one of the two"
  }
}
