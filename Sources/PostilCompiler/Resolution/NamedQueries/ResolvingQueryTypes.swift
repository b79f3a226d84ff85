import PostilSchema

/// A parameter that the SQL uses, with its type.
struct QueryParameter {
  var written: QuerySignature.Parameter
  var type: ResolvedType
  var isList: Bool
}

/// A use of a parameter.
struct QueryUse {
  var neighbour: QueryColumns.Neighbour
  var place: SourcePlace
}

/// The types of the parameters and results of a named query.
extension Resolver {
  /// A parameter with the type of its value; `nil` if an error was reported.
  func parameter(
    _ parameter: QuerySignature.Parameter, used uses: [QueryUse], _ note: BoundAnnotation, model: Int
  ) -> QueryParameter? {
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
      let columns = uses.flatMap { $0.neighbour.columns.map(\.type) }
      let type = try queryType(syntax, in: models[model].name).resolved(beside: columns)
      if isList, type.isOptional || !type.stored.isExactInJSON {
        throw TypeResolver.Problem(Message.queryListElement(type.text, isOptional: type.isOptional))
      }
      try check(type, of: name, uses: uses)
      noteRawType(type.stored)
      return QueryParameter(written: parameter, type: type, isList: isList)
    } catch {
      report.error(error.message, at: error.place ?? place)
      return nil
    }
  }

  /// Checks that the values can be compared with the columns.
  private func check(_ type: ResolvedType, of name: String, uses: [QueryUse]) throws(TypeResolver.Problem) {
    for use in uses {
      if use.neighbour.isCount, type.isOptional || !type.stored.isRowCount {
        throw TypeResolver.Problem(Message.queryCount(name, type.text), at: use.place)
      }
      for column in use.neighbour.columns where !type.stored.isComparable(with: column.type.stored) {
        throw TypeResolver.Problem(
          type.stored.plainForm == column.type.stored.plainForm
            ? Message.queryTwoForms(name, column: column.name)
            : Message.queryParameterType(name, type.name, column: column.name, column.type.nameOutsideModel),
          at: use.place)
      }
    }
  }

  /// Reads the type of a parameter or of a result.
  func queryType(_ text: SourceText, in scope: String) -> QueryType {
    do throws(TypeResolver.Problem) {
      return queryType(try TypeResolver.syntax(text), in: scope)
    } catch {
      return QueryType(name: text.text, plain: .failure(error), isFixed: true)
    }
  }

  private func queryType(_ syntax: TypeSyntax, in scope: String) -> QueryType {
    if case .optional(let inner) = syntax {
      var type = queryType(inner, in: scope)
      type.optionals.append(syntax.description)
      return type
    }
    if let name = syntax.plainName, let stored = ResolvedStorage.Wrapper(rawValue: name)?.stored,
      index.fullName(of: name, in: scope, orKnown: { _ in false }) == nil
    {
      let plain = BuiltinType.stored.first { $0.value == stored.plainForm }?.key ?? name
      return QueryType(name: name, plain: .success(ResolvedType(name: plain, stored: stored)), isFixed: true)
    }
    let name = syntax.description
    do throws(TypeResolver.Problem) {
      return QueryType(name: name, plain: .success(try types.resolve(syntax, in: scope)))
    } catch {
      return QueryType(
        name: name,
        plain: .failure(syntax.hasNoFormOfItsOwn ? TypeResolver.Problem(Message.queryTypeWithoutForm(name)) : error),
        json: try? types.jsonText(of: syntax, in: scope))
    }
  }
}

extension TypeSyntax {
  /// Whether a property of this type needs an annotation that determines how it is stored.
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
  /// The same value for all forms in which one Swift type is stored.
  var plainForm: StoredType {
    switch self {
    case .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate: .timestamp
    case .uuidBytes: .uuid
    default: self
    }
  }

  /// Whether values of the two types can be equal in the database.
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

  /// A plain SQL number. `UInt64` and `Decimal` are stored in another form.
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

  /// Whether a value can be a number of rows.
  fileprivate var isRowCount: Bool {
    if case .integer(let bits, let isSigned) = base { isSigned || bits < 64 } else { false }
  }

  /// Whether SQLite reads the elements of a JSON array unchanged.
  fileprivate var isExactInJSON: Bool {
    switch base {
    case .bytes, .uuidBytes, .packed, .real, .julianDay, .referenceDate, .any: false
    default: true
    }
  }
}
