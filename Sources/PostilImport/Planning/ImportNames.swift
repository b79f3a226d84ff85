import PostilCatalog
import PostilSQL
import PostilSchema

/// The names of all structs and of their properties, each different from the others.
struct ImportNames {
  private var structs: [String: String] = [:]
  /// The names that properties and relationships of a table have, by the table.
  private var members: [String: Set<String>] = [:]
  let style: NameStyle
  private let store: CoreDataStore?

  init(_ catalog: DatabaseCatalog, style: NameStyle, target: String, store: CoreDataStore? = nil) {
    self.style = style
    self.store = store
    let prefix = style.prefix(of: catalog.tables.map(\.name))
    // SwiftPM takes a target with a file 'main.swift', in whatever case, for a program.
    var taken: Set<String> = [target.lowercased(), "\(target)Schema".lowercased(), "notimported", "main"]
    for object in catalog.tables.map(\.name) + catalog.views.map(\.name) {
      let entity = style == .exact ? nil : store?.entity(of: object)
      let name = entity ?? style.typeName(of: object, prefix: prefix)
      // Two files whose names differ in case alone are one on some file systems.
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

  /// The name that the property of a column has, unless another property has it.
  func propertyName(of column: String) -> String {
    style.propertyName(of: style == .exact ? column : store?.attribute(of: column) ?? column)
  }

  /// The names of all structs.
  var structNames: Set<String> { Set(structs.values) }

  /// Takes a name for a member of a table's struct; `false` where it has one of that name, or cannot have one.
  mutating func take(_ name: String, in table: String) -> Bool {
    guard !name.isEmpty, SwiftWords.isPossibleMember(name) else { return false }
    return members[table.foldedName, default: []].insert(name).inserted
  }

  /// Takes a name for a relationship, which stands among the columns in queries and is no keyword.
  mutating func takeRelationship(_ name: String, in table: String) -> Bool {
    SwiftWords.written(name) == name && take(name, in: table)
  }

  func isTaken(_ name: String, in table: String) -> Bool {
    members[table.foldedName]?.contains(name) == true
  }

  /// Takes the first of some names that is free, or the last of them with a number.
  mutating func takeFirst(of names: [String], in table: String) -> String {
    if let free = names.first(where: { take($0, in: table) }) { return free }
    let last = names.last ?? "column"
    var number = 2
    while !take("\(last)\(number)", in: table) { number += 1 }
    return "\(last)\(number)"
  }
}
