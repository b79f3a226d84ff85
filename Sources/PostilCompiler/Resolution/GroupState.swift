import PostilSQL
import PostilSchema

/// A stored property with several columns.
struct GroupState {
  enum Kind: Hashable {
    /// A struct with `@embedded`.
    case embedded
    /// The identifier of a model whose key has several columns.
    case identifier(model: Int)
  }

  var source: AnnotatedProperty
  /// The property path: `address`, `address.location`.
  var name: String
  /// The type as generated code writes it, without `?`.
  var type: String
  var isOptional: Bool
  var kind: Kind
  /// Its columns among the properties of the model.
  var leaves: Range<Int>
  /// The columns, counted from the group's first, that are `NULL` only if the value is `nil`.
  var required: [Int]
  /// The prefix of its columns' names.
  var prefix = ""
  /// The base of the names of constraints over the columns.
  var columnBase: String
  var access: Access
  var documentation: [String]
  var defaultValue: String?

  /// Whether it isn't part of another group.
  var isOutermost: Bool { !name.contains(".") }

  /// The condition that keeps an optional value consistent: either all of its columns are `NULL`, or none of the
  /// required ones is. `nil` if it isn't needed.
  func wholeness(of columns: [String]) -> String? {
    guard isOptional, columns.count > 1 else { return nil }
    let names = columns.map { SQLText.identifier($0) }
    let none = names.map { "\($0) IS NULL" }.joined(separator: " AND ")
    let all = required.map { "\(names[$0]) IS NOT NULL" }.joined(separator: " AND ")
    return "(\(none)) OR (\(all))"
  }
}

/// The columns of embedded structs and of composite keys, each resolved once.
struct ColumnLayouts {
  /// Structs that models embed, by name.
  var structs: [String: ModelState] = [:]
  /// The structs that models of other targets embed at any depth, by target.
  var structsOfTargets: [String: Set<String>] = [:]
  /// Composite keys that properties hold, by model.
  var keys: [Int: ModelState] = [:]
  /// The models whose composite key a property holds.
  var heldKeys: Set<Int> = []
  /// The structs and keys that are being resolved, to find cycles.
  var open: Set<String> = []
}

extension ModelState {
  /// Adds a property with several columns: those of `layout`, with `prefix`.
  mutating func add(_ group: GroupState, layout: ModelState, prefix: String, place: SourcePlace) {
    let start = properties.count
    let names = Dictionary(
      layout.properties.map { ($0.column, prefix + $0.column) }, uniquingKeysWith: { first, _ in first })
    for inner in layout.properties {
      var leaf = inner
      leaf.name = "\(group.name).\(inner.name)"
      leaf.column = prefix + inner.column
      leaf.prefix = prefix + inner.prefix
      leaf.place = place
      leaf.type.isOptional = inner.type.isOptional || group.isOptional
      switch group.kind {
      case .embedded: leaf.columnsOfStruct = inner.columnsOfStruct?.mapValues { prefix + $0 } ?? names
      case .identifier:
        // Annotations on the reference apply to all of its columns; annotations on the key apply only to the key.
        leaf.source = group.source
        leaf.source.notes = []
        leaf.documentation = []
        leaf.defaultValue = nil
      }
      properties.append(leaf)
    }
    var group = group
    group.prefix = prefix
    group.leaves = start..<properties.count
    groups.append(group)
    for inner in layout.groups {
      var nested = inner
      nested.name = "\(group.name).\(inner.name)"
      nested.columnBase = prefix + inner.columnBase
      nested.leaves = start + inner.leaves.lowerBound..<start + inner.leaves.upperBound
      groups.append(nested)
    }
  }

  /// The columns of a property path: one, or those of a group.
  func leaves(_ path: String) -> Range<Int>? {
    if let index = property(path) { return index..<index + 1 }
    return groups.first { $0.name == path }?.leaves
  }

  /// The outermost group of a property's column; `nil` for a column without a group.
  func group(ofLeaf index: Int) -> GroupState? { groups.first { $0.isOutermost && $0.leaves.contains(index) } }

  /// The groups that contain a property's column, the outermost first. A reference is a single group: annotations
  /// inside the key apply to the key.
  func groups(ofLeaf index: Int) -> [GroupState] {
    guard let outermost = group(ofLeaf: index) else { return [] }
    guard outermost.kind == .embedded else { return [outermost] }
    return groups.filter { $0.leaves.contains(index) }.sorted { $0.name.utf8.count < $1.name.utf8.count }
  }

  /// Whether every property was read without error.
  var isWhole: Bool { !properties.isEmpty && areColumnsComplete }

  /// The stored properties in the form that emission uses.
  var resolvedProperties: [ResolvedProperty] {
    properties.indices.compactMap { index in
      guard let group = group(ofLeaf: index) else { return resolvedProperty(properties[index]) }
      guard group.leaves.lowerBound == index else { return nil }
      var property = ResolvedProperty(
        name: group.name, column: properties[index].column,
        group: properties[group.leaves].map {
          ResolvedColumn(name: $0.column, property: $0.name, isOptional: $0.type.isOptional)
        },
        type: group.type + (group.isOptional ? "?" : ""), isOptional: group.isOptional,
        isLet: group.source.declaration.isLet, access: group.access, documentation: group.documentation,
        defaultValue: group.defaultValue)
      property.isSecret = group.source.note("secret") != nil
      return property
    }
  }

  private func resolvedProperty(_ state: PropertyState) -> ResolvedProperty {
    var property = ResolvedProperty(
      name: state.name, column: state.column, type: state.type.text, storage: state.type.stored.storage,
      isOptional: state.type.isOptional, isLet: state.source.declaration.isLet, access: state.access,
      documentation: state.documentation,
      defaultValue: state.defaultValue, sqlDefault: state.sqlDefault)
    property.role = state.role
    property.isSecret = state.source.note("secret") != nil
    return property
  }
}
