// The names that SwiftData and Postil have in common, as SwiftData declares them.

@attached(member, names: arbitrary)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

@attached(peer)
public macro Relationship() = #externalMacro(module: "SwiftDataMacros", type: "RelationshipMacro")

@attached(accessor) @attached(peer, names: prefixed(`_`))
public macro Query() = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@MainActor @propertyWrapper public struct Query<Element, Result> {
  public init() { fatalError() }
  public var wrappedValue: Result { fatalError() }
}
