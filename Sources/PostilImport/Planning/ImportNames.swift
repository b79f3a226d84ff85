import PostilCatalog
import PostilSQL
import PostilSchema

/// Distinct names for all structs and their properties.
struct ImportNames {
  private var structs: [String: String] = [:]
  /// The names of the properties and relationships of each table.
  private var members: [String: Set<String>] = [:]
  let style: NameStyle
  private let store: CoreDataStore?

  init(_ catalog: DatabaseCatalog, style: NameStyle, target: String, store: CoreDataStore? = nil) {
    self.style = style
    self.store = store
    let prefix = style.prefix(of: catalog.tables.map(\.name))
    // SwiftPM treats a target with a file named 'main.swift', in any case, as an executable.
    var taken: Set<String> = [target.lowercased(), "\(target)Schema".lowercased(), "notimported", "main"]
    for object in catalog.tables.map(\.name) + catalog.views.map(\.name) {
      let entity = style == .exact ? nil : store?.entity(of: object)
      let name = entity ?? style.typeName(of: object, prefix: prefix)
      // Two files whose names differ only in case are the same file on some file systems.
      let candidates = [name] + (style == .exact ? [] : [NameStyle.words.typeName(of: object)]) + [name + "Row"]
      let numbered = (2...).lazy.map { "\(name)\($0)" }
      let free = candidates.first { SwiftWords.isPossibleType($0) && !taken.contains($0.lowercased()) }
      let chosen = free ?? numbered.first { !taken.contains($0.lowercased()) } ?? name
      taken.insert(chosen.lowercased())
      structs[object.foldedName] = chosen
    }
  }

  /// The struct of a table or view.
  func structName(of object: String) -> String { structs[object.foldedName] ?? "Table" }

  /// The name of a column's property, if it isn't taken.
  func propertyName(of column: String) -> String {
    style.propertyName(of: style == .exact ? column : store?.attribute(of: column) ?? column)
  }

  /// The names of all structs.
  var structNames: Set<String> { Set(structs.values) }

  /// Reserves a name for a member of a table's struct. Returns `false` if it is taken or not allowed.
  mutating func take(_ name: String, in table: String) -> Bool {
    guard !name.isEmpty, SwiftWords.isPossibleMember(name) else { return false }
    return members[table.foldedName, default: []].insert(name).inserted
  }

  /// Reserves a name for a relationship. Queries use it next to the columns, and it can't be a keyword.
  mutating func takeRelationship(_ name: String, in table: String) -> Bool {
    SwiftWords.written(name) == name && take(name, in: table)
  }

  func isTaken(_ name: String, in table: String) -> Bool {
    members[table.foldedName]?.contains(name) == true
  }

  /// Reserves the first free name, otherwise the last one with a number.
  mutating func takeFirst(of names: [String], in table: String) -> String {
    if let free = names.first(where: { take($0, in: table) }) { return free }
    let last = names.last ?? "column"
    var number = 2
    while !take("\(last)\(number)", in: table) { number += 1 }
    return "\(last)\(number)"
  }
}
