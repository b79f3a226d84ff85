// The operations of a relationship. Each has two forms: a method that takes rows, and a static form that takes only ids, a
// constant that holds the statements and is called as a function.

extension RelationshipContext {
  /// The arguments of an operation besides the owner.
  enum Argument {
    case none
    /// A row of the target; `nil` is accepted if `isOptional`.
    case one(isOptional: Bool = false)
    /// Rows of the target.
    case many(label: String)
    /// Values that are the same in both forms.
    case values([FunctionCode.Parameter])
    /// A row of the target, then a value.
    case oneAt(FunctionCode.Parameter)
    /// A row of the target, then another one with this label.
    case oneBeside(String)
  }

  /// The method, which calls the static form.
  ///
  /// - Parameters:
  ///   - changes: the changes of the owner's properties, `$0.projectID = project.id`, which the static form makes in the row that
  ///     it returns.
  ///   - rest: the lines that follow the call.
  func method(
    _ name: String, _ argument: Argument, result: String? = nil, _ documentation: String, changes: [Code] = [],
    rest: [Code] = []
  ) -> [Code] {
    let (row, rows) = (SwiftNames.declared(targetName), SwiftNames.declared(targetNames))
    let parameters: [FunctionCode.Parameter]
    let arguments: [String]
    switch argument {
    case .none: (parameters, arguments) = ([], [])
    case .one(let isOptional):
      parameters = [.init("_", targetName, target.swiftName + (isOptional ? "?" : ""))]
      arguments = [row + (isOptional ? "?.id" : ".id")]
    case .many(let label):
      parameters = [.init(label, targetNames, "some \(names[.sequence])<\(target.swiftName)>")]
      arguments = ["\(label): \(rows).map(\\.id)"]
    case .values(let values):
      parameters = values
      arguments = values.map(\.argument)
    case .oneAt(let value):
      parameters = [.init("_", targetName, target.swiftName), value]
      arguments = [row + ".id", value.argument]
    case .oneBeside(let label):
      parameters = [.init("_", targetName, target.swiftName), .init(label, "other", target.swiftName)]
      arguments = [row + ".id", "\(label): other.id"]
    }
    let open = "try \(owner.type).\(name)("
    let call: Code =
      changes.isEmpty
      ? .line(open + (arguments + ["of: id", "in: db"]).joined(separator: ", ") + ")")
      : .call(open, (arguments + ["of: self", "in: db"]).map { .line($0) }) { changes }
    return FunctionCode(
      documentation: [documentation], attributes: inlinable + (result == nil ? [] : ["@discardableResult"]),
      access: access, introducer: "func \(name)",
      parameters: parameters + [.init("in", "db", "some \(names[.writeTransaction])")], result: result,
      body: [call] + rest
    ).code
  }

  /// The static form as a constant: `static let removeFromTags = _RemoveOne<Item, Tag>(…)`.
  ///
  /// - Parameter generics: the type's generic arguments; empty if Swift infers them.
  func constant(_ name: String, _ type: RuntimeName, _ generics: [String], _ arguments: [Code]) -> [Code] {
    let list = generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>"
    return [.call("\(access.prefix)static let \(name) = \(names[type])\(list)(", arguments)]
  }

  /// `removeFromTags` and `removeAllFromTags`.
  func removals(one: GeneratedStatement, all: GeneratedStatement, _ documentation: String) -> [Code] {
    let (removeOne, removeAll) = ("removeFrom\(capitalizedName)", "removeAllFrom\(capitalizedName)")
    return method(removeOne, .one(), result: names[.bool], documentation)
      + constant(removeOne, .removeOne, [owner.type, target.swiftName], [owner.statement(one)])
      + method(removeAll, .none, result: names[.int], "Removes all; returns how many were removed.")
      + constant(removeAll, .removeAll, [owner.type], [owner.statement(all)])
  }
}

extension FunctionCode.Parameter {
  /// The argument that passes the parameter on in a call.
  fileprivate var argument: String { "\(label ?? name): \(name)" }
}
