/// One operation of a relationship in its two forms: a method of the row, and a static function over ids alone.
struct RelationshipOperation {
  /// What the operation takes besides the owner.
  enum Argument {
    case none
    /// A row of the target, `nil` included where `isOptional`.
    case one(isOptional: Bool)
    /// Rows of the target.
    case many(label: String)
  }

  var context: RelationshipContext
  /// `addToTags`
  var name: String
  var argument: Argument
  /// What the static form returns; discardable.
  var result: RuntimeName?
  /// What it does, then the SQL that it runs.
  var documentation: [String]
  /// Of the static form, whose parameters have the names that `context` gives them.
  var body: [Code]
  /// Where the method returns something else than the static form: its result, and its body after the call.
  var methodResult: (type: String, body: [Code])?

  private var transaction: FunctionCode.Parameter { .init("in", "db", "some \(context.names[.writeTransaction])") }

  /// The two stand together, without an empty line between them.
  var code: [Code] { method + staticForm }

  private var method: [Code] {
    let parameters: [FunctionCode.Parameter]
    let argumentText: String
    switch argument {
    case .none:
      parameters = []
      argumentText = ""
    case .one(let isOptional):
      parameters = [.init("_", context.targetName, context.target.swiftName + (isOptional ? "?" : ""))]
      argumentText = "\(SwiftNames.declared(context.targetName))\(isOptional ? "?" : "").id, "
    case .many(let label):
      let type = "some \(context.names[.sequence])<\(context.target.swiftName)>"
      parameters = [.init(label, context.targetNames, type)]
      argumentText = "\(label): \(SwiftNames.declared(context.targetNames)).map(\\.id), "
    }
    let call = "try \(context.owner.type).\(name)(\(argumentText)of: id, in: db)"
    return function(
      documentation, "func \(name)", parameters, methodResult?.type ?? result.map { context.names[$0] },
      [.line(call)] + (methodResult?.body ?? []))
  }

  private var staticForm: [Code] {
    let parameters: [FunctionCode.Parameter]
    switch argument {
    case .none: parameters = []
    case .one(let isOptional):
      parameters = [.init("_", context.targetID, context.targetIDType + (isOptional ? "?" : ""))]
    case .many(let label):
      parameters = [.init(label, context.targetIDs, "some \(context.names[.sequence])<\(context.targetIDType)>")]
    }
    return function(
      ["The same by ids alone; no row is loaded."], "static func \(name)",
      parameters + [.init("of", context.ownerID, "ID")], result.map { context.names[$0] }, body)
  }

  private func function(
    _ documentation: [String], _ introducer: String, _ parameters: [FunctionCode.Parameter], _ result: String?,
    _ body: [Code]
  ) -> [Code] {
    FunctionCode(
      documentation: documentation,
      attributes: context.inlinable + (result == nil ? [] : ["@discardableResult"]), access: context.access,
      introducer: introducer, parameters: parameters + [transaction], result: result, body: body
    ).code
  }
}

extension RelationshipContext {
  /// An operation whose static form is one statement.
  ///
  /// - Parameter changed: what follows the count of rows: ` > 0` makes a `Bool` of it.
  func operation(
    _ name: String, _ argument: RelationshipOperation.Argument, result: RuntimeName? = nil, _ summary: String,
    _ statement: SQLStatement, changed: String = ""
  ) -> [Code] {
    RelationshipOperation(
      context: self, name: name, argument: argument, result: result, documentation: [summary, sqlProse(statement)],
      body: [execute(statement, argument, suffix: changed)]
    ).code
  }

  /// `try db.execute(…, itemID, tagID)`, the owner's key bound first.
  func execute(
    _ statement: SQLStatement, _ argument: RelationshipOperation.Argument, prefix: String = "", suffix: String = ""
  ) -> Code {
    let owner = SwiftNames.declared(ownerID)
    let keys =
      switch argument {
      case .none: [owner]
      case .one: [owner, targetID]
      case .many: [owner, "jsonArray(of: \(targetIDs))"]
      }
    return run(statement, prefix: prefix, suffix: suffix, keys)
  }

  /// `try db.execute(…)` with the keys that the statement binds, in their order.
  func run(_ statement: SQLStatement, prefix: String = "", suffix: String = "", _ keys: [String]) -> Code {
    .call("\(prefix)try db.execute(", [owner.statement(statement)] + keys.map { .line($0) }, ")" + suffix)
  }

  /// The statement as documentation shows it.
  func sqlProse(_ statement: SQLStatement) -> String {
    let ticks = statement.text.contains("`") ? "``" : "`"
    return ticks + Paragraphs.singleLine(statement.text) + ticks
  }
}
