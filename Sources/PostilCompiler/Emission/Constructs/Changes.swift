import PostilSchema

/// The model's `Changes` (`@changes`): new values for some of its columns.
struct Changes {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }
  private var properties: [ResolvedProperty] { context.model.properties.filter { context.isSettable($0) } }
  private var version: ResolvedProperty? { context.model.properties.first { $0.role == .version } }
  private var all: [ResolvedProperty] { properties + (version.map { [$0] } ?? []) }

  init(_ context: ModelContext) { self.context = context }

  /// Empty without `@changes`.
  var code: [Code] {
    guard context.model.hasChanges else { return [] }
    let conformances =
      context.model.draftConformances.map { names.conformance($0) } + [names[.modelChanges]]
      + (context.hasSecrets ? [names[.customReflectable]] : [])
    return [
      .documentation([
        "New values for some columns of a row of `\(context.table)` (`@changes`). `nil` leaves a column as it is; "
          + "`.some(nil)` sets it to `NULL`."
      ]),
      .type("\(access)struct Changes: \(conformances.joined(separator: ", "))") {
        [storage, initializer, difference, decoding, assigning, secrets].separatedByBlanks()
      },
    ]
  }

  private var storage: [Code] {
    all.flatMap { property -> [Code] in
      let access = Access.narrower(context.access, property.access).prefix
      let declaration = Code.line("\(access)var \(SwiftNames.declared(property.name)): \(property.type)?")
      return property.role == .version
        ? [.documentation(["If it isn't `nil`, only a row with this version is changed."]), declaration] : [declaration]
    }
  }

  private var initializer: [Code] {
    FunctionCode(
      access: all.map(\.access).reduce(context.access, Access.narrower), introducer: "init",
      parameters: all.map { .init(nil, $0.name, $0.type + "?", defaultValue: "nil") }, isThrowing: false,
      body: Code.initializing(
        all.map { ("self." + SwiftNames.member($0.name), SwiftNames.declared($0.name)) })
    ).code
  }

  /// The initializer that compares two rows. Lazy columns aren't in rows.
  private var difference: [Code] {
    let arguments = all.filter { $0.role != .lazy }.map { property -> Code in
      let (label, member) = (SwiftNames.label(property.name), SwiftNames.member(property.name))
      if property.role == .version { return .line("\(label): old.\(member)") }
      let form = names.storage(property.storage, isOptional: property.isOptional).map { ", as: \($0).self" } ?? ""
      return .line("\(label): Self._change(old.\(member), new.\(member)\(form))")
    }
    return FunctionCode(
      access: context.access, introducer: "init",
      parameters: [.init("from", "old", context.type), .init("to", "new", context.type)], isThrowing: false,
      body: [.call("self.init(", arguments)]
    ).code
  }

  /// Swift's own initializer takes `null` for a missing key.
  private var decoding: [Code] {
    guard context.model.draftConformances.contains(where: { $0 == "Codable" || $0 == "Decodable" }) else { return [] }
    return Draft.decoding(all.map { ($0.name, "_change", nil) }, of: context)
  }

  private var secrets: [Code] {
    Secrets(context).members(of: all.map { .init(name: $0.name, isOptional: true, isSecret: $0.isSecret) })
  }

  private var assigning: [Code] {
    let lines = properties.map { property in
      let member = SwiftNames.member(property.name)
      return Code.line("if let value = self.\(member) { assignments.append(row.\(member).set(value)) }")
    }
    let version: [Code] =
      version.map {
        [.line("\(access)var _version: \(names[.boundValue])? { \(SwiftNames.declared($0.name))?._boundValue }")]
      } ?? []
    return FunctionCode(
      access: context.access, introducer: "func _assign",
      parameters: [
        .init("to", "row", "Columns"), .init("_", "assignments", "inout [\(names[.assignment])<\(context.type)>]"),
      ], isThrowing: false, body: lines
    ).code + version
  }
}
