import PostilSchema

/// An annotation of the language: where it can be used, and its parameters.
struct KnownAnnotation: Sendable {
  /// What an annotation can be attached to.
  enum Place: Hashable, Sendable {
    case structure, property
  }

  /// The kinds of arguments.
  enum ArgumentKind: Sendable {
    /// A string literal with SQL.
    case sql
    /// A string literal with a name or another text.
    case text
    /// The name of a property of the model, the path to one in an embedded struct, or a string literal with an SQL
    /// expression, optionally followed by `.descending` or `.ascending`.
    case column
    /// The name of a property of the model.
    case property
    /// The name of a property of the model or the path to one, or a range of two: `startsAt..<endsAt`.
    case range
    /// A name: of a relationship, or of a property of the model.
    case name
    /// The name of a property of the model, or the path to one in a composite key or an embedded struct.
    case path
    /// The name of a model.
    case model
    /// A type, with a label that the user chooses.
    case type
    /// One of a few words.
    case word([String])
    /// A name, or a string literal with one.
    case nameOrText
    /// This word, without a label: `ordered`.
    case flag(String)
    /// An integer from 1.
    case count
    /// An integer from 0, without a label.
    case number
    /// The code of a finding of `postil check`.
    case finding
    /// A function declaration as in Swift, with SQL as its body.
    case query
  }

  /// A parameter; `label` is `nil` if the argument has no label.
  struct Parameter: Sendable {
    var label: String?
    var kind: ArgumentKind
    var isRequired = false
    /// Whether the argument can be repeated.
    var isVariadic = false
    /// Whether the user chooses the label: `tags: Tag`.
    var hasFreeLabel = false

    /// The word of a flag; `nil` for every other parameter.
    var flag: String? { if case .flag(let word) = kind { word } else { nil } }
  }

  var name: String
  var places: Set<Place>
  var parameters: [Parameter] = []
  /// Whether a struct or property can have it more than once.
  var mayRepeat = false
  /// Its form, shown in messages.
  var example: String
}

extension KnownAnnotation {
  /// The annotation with that name; `nil` if there is none.
  static func named(_ name: String) -> KnownAnnotation? { byName[name] }

  /// The names of all annotations for one of `places`.
  static func names(at places: Set<Place>) -> [String] {
    all.filter { !$0.places.isDisjoint(with: places) }.map(\.name)
  }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let inverse = Parameter(label: "inverse", kind: .name)
  private static let condition = Parameter(label: "where", kind: .sql)
  private static let name = Parameter(label: "name", kind: .text)
  private static let columns = Parameter(label: nil, kind: .column, isVariadic: true)
  private static let relationship = Parameter(label: nil, kind: .model, isRequired: true, hasFreeLabel: true)
  private static let members = [
    Parameter(label: nil, kind: .flag("ordered")), Parameter(label: "min", kind: .count),
    Parameter(label: "max", kind: .count),
  ]
  private static let formerName = Parameter(label: "renamedFrom", kind: .text)
  /// The join model of a many-to-many relationship, and its references to this side and the other.
  private static let through = [
    Parameter(label: "through", kind: .model), Parameter(label: "from", kind: .name),
    Parameter(label: "to", kind: .name),
  ]

