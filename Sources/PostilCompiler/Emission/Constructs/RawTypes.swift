/// Enums with raw values and identifiers of people's own: columns store their raw values.
struct RawTypes {
  var types: [ResolvedRawType]
  var names: RuntimeNames

  init(_ types: [ResolvedRawType], names: RuntimeNames) {
    self.types = types
    self.names = names
  }

  var code: [Code] {
    types.map { type in
      let conformances = (type.isRawRepresentable ? [] : [names[.rawRepresentable]]) + [names[.rawColumnValue]]
      return [
        .conditional(
          type.conditions,
          [.line("nonisolated extension \(type.swiftName): \(conformances.joined(separator: ", ")) {}")])
      ]
    }.separatedByBlanks()
  }
}
