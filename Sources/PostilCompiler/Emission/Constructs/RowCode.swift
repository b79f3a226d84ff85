/// The functions that read a value from a row and bind it to a statement: of a model, and of a group of columns.
struct RowCode {
  var access: Access
  var isInlinable: Bool
  var names: RuntimeNames

  /// `init(row:)`
  func readingInitializer(of properties: [ResolvedProperty]) -> [Code] {
    FunctionCode(
      attributes: isInlinable ? ["@inlinable"] : [], access: access, introducer: "init",
      parameters: [.init(nil, "row", "inout some \(names[.rowReader])")],
      body: [
        .assignment(
          TupleAssignment(
            targets: properties.map { Self.member($0, besides: "row") }, values: properties.map(Self.reading)))
      ]
    ).code
  }

  /// A function that binds these properties in their order.
  func binding(_ name: String, _ properties: [ResolvedProperty]) -> [Code] { binding(name, properties.map(Self.bind)) }

  /// A function that binds as its body says.
  func binding(_ name: String, _ body: [Code]) -> [Code] {
    FunctionCode(
      attributes: isInlinable ? ["@inlinable"] : [], access: access, introducer: "func \(name)",
      parameters: [.init("to", "binder", "inout some \(names[.valueBinder])")], isThrowing: false, body: body
    ).code
  }

  /// What reads a property from `row`.
  private static func reading(_ property: ResolvedProperty) -> String {
    guard property.group != nil else { return "row.read()" }
    return property.isOptional ? "row.readGroupIfPresent()" : "row.readGroup()"
  }

  /// What binds a property to `binder`.
  static func bind(_ property: ResolvedProperty) -> Code {
    .line("\(member(property, besides: "binder")).bind(to: &binder)")
  }

  /// A member of the struct, with `self.` where the function's parameter has its name.
  private static func member(_ property: ResolvedProperty, besides parameter: String) -> String {
    parameter == property.name ? "self." + SwiftNames.member(property.name) : SwiftNames.declared(property.name)
  }
}
