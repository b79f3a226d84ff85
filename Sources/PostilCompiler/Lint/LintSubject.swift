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

    var table: Table { resolved.table }

    /// The property that a column belongs to.
    func property(ofColumn column: String) -> PropertyState? { state.properties.first { $0.column == column } }

    /// The property that holds the only or first column of a foreign key.
    func property(of key: ForeignKey) -> PropertyState? { key.columns.first.flatMap(property(ofColumn:)) }

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
  var models: [Model] {
    graph.models.compactMap { resolved in
      resolver.models.firstIndex { $0.name == resolved.swiftName && $0.source.path == resolved.path }
        .map { Model(index: $0, resolved: resolved, state: resolver.models[$0]) }
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
