/// Structs, their names, and the names of their columns.
extension Message {
  static func modelTwice(_ name: String) -> String {
    "'\(name)' is declared as a table twice; rename one of the structs"
  }

  static func hiddenModel(_ name: String) -> String {
    "'\(name)' is private, so generated code in another file can't use it; remove 'private' from it and from the types that "
      + "contain it"
  }

  static func genericModel(_ name: String) -> String {
    "'\(name)' is generic, but the columns of a table have fixed types; use a struct without generic parameters"
  }

  static func modelInGeneric(_ name: String) -> String {
    "'\(name)' is nested in a generic type, but the columns of a table have fixed types; move it out of that type"
  }

  static func noncopyableModel(_ name: String) -> String {
    "'\(name)' is noncopyable, but rows must be copyable values; remove the '~' from its declaration"
  }

  static func isolatedModel(_ name: String) -> String {
    "'\(name)' is isolated to the main actor, but rows are passed between threads; remove '@MainActor'"
  }

  static func modelNotSendable(_ name: String, inherits: Bool) -> String {
    "'\(name)' is not 'Sendable', but rows are passed between threads; write "
      + (inherits ? "', Sendable' after the types it inherits" : "'struct \(name): Sendable'")
  }

  static func generatedTypeDeclared(_ type: String, model: String) -> String {
    "'\(model).\(type)' conflicts with a type that Postil generates; rename this one"
  }

  static func hiddenName(_ type: String, table: String? = nil) -> String {
    "'\(type)' is hidden inside every model by a type of that name that Postil generates; rename this one"
      + (table.map { ", and keep the table name with '@table(\"\($0)\")'" } ?? "")
  }

  static func generatedMember(_ name: String, column: String) -> String {
    "'\(name)' conflicts with a name used by generated code; rename the property, and keep the column name with "
      + "'@column(\"\(column)\")'"
  }

  static func wordOfSwift(_ name: String, column: String) -> String {
    "'\(name)' conflicts with '.\(name)', which already has a meaning in Swift; rename the property, and keep the column name "
      + "with '@column(\"\(column)\")'"
  }

  static func relationshipWordOfSwift(_ name: String) -> String {
    "'\(name)' conflicts with '.\(name)', which already has a meaning in Swift; rename the relationship"
  }

  static func generatedRelationship(_ name: String) -> String {
    "'\(name)' conflicts with a name used by generated code; rename the relationship"
  }

  static func relationshipHidesOperation(_ name: String, model: String) -> String {
    "the relationship '\(name)' would hide the generated method '\(name)(in:)' of '\(model)'; rename the relationship"
  }

  static func inaccessibleDefault(_ property: String, names member: String, isHidden: Bool) -> String {
    "the default of '\(property)' uses '\(member)', which is \(isHidden ? "private" : "not public"), but the draft's "
      + "initializer needs the same default; \(isHidden ? "remove 'private' from" : "write 'public' before") its declaration"
  }

