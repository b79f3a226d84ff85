import PostilCompiler
import PostilSQL
import PostilSchema

/// Plans the structs for the entities of a model, and reads the rows of a store, if there is one, to choose types that fit all values.
///
/// An entity and its subentities share a struct, as they share a table in the store: the struct has the properties of all of
/// them, and an enum with the entity of each row.
struct EntityPlanner {
  /// A store with the places of the model's properties.
  struct Store {
    var layout: StoreLayout
    var binding: StoreBinding
    /// The columns that the user names.
    var stated = StatedColumns()
    var rows: StoreRows
    var files: ExternalFiles
  }

  let model: EntityModel
  let store: Store?
  /// Whether names and types come from the store alone.
  let isGuess: Bool
  var plans: [EntityPlan] = []
  /// What couldn't be decoded or expressed, for people who read the output of the command.
  var warnings: [String] = []
  /// What stops the import, because values would be missing.
  var problems: [String] = []
  var usedTypes: Set<String> = []

  init(_ model: EntityModel, store: Store?, isGuess: Bool, target: String) {
    self.model = model
    self.store = store
    self.isGuess = isGuess
    // SwiftPM treats a target with a file named 'main.swift', in any case, as an executable.
    var taken: Set<String> = [target.lowercased(), "\(target)schema".lowercased(), "main"]
    taken.formUnion(model.types.map { $0.name.lowercased() })
    for entity in model.entities where model.root(of: entity.name) == entity.name {
      let base = entity.name.split(separator: ".").last.map(String.init) ?? entity.name
      let name = base.prefix(1).uppercased() + base.dropFirst()
      let numbered = (2...9999).lazy.map { "\(name)\($0)" }
      let candidates = [name, name + "Row"]
      let free = candidates.first { SwiftWords.isPossibleType($0) && !taken.contains($0.lowercased()) }
      let chosen = free ?? numbered.first { !taken.contains($0.lowercased()) } ?? name
      taken.insert(chosen.lowercased())
      plans.append(EntityPlan(root: entity.name, name: chosen))
    }
  }

  /// - Throws: `ScratchDatabase.Failure`
  mutating func plan() throws {
    for index in plans.indices { try planAttributes(of: index) }
    var relationships = RelationshipPlanner(self)
    try relationships.plan()
    self = relationships.planner
    for index in plans.indices { try planConstraints(of: index) }
  }

  /// The plan of the struct for an entity.
  func index(of entity: String) -> Int? {
    let root = model.root(of: entity)
    return plans.firstIndex { $0.root == root }
  }

  /// The entity and its subentities, parents first.
  func family(of root: String) -> [Entity] { model.entities.filter { model.root(of: $0.name) == root } }

  mutating func update(_ index: Int, _ change: (inout EntityPlan) -> Void) { change(&plans[index]) }

  /// The table of an entity, quoted.
  func tableName(_ plan: EntityPlan) -> String? { plan.table.map(SQLText.identifier) }
}
