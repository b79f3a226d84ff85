import PostilSchema

/// What the findings are looked for in: the resolved models, with the places that they come from.
struct LintSubject {
  let graph: ModelGraph
  let resolver: Resolver
  let profile: LintProfile?

  /// A model with its table and its sources.
  struct Model {
    var index: Int
    var resolved: ResolvedModel
    var state: ModelState
    /// Its `@references`, with the columns of `state`.
    var references: [ReferenceState]

    var table: Table { resolved.table }

    /// The property that a column belongs to.
    func property(ofColumn column: String) -> PropertyState? { state.properties.first { $0.column == column } }

    /// The `@references` that holds these columns.
    func reference(ofColumns columns: [String]) -> ReferenceState? {
      references.first { $0.columns.map { state.properties[$0].column } == columns }
    }

    /// The properties of a reference, as a message names them.
    func properties(of key: ForeignKey) -> [String] { reference(ofColumns: key.columns)?.propertyNames ?? key.columns }

    /// A finding on a reference: at its annotation, and on its property where it has one of its own.
    func finding(_ code: LintCode, _ message: String, onReference columns: [String]) -> Finding {
      let reference = reference(ofColumns: columns)
      return Finding(
        code: code, message: message, place: reference?.place ?? state.place, model: index,
        property: reference.flatMap { $0.isOfStruct ? nil : $0.propertyNames[0] })
    }

    /// A finding on a relationship, at the note that gives it its name.
    func finding(_ code: LintCode, _ message: String, onRelationship name: String) -> Finding {
      let state = state.relationships.first { $0.relationship.name == name }
      return Finding(code: code, message: message, place: state?.place ?? self.state.place, model: index)
    }

    /// A finding on a property: the place is the property's own name unless another is given.
    func finding(_ code: LintCode, _ message: String, on property: PropertyState?, at place: SourcePlace? = nil)
      -> Finding
    {
      Finding(
        code: code, message: message, place: place ?? property?.place ?? state.place, model: index,
        property: property?.declaredName)
    }

    /// A finding on the annotation that made an index or a unique key.
    func finding(_ code: LintCode, _ message: String, on origin: KeyOrigin?) -> Finding {
      Finding(
        code: code, message: message, place: origin?.place ?? state.place, model: index, property: origin?.property)
    }
  }

  /// Every model, in the order of the graph: those of other targets come last.
  var models: [Model] { subjects(graph.models) }

  /// Every struct that reads a view, in the same order. It has names, and nothing of a table.
  var views: [Model] { subjects(graph.views) }

  private func subjects(_ models: [ResolvedModel]) -> [Model] {
    models.compactMap { resolved in
      resolver.models.firstIndex { $0.name == resolved.swiftName && $0.source.path == resolved.path }
        .map { index in
          Model(
            index: index, resolved: resolved, state: resolver.models[index],
            references: resolver.references.filter { $0.owner == index })
        }
    }
  }
}

/// Where the name of an index or a unique key comes from.
struct KeyOrigin {
  var name: String
  /// Constraints and indexes have names of their own.
  var isConstraint: Bool
  var place: SourcePlace
  /// The property that the annotation stands on, `nil` where it is the struct.
  var property: String?
}

extension ModelState {
  /// The annotation that made an index or, where `isConstraint`, a unique key.
  func origin(of name: String, isConstraint: Bool) -> KeyOrigin? {
    keyOrigins.first { $0.name == name && $0.isConstraint == isConstraint }
  }
}

extension PropertyState {
  /// The name of the model's property that the column is, or is a part of: `address` of `address.city`.
  var declaredName: String { name.split(separator: ".").first.map(String.init) ?? name }
}