  /// All annotations. Docs/Language.md describes them.
  static let all: [KnownAnnotation] = [
    KnownAnnotation(
      name: "table", places: [.structure],
      parameters: [Parameter(label: nil, kind: .text), Parameter(label: "sql", kind: .sql)],
      example: "@table or @table(\"name\")"),
    KnownAnnotation(
      name: "view", places: [.structure],
      parameters: [
        Parameter(label: nil, kind: .sql, isRequired: true), name, Parameter(label: nil, kind: .flag("unlisted")),
        Parameter(label: nil, kind: .flag("materialized")),
      ],
      example: "@view(\"SELECT title FROM item WHERE done = 0\", name: \"open_item\")"),
    KnownAnnotation(name: "projection", places: [.structure], example: "@projection"),
    KnownAnnotation(
      name: "index", places: [.structure, .property],
      parameters: [
        columns, condition, name, Parameter(label: "hnsw", kind: .word(IndexDistance.allCases.map(\.rawValue))),
      ],
      mayRepeat: true, example: "@index(dueAt, priority.descending, where: \"done = 0\")"),
    KnownAnnotation(
      name: "unique", places: [.structure, .property], parameters: [columns, condition, name],
      mayRepeat: true, example: "@unique(name, version)"),
    KnownAnnotation(
      name: "exclude", places: [.structure],
      parameters: [Parameter(label: nil, kind: .range, isRequired: true, isVariadic: true), condition, name],
      mayRepeat: true, example: "@exclude(roomID, startsAt..<endsAt)"),
    KnownAnnotation(
      name: "check", places: [.structure, .property],
      parameters: [Parameter(label: nil, kind: .sql, isRequired: true), name],
      mayRepeat: true, example: "@check(\"length(title) > 0\", name: \"title_not_empty\")"),
    KnownAnnotation(
      name: "hasMany", places: [.structure], parameters: [relationship, inverse, formerName] + members,
      mayRepeat: true, example: "@hasMany(steps: Step, inverse: item, ordered, max: 20)"),
    KnownAnnotation(
      name: "hasOne", places: [.structure], parameters: [relationship, inverse] + members,
      mayRepeat: true, example: "@hasOne(profile: Profile, inverse: user)"),
    KnownAnnotation(
      name: "manyToMany", places: [.structure], parameters: [relationship, inverse, formerName] + members + through,
      mayRepeat: true, example: "@manyToMany(tags: Tag, inverse: items)"),
    KnownAnnotation(
      name: "fullText", places: [.structure],
      parameters: [
        columns, Parameter(label: "tokenize", kind: .text), Parameter(label: "prefix", kind: .text), name,
      ],
      example: "@fullText(title, body, tokenize: \"unicode61 remove_diacritics 2\")"),
    KnownAnnotation(name: "primaryKey", places: [.property], example: "@primaryKey"),
    KnownAnnotation(
      name: "column", places: [.property], parameters: [Parameter(label: nil, kind: .text, isRequired: true)],
      example: "@column(\"name\")"),
    KnownAnnotation(
      name: "references", places: [.structure, .property],
      parameters: [
        Parameter(label: nil, kind: .model), Parameter(label: nil, kind: .model, hasFreeLabel: true), inverse,
        Parameter(label: "from", kind: .property, isVariadic: true),
        Parameter(label: "onDelete", kind: .word(["cascade", "nullify", "deny", "noAction"])),
        Parameter(label: "enforced", kind: .word(["true", "false"])), Parameter(label: nil, kind: .flag("unindexed")),
      ] + members,
      example: "@references(inverse: items, onDelete: cascade)"),
    KnownAnnotation(name: "noReference", places: [.property], example: "@noReference"),
    KnownAnnotation(
      name: "default", places: [.property], parameters: [Parameter(label: "sql", kind: .sql, isRequired: true)],
      example: "@default(sql: \"0\")"),
    KnownAnnotation(
      name: "collate", places: [.property], parameters: [Parameter(label: nil, kind: .nameOrText, isRequired: true)],
      example: "@collate(nocase)"),
    KnownAnnotation(
      name: "decimal", places: [.property],
      parameters: [Parameter(label: nil, kind: .number, isRequired: true, isVariadic: true)],
      example: "@decimal(10, 2)"),
    KnownAnnotation(name: "transient", places: [.property], example: "@transient"),
    KnownAnnotation(
      name: "lazy", places: [.structure],
      parameters: [
        Parameter(label: nil, kind: .type, isRequired: true, hasFreeLabel: true),
        Parameter(label: "column", kind: .text), formerName,
      ], mayRepeat: true, example: "@lazy(data: Data)"),
    KnownAnnotation(
      name: "trigger", places: [.structure],
      parameters: [
        Parameter(label: nil, kind: .text, isRequired: true), Parameter(label: "when", kind: .sql),
        Parameter(label: "do", kind: .sql, isRequired: true), name,
      ], mayRepeat: true,
      example: "@trigger(\"AFTER UPDATE OF done\", do: \"DELETE FROM reminder WHERE item_id = NEW.id\")"),
    KnownAnnotation(
      name: "query", places: [.structure], parameters: [Parameter(label: nil, kind: .query, isRequired: true)],
      mayRepeat: true,
      example: "@query(overdue(before day: Date): \"WHERE due_at < :day ORDER BY due_at\")"),
    KnownAnnotation(
      name: "functions", places: [.structure],
      parameters: [Parameter(label: nil, kind: .property, isRequired: true, isVariadic: true)],
      example: "@functions(slug, distance)"),
    KnownAnnotation(name: "singleton", places: [.structure], example: "@singleton"),
    KnownAnnotation(name: "changes", places: [.structure], example: "@changes"),
    KnownAnnotation(name: "sync", places: [.structure], example: "@sync"),
    KnownAnnotation(
      name: "merge", places: [.property],
      parameters: [
        Parameter(
          label: nil, kind: .word(["last", "sum", "max", "min", "members", "custom", "server"]), isRequired: true)
      ],
      example: "@merge(sum)"),
    KnownAnnotation(
      name: "distributed", places: [.structure],
      parameters: [Parameter(label: "by", kind: .path, isRequired: true)], example: "@distributed(by: tenantID)"),
    KnownAnnotation(name: "referenceTable", places: [.structure], example: "@referenceTable"),
    KnownAnnotation(
      name: "partitioned", places: [.structure],
      parameters: [
        Parameter(label: "by", kind: .path, isRequired: true),
        Parameter(label: "each", kind: .word(["day", "week", "month", "year"])), Parameter(label: "into", kind: .count),
      ], example: "@partitioned(by: createdAt, each: month) or @partitioned(by: tenantID, into: 8)"),
    KnownAnnotation(
      name: "extension", places: [.structure], parameters: [Parameter(label: nil, kind: .text, isRequired: true)],
      mayRepeat: true, example: "@extension(\"pg_trgm\")"),
    KnownAnnotation(
      name: "generated", places: [.property],
      parameters: [
        Parameter(label: nil, kind: .sql, isRequired: true), Parameter(label: nil, kind: .flag("stored")),
        Parameter(label: nil, kind: .flag("virtual")),
      ], example: "@generated(\"price * quantity\", stored)"),
    KnownAnnotation(name: "version", places: [.property], example: "@version"),
    KnownAnnotation(name: "createdAt", places: [.property], example: "@createdAt"),
    KnownAnnotation(name: "updatedAt", places: [.property], example: "@updatedAt"),
    KnownAnnotation(
      name: "softDelete", places: [.property],
      parameters: [Parameter(label: "with", kind: .property, isVariadic: true)],
      example: "@softDelete or @softDelete(with: project)"),
    KnownAnnotation(name: "secret", places: [.property], example: "@secret"),
    KnownAnnotation(
      name: "display", places: [.structure, .property],
      parameters: [Parameter(label: nil, kind: .property, isVariadic: true)],
      example: "@display on a property, or @display(firstName, lastName) on a struct"),
    KnownAnnotation(
      name: "renamed", places: [.structure, .property],
      parameters: [Parameter(label: "from", kind: .text, isRequired: true)], example: "@renamed(from: \"old_name\")"),
    KnownAnnotation(
      name: "embedded", places: [.property], parameters: [Parameter(label: "prefix", kind: .text)],
      example: "@embedded or @embedded(prefix: \"home_\")"),
    KnownAnnotation(
      name: "allow", places: [.structure, .property],
      parameters: [
        Parameter(label: nil, kind: .finding, isRequired: true),
        Parameter(label: "reason", kind: .text, isRequired: true),
      ],
      mayRepeat: true, example: "@allow(nullableUnique, reason: \"several rows may lack one\")"),
    KnownAnnotation(
      name: "json", places: [.property], parameters: [Parameter(label: nil, kind: .flag("array"))],
      example: "@json or @json(array)"),
    KnownAnnotation(
      name: "vector", places: [.property],
      parameters: [Parameter(label: nil, kind: .number, isRequired: true, isVariadic: true)],
      example: "@vector(1536)"),
    KnownAnnotation(
      name: "store", places: [.property],
      parameters: [Parameter(label: "as", kind: .word(StorageForm.allCases.map(\.rawValue)), isRequired: true)],
      example: "@store(as: unixSeconds)"),
  ]
}
