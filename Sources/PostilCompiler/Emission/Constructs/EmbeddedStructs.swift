/// The code for structs that models embed: their properties are columns of the models' tables.
struct EmbeddedStructs {
  var structs: [ResolvedEmbeddedStruct]
  var names: RuntimeNames

  init(_ structs: [ResolvedEmbeddedStruct], names: RuntimeNames) {
    self.structs = structs
    self.names = names
  }

  var code: [Code] { structs.map { [.conditional($0.conditions, conformance(of: $0))] }.separatedByBlanks() }

  private func conformance(of type: ResolvedEmbeddedStruct) -> [Code] {
    let isInlinable = type.access == .public && type.properties.allSatisfy { $0.access == .public }
    let group = ColumnGroupCode(
      type: type.swiftName, properties: type.properties,
      rowCode: RowCode(access: type.access, isInlinable: isInlinable, names: names))
    return [
      .type("nonisolated extension \(type.swiftName): \(names[.columnGroup])") {
        [[group.count] + group.requiredColumn, group.readingInitializer, group.bind, group.columns].separatedByBlanks()
      }
    ]
  }
}
