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
            targets: properties.map { Self.member($0, besides: "row") }, values: properties.map(reading)))
      ]
    ).code
  }

  /// A function that binds these properties in their order.
  func binding(_ name: String, _ properties: [ResolvedProperty]) -> [Code] { binding(name, properties.map(bind)) }

  /// A function that binds as its body says.
  func binding(_ name: String, _ body: [Code]) -> [Code] {
    FunctionCode(
      attributes: isInlinable ? ["@inlinable"] : [], access: access, introducer: "func \(name)",
      parameters: [.init("to", "binder", "inout some \(names[.valueBinder])")], isThrowing: false, body: body
    ).code
  }

  /// What reads a property from `row`.
  private func reading(_ property: ResolvedProperty) -> String {
    guard property.group != nil else {
      return names.storage(property.storage, isOptional: property.isOptional).map { "row.read(as: \($0).self)" }
        ?? "row.read()"
    }
    return property.isOptional ? "row.readGroupIfPresent()" : "row.readGroup()"
  }

  /// What binds a property to `binder`.
  func bind(_ property: ResolvedProperty) -> Code {
    let value = Self.member(property, besides: "binder")
    guard let storage = names.storage(property.storage, isOptional: property.isOptional) else {
      return .line("\(value).bind(to: &binder)")
    }
    return .line("binder.bind(\(value), as: \(storage).self)")
  }

  /// A member of the struct, with `self.` where the function's parameter has its name.
  private static func member(_ property: ResolvedProperty, besides parameter: String) -> String {
    parameter == property.name ? "self." + SwiftNames.member(property.name) : SwiftNames.declared(property.name)
  }
}
