import PostilSchema

/// A place where a parameter's value goes.
struct QueryUse {
  var neighbour: QueryColumns.Neighbour
  var place: SourcePlace
}

/// What the values of a named query are bound and read as.
extension Resolver {
  /// A parameter with what its value is bound as; `nil` where that is a mistake, which is reported.
  func parameter(
    _ parameter: QuerySignature.Parameter, used uses: [QueryUse], _ note: BoundAnnotation, model: Int
  ) -> QueryState.Parameter? {
    let name = parameter.name.text
    let place = SourcePlace(path: note.place.path, position: parameter.type.position)
    do throws(TypeResolver.Problem) {
      var syntax = try TypeResolver.syntax(parameter.type)
      let lists = uses.filter { $0.neighbour.list != nil }
      let isList = !lists.isEmpty && syntax.isArray(orOptional: false)
      if isList, case .array(let element) = syntax {
        if let other = uses.first(where: { $0.neighbour.list == nil }) {
          throw TypeResolver.Problem(Message.queryListElsewhere(name), at: other.place)
        }
        syntax = element
      } else if let use = uses.first(where: {
        $0.neighbour.list == .bare || syntax.isArray(orOptional: true) && $0.neighbour.list != nil
      }) {
        throw TypeResolver.Problem(
          Message.queryListNeeded(name, type: parameter.type.text, isArray: syntax.isArray(orOptional: true)),
          at: use.place)
      }
      let columns = uses.flatMap(\.neighbour.columns)
      let type = try queryType(syntax, in: models[model].name, beside: columns)
      if isList, type.isOptional || !type.stored.isExactInJSON {
        throw TypeResolver.Problem(Message.queryListElement(type.text, isOptional: type.isOptional))
      }
      try check(type, of: name, uses: uses)
      noteRawType(type.stored)
      return QueryState.Parameter(written: parameter, type: type, isList: isList)
    } catch {
      report.error(error.message, at: error.place ?? place)
      return nil
    }
  }

  /// Sees that the values can be compared with the columns beside which they stand.
  private func check(_ type: ResolvedType, of name: String, uses: [QueryUse]) throws(TypeResolver.Problem) {
    for use in uses {
      if use.neighbour.isCount, type.isOptional || !type.stored.isRowCount {
        throw TypeResolver.Problem(Message.queryCount(name, type.text), at: use.place)
      }
      for column in use.neighbour.columns where !type.stored.isComparable(with: column.type.stored) {
        throw TypeResolver.Problem(
          type.stored.plainForm == column.type.stored.plainForm
            ? Message.queryTwoForms(name, column: column.column)
            : Message.queryParameterType(name, type.name, column: column.column, written(column.type)), at: use.place)
      }
    }
  }

  /// A column's type as a note outside its model names it.
  private func written(_ type: ResolvedType) -> String {
    if case .rowID(let model) = type.stored { "\(model).ID" } else { type.name }
  }

  /// Reads the type of a parameter or of a result.
  func queryType(
    _ text: SourceText, in scope: String, beside columns: [PropertyState] = []
  ) throws(TypeResolver.Problem) -> ResolvedType {
    try queryType(TypeResolver.syntax(text), in: scope, beside: columns)
  }

  /// Reads the type of a parameter or of a result: in the form of the first column that it stands beside and has the same
  /// Swift type as, else in the one that it says itself (`UnixSeconds`), else in the one that its type has without a note.
  func queryType(
    _ syntax: TypeSyntax, in scope: String, beside columns: [PropertyState]
  ) throws(TypeResolver.Problem) -> ResolvedType {
    if case .optional(let inner) = syntax {
      var type = try queryType(inner, in: scope, beside: columns)
      guard !type.isOptional else {
        throw TypeResolver.Problem(Message.doubleOptional(syntax.description, type.text))
      }
      type.isOptional = true
      return type
    }
    if let name = syntax.plainName, let form = Self.forms[name],
      index.fullName(of: name, in: scope, orKnown: { _ in false }) == nil
    {
      return form
    }
    let plain: Result<ResolvedType, TypeResolver.Problem>
    do throws(TypeResolver.Problem) {
      plain = .success(try types.resolve(syntax, in: scope))
    } catch {
      plain = .failure(error)
    }
    for column in columns {
      if case .success(let type) = plain {
        guard type.stored.plainForm == column.type.stored.plainForm else { continue }
        var formed = type
        formed.stored = column.type.stored
        return formed
      }
      // Types that have no form without a note: an array of numbers, the day of a `DateComponents`, JSON.
      let json = try? types.jsonText(of: syntax, in: scope)
      guard syntax.description == column.type.name || column.type.stored == json.map({ .json($0) }) else { continue }
      return ResolvedType(name: column.type.name, stored: column.type.stored)
    }
    if case .failure = plain, syntax.hasNoFormOfItsOwn {
      throw TypeResolver.Problem(Message.queryTypeWithoutForm(syntax.description))
    }
    return try plain.get()
  }

  /// The types of the runtime that say in which form a column holds a value, each of which stands for the plain type.
  private static let forms: [String: ResolvedType] = [
    "UnixSeconds": ResolvedType(name: "Date", stored: .unixSeconds),
    "UnixMilliseconds": ResolvedType(name: "Date", stored: .unixMilliseconds),
    "JulianDay": ResolvedType(name: "Date", stored: .julianDay),
    "ReferenceDate": ResolvedType(name: "Date", stored: .referenceDate),
    "CalendarDay": ResolvedType(name: "DateComponents", stored: .day),
    "UUIDBytes": ResolvedType(name: "UUID", stored: .uuidBytes),
  ]
}

extension TypeSyntax {
  /// Whether a note on a property has to say how values are stored.
  fileprivate var hasNoFormOfItsOwn: Bool {
    switch self {
    case .array, .dictionary: true
    default: ["DateComponents", "Foundation.DateComponents"].contains(plainName)
    }
  }

  fileprivate func isArray(orOptional: Bool) -> Bool {
    switch self {
    case .array: true
    case .optional(let inner): orOptional && inner.isArray(orOptional: false)
    default: false
    }
  }
}

extension StoredType {
  /// The same for all forms in which values of one Swift type are stored.
  var plainForm: StoredType {
    switch self {
    case .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate: .timestamp
    case .uuidBytes: .uuid
    default: self
    }
  }

  /// Whether values of both can be equal in the database.
  func isComparable(with other: StoredType) -> Bool {
    switch (self, other) {
    case (.rowID(let one), .rowID(let another)): return one == another
    case (.raw(let one, _), .raw(let another, _)), (.custom(let one, _), .custom(let another, _)):
      return one == another
    default: break
    }
    if base == other.base { return true }
    return isPlainNumber && other.isPlainNumber || isPlainText && other.isPlainText
  }

  /// Numbers as SQL knows them; a `UInt64` is stored in an order of its own, and so is a `Decimal`.
  private var isPlainNumber: Bool {
    switch base {
    case .boolean, .real, .rowID: true
    case .integer(let bits, let isSigned): isSigned || bits < 64
    default: false
    }
  }

  private var isPlainText: Bool {
    switch base {
    case .text, .url, .json: true
    default: false
    }
  }

  /// Whether a value can say how many rows there are to be.
  fileprivate var isRowCount: Bool {
    if case .integer(let bits, let isSigned) = base { isSigned || bits < 64 } else { false }
  }

  /// Whether a list of values can be one JSON array, from which SQLite reads each as it was.
  fileprivate var isExactInJSON: Bool {
    switch base {
    case .bytes, .uuidBytes, .packed, .real, .julianDay, .referenceDate, .any: false
    default: true
    }
  }
}
