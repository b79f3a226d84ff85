/// The functions that read a model or a column group from a row and bind it to a statement.
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

  /// A function that binds these properties in order.
  func binding(_ name: String, _ properties: [ResolvedProperty]) -> [Code] {
    FunctionCode(
      attributes: isInlinable ? ["@inlinable"] : [], access: access, introducer: "func \(name)",
      parameters: [.init("to", "binder", "inout some \(names[.valueBinder])")], isThrowing: false,
      body: bind(properties)
    ).code
  }

  /// The expression that reads a property from `row`.
  private func reading(_ property: ResolvedProperty) -> String {
    guard property.group != nil else {
      return names.storage(property.storage, isOptional: property.isOptional).map { "row.read(as: \($0).self)" }
        ?? "row.read()"
    }
    return property.isOptional ? "row.readGroupIfPresent()" : "row.readGroup()"
  }

  /// The calls that bind properties to `binder`: up to five at a time. Properties stored in a different form are bound
  /// one by one.
  private func bind(_ properties: [ResolvedProperty]) -> [Code] {
    var lines: [Code] = []
    var run: [String] = []
    func endRun() {
      lines += run.evenParts(ofAtMost: 5).map(Array.init).map { values in
        values.count == 1
          ? .line("\(values[0])._bind(to: &binder)") : .call("binder.bind(", values.map { .line($0) })
      }
      run = []
    }
    for property in properties {
      let value = Self.member(property, besides: "binder")
      if let storage = names.storage(property.storage, isOptional: property.isOptional) {
        endRun()
        lines.append(.line("binder.bind(\(value), as: \(storage).self)"))
      } else {
        run.append(value)
      }
    }
    endRun()
    return lines
  }

  /// A member of the struct, with `self.` if the function's parameter has the same name.
  private static func member(_ property: ResolvedProperty, besides parameter: String) -> String {
    parameter == property.name ? "self." + SwiftNames.member(property.name) : SwiftNames.declared(property.name)
  }
}
