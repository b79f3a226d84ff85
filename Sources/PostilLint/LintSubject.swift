import PostilCompiler
import PostilSchema

/// A probable mistake in sources that compile.
struct Finding {
  var code: LintCode
  var message: String
  var place: SourcePlace
  /// The struct, by name.
  var model: String
  /// The property; `nil` if the finding is about the struct.
  var property: String?
  var notes: [(message: String, place: SourcePlace)] = []
  /// Whether fixing it changes the schema.
  var changesSchema = true
}

/// The input of the rules: a verified graph, and the profile that was requested.
struct LintSubject {
  let graph: ModelGraph
  let profile: LintProfile?

  /// Every model. Those of other targets come last.
  var models: [ResolvedModel] { graph.models }

  /// The references with a rule between two of the models, with the positions of both.
  func references(onDelete rule: DeleteRule) -> [(owner: Int, target: Int, key: ForeignKey)] {
    let positions = Dictionary(
      models.enumerated().map { ($1.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    return models.enumerated().flatMap { owner, model in
      model.table.foreignKeys.filter { $0.onDelete == rule }.compactMap { key in
        positions[key.referencedTable].map { (owner, $0, key) }
      }
    }
  }
}

extension ResolvedModel {
  /// The property of a column, for messages; the column if it has no property.
  func property(ofColumn column: String) -> String { origin.column(column)?.property ?? column }

  /// The `@references` of these columns.
  func reference(ofColumns columns: [String]) -> ReferenceOrigin? { origin.references.first { $0.columns == columns } }

  /// The properties of a reference, for messages.
  func properties(of key: ForeignKey) -> [String] { reference(ofColumns: key.columns)?.properties ?? key.columns }

  /// A finding about a reference, at its annotation, and about its property if it has one of its own.
  func finding(_ code: LintCode, _ message: String, onReference columns: [String]) -> Finding {
    let reference = reference(ofColumns: columns)
    return Finding(
      code: code, message: message, place: reference?.place ?? place, model: swiftName,
      property: reference.flatMap { $0.isOfStruct ? nil : $0.properties[0] })
  }

  /// A finding about a relationship, at the annotation that declares its name.
  func finding(_ code: LintCode, _ message: String, onRelationship name: String) -> Finding {
    let relationship = origin.relationships.first { $0.name == name }
    return Finding(code: code, message: message, place: relationship?.place ?? place, model: swiftName)
  }

  /// A finding about a property, at the property's name unless another place is given.
  func finding(_ code: LintCode, _ message: String, on column: ColumnOrigin?, at other: SourcePlace? = nil) -> Finding {
    Finding(
      code: code, message: message, place: other ?? column?.place ?? place, model: swiftName,
      property: column?.declaredName)
  }

  /// A finding about an index or a unique key, at its annotation.
  func finding(_ code: LintCode, _ message: String, on key: KeyOrigin?) -> Finding {
    Finding(code: code, message: message, place: key?.place ?? place, model: swiftName, property: key?.property)
  }
}
