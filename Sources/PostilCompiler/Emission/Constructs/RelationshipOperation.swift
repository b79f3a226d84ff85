// The operations of a relationship. Each has two forms: a method that takes rows, and a static form that takes only
// IDs. The static form is a function, or a constant that holds the statements and is called like a function.

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
  }

  /// The method form. It calls the static form, followed by `body`.
  func method(
    _ name: String, _ argument: Argument, result: String? = nil, _ documentation: String, body: [Code] = []
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
    }
    let call = "try \(owner.type).\(name)(\((arguments + ["of: id", "in: db"]).joined(separator: ", ")))"
    return function("func \(name)", parameters, result, [documentation], [.line(call)] + body)
  }

  /// The static form as a function.
  func staticFunction(_ name: String, _ argument: Argument, result: String? = nil, body: [Code]) -> [Code] {
    let parameters: [FunctionCode.Parameter] =
      switch argument {
      case .none: []
      case .one(let isOptional): [.init("_", targetID, targetIDType + (isOptional ? "?" : ""))]
      case .many(let label): [.init(label, targetIDs, "some \(names[.sequence])<\(targetIDType)>")]
      case .values(let values): values
      case .oneAt(let value): [.init("_", targetID, targetIDType), value]
      }
    return function("static func \(name)", parameters + [.init("of", ownerID, "ID")], result, [], body)
  }

  private func function(
    _ introducer: String, _ parameters: [FunctionCode.Parameter], _ result: String?, _ documentation: [String],
    _ body: [Code]
  ) -> [Code] {
    FunctionCode(
      documentation: documentation, attributes: inlinable + (result == nil ? [] : ["@discardableResult"]),
      access: access, introducer: introducer,
      parameters: parameters + [.init("in", "db", "some \(names[.writeTransaction])")], result: result, body: body
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
      + method(removeAll, .none, result: names[.int], "Removes all; returns how many there were.")
      + constant(removeAll, .removeAll, [owner.type], [owner.statement(all)])
  }

  /// `try db.execute(…)` with the keys that the statement binds, in order.
  func execute(_ statement: StatementText, _ keys: [String], suffix: String = "") -> Code {
    .call(
      "try db.execute(", [owner.statement(statement)] + keys.map { .line(SwiftNames.declared($0)) }, ")" + suffix)
  }

  /// `try db.update(Step.self, …, itemID, stepID)`, which throws if the statement finds no row.
  func update(_ model: String, _ statement: StatementText, value: String, key: String) -> Code {
    .call(
      "try db.update(",
      [
        .line("\(model).self"), owner.statement(statement), .line(SwiftNames.declared(value)),
        .line(SwiftNames.declared(key)),
      ])
  }
}

extension FunctionCode.Parameter {
  /// The argument that passes the parameter on in a call.
  fileprivate var argument: String { "\(label ?? name): \(name)" }
}
