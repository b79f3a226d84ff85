import PostilSchema

/// Distinct names for the members of a struct and for the columns of its table.
struct MemberNames {
  private var members: Set<String> = []
  private var columns: Set<String> = []

  /// The name of a property, and the name of its column if that isn't derived from the property.
  mutating func takeProperty(_ name: String, or alternative: String? = nil) -> (name: String, column: String?) {
    let name = take([name] + (alternative.map { [$0] } ?? []) + [name + "Value"])
    let derived = SnakeCase.name(name)
    var column = derived
    var number = 2
    while !columns.insert(column.lowercased()).inserted {
      column = "\(derived)_\(number)"
      number += 1
    }
    return (name, column == derived ? nil : column)
  }

  /// The name of a relationship, which can't be a keyword, because queries use it like a column.
  mutating func takeRelationship(_ name: String) -> String {
    take((SwiftWords.written(name) == name ? [name] : []) + [name + "Rows"])
  }

  /// The name of a to-one relationship whose property has this name with `ID`.
  mutating func takeReference(_ name: String) -> (relationship: String, property: String, column: String?) {
    var candidates = SwiftWords.written(name) == name ? [name, name + "Row"] : [name + "Row"]
    for number in 2...9 { candidates.append("\(name)Row\(number)") }
    let free = candidates.first {
      !members.contains($0) && !members.contains($0 + "ID") && SwiftWords.isPossibleMember($0)
    }
    let chosen = free ?? take([name])
    members.insert(chosen)
    let property = takeProperty(chosen + "ID")
    return (chosen, property.name, property.column)
  }

  private mutating func take(_ candidates: [String]) -> String {
    for name in candidates where SwiftWords.isPossibleMember(name) && members.insert(name).inserted { return name }
    let last = candidates.last ?? "value"
    var number = 2
    while !members.insert("\(last)\(number)").inserted { number += 1 }
    return "\(last)\(number)"
  }
}
