/// The struct of an entity and its subentities, and where its values come from.
struct EntityPlan {
  /// A property with the expression of its values in the store.
  struct Source {
    /// The name of the property.
    var property: String
    /// An SQL expression over the table `t`; `nil` if the store has no such column.
    var expression: String?
    var form: StoredForm
    /// The properties of the model with these values, `Entity.path`; empty for what isn't a property of the model.
    var keys: [String] = []
    /// For a reference, the root entity of the rows that it leads to.
    var destination: String?
  }

  /// The position among the members of an ordered relationship.
  struct Position {
    /// The struct with the to-many relationship, and its name.
    var owner: String
    var relationship: String
    var expression: String
  }

  /// A many-to-many relationship.
  struct Pairs {
    var relationship: String
    var inverse: String?
    /// The root entity of the members.
    var destination: String
    var binding: StoreBinding.Pairs?
    var isReflexive = false
  }

  /// The entity without a parent.
  var root: String
  var value: ImportedStruct
  /// The table in the store; `nil` without a store, or if the store has no rows of this entity.
  var table: String?
  /// The expression of the key over a table alias.
  var keyColumn = "Z_PK"
  var keyForm = StoredForm.integer(bits: 64, isSigned: true)
  var sources: [Source] = []
  var positions: [Position] = []
  var pairs: [Pairs] = []
  var names = MemberNames()
  /// The properties of attributes and references, by the names in the model.
  var propertyNames: [String: String] = [:]
  /// The columns and parts of the model's names, for checks of uniqueness.
  var columnNames: [String: String] = [:]

  init(root: String, name: String) {
    self.root = root
    value = ImportedStruct(name: name, object: root)
    value.protocols = ["Codable", "Hashable", "Identifiable", "Sendable"]
    value.notes = [ImportedStruct.Note("@table")]
  }
}