  static func tableTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the table '\(name)'; rename one of them with '@table(\"…\")'"
  }

  static func viewTwice(_ name: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the name '\(name)' in the database; rename the view with '@view(…, name: \"…\")'"
  }

  static func tableOf(_ model: String) -> String { "the table of '\(model)' is named here" }

  static func columnTwice(_ column: String, _ first: String, _ second: String) -> String {
    "'\(first)' and '\(second)' both have the column '\(column)'; rename one of them with '@column(\"…\")'"
  }

  static func columnOf(_ property: String) -> String { "the column of '\(property)' is named here" }

  static func renamedFromPresent(_ name: String, what: String) -> String {
    "'\(name)' is the name of a \(what) that already exists; write the former name of this one, or remove '@renamed'"
  }

  static func renamedFromCase(_ former: String, _ name: String, what: String) -> String {
    "'\(former)' and '\(name)' differ only in case, so SQLite treats them as the same \(what); remove '@renamed'"
  }

  static func renamedTwice(_ name: String, what: String) -> String {
    "the \(what) '\(name)' can't be the former name of two declarations; keep one '@renamed'"
  }

  static func renamedCasePresent(_ value: String) -> String {
    "\(value) is still the raw value of a case; write the value that this case had before, or remove '@renamed'"
  }

  static func renamedCaseTwice(_ value: String) -> String {
    "two cases can't both have had the raw value \(value); keep one '@renamed'"
  }

  static func renamedCaseType(_ type: String, isText: Bool) -> String {
    "the raw values of '\(type)' are \(isText ? "strings" : "integers"); write '@renamed(from: "
      + "\(isText ? "\"old_value\"" : "3"))'"
  }

  static func renamedCaseOfUnstored(_ type: String) -> String {
    "'@renamed' has no effect here, because no column stores the raw values of '\(type)'; remove it. Values inside '@json' are "
      + "changed by a statement of your own in a migration"
  }

  static func renamedSeveralCases(_ cases: [String]) -> String {
    "'@renamed' applies to \(list(cases)) together; declare each case on its own line"
  }

  static func emptyName(_ what: String) -> String { "this \(what) has an empty name; write a name" }

  static func controlCharacter(_ what: String) -> String {
    "the name of this \(what) contains a control character; use only printable characters"
  }

  static func sqliteName(_ name: String, what: String) -> String {
    "'\(name)' can't be the name of a \(what), because SQLite reserves names that start with 'sqlite_'; write "
      + (what == "view" ? "'@view(…, name: \"…\")'" : "'@table(\"…\")'") + " with another name"
  }

  static func tableFunctionName(_ name: String, what: String) -> String {
    "'\(name)' can't be the name of a \(what), because it would hide the table-valued function of that name, which statements of Postil "
      + "use; write " + (what == "view" ? "'@view(…, name: \"…\")'" : "'@table(\"…\")'") + " with another name"
  }

  static func migrationTableName(_ name: String, what: String) -> String {
    "'\(name)' can't be the name of a \(what), because the table of that name records the applied migrations; write "
      + (what == "view" ? "'@view(…, name: \"…\")'" : "'@table(\"…\")'") + " with another name"
  }

  static func tuplePattern(_ text: String) -> String {
    "'\(text)' declares several properties with a tuple pattern; declare each on its own line"
  }

  static func lazyProperty(_ name: String) -> String {
    "'\(name)' is lazy, but a row is always read completely; remove 'lazy', or use a computed property"
  }

  static func weakProperty(_ name: String, _ modifier: String) -> String {
    "'\(name)' is '\(modifier)', but a column can't hold an object reference; store its identifier instead"
  }

  static func hiddenProperty(_ name: String, _ modifier: String) -> String {
    "'\(name)' is \(modifier), so generated code in another file can't use it; remove '\(modifier)', or mark it '@transient'"
  }

  static func hiddenSetter(_ name: String, _ modifier: String) -> String {
    "'\(name)' is '\(modifier)(set)', so generated code in another file can't set it; remove '\(modifier)(set)', or write 'let'"
  }

  static func propertyWrapper(_ name: String, _ wrapper: String) -> String {
    "'\(name)' has the property wrapper '@\(wrapper)', which is not supported for columns; remove the wrapper, or mark the "
      + "property '@transient'"
  }

  static func conditionalColumn(_ name: String, model: String) -> String {
    "'\(name)' is inside '#if', so the table of '\(model)' would depend on the build; move it out of the '#if', or mark it "
      + "'@transient'"
  }

  static func letWithValue(_ name: String) -> String {
    "'\(name)' is a 'let' with a value, so it can't be set from a row; write 'let \(name): …' without the value, 'var', or "
      + "'static let'"
  }

  static func typeMissing(_ name: String) -> String {
    "the type of '\(name)' can't be inferred from its value; write 'var \(name): … = …'"
  }

  static func transientWithoutDefault(_ name: String) -> String {
    "'\(name)' is '@transient' and has no default, so it can't be set when a row is read; add a default"
  }

  static func annotationOnTransient(_ annotation: String, property: String) -> String {
    "'@\(annotation)' has no effect on '\(property)', which is '@transient' and therefore not a column; remove one of the two"
  }
}
