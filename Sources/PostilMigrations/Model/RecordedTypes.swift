import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// What migrations record of columns: which of the types that SQL stores alike each holds.
///
/// A TEXT column may hold texts, dates or UUIDs, an INTEGER column counts or times. `-- @types(timestamp: "item.due_at")` records
/// that for the columns whose type changes with a file; a column that no file names holds what its SQL type says, once any
/// file has such a line. Files of earlier versions of Postil have none.
struct RecordedTypes {
  /// By `table.column`, as names are compared.
  private var types: [String: ColumnType] = [:]
  /// Whether any migration records types.
  private(set) var isRecorded = false

  /// Nothing is recorded.
  init() {}

  /// What migrations record, in the order in which they are applied.
  init(_ scripts: [MigrationScript]) {
    for script in scripts {
      guard let recorded = script.types else { continue }
      isRecorded = true
      for (subject, word) in recorded { types[Name.key(subject)] = ColumnType(word: word) }
    }
  }

  /// The words of a script that name no type.
  static func unknownWords(of script: MigrationScript) -> [String] {
    Set((script.types ?? [:]).values).filter { ColumnType(word: $0) == nil }.sorted()
  }

  /// The columns of a database with what is recorded of them; `nil` where nothing is.
  func schema(of catalog: DatabaseCatalog) -> Schema? {
    guard isRecorded else { return nil }
    let side = Side(catalog, schema: nil)
    return Schema(
      tables: side.tables.map { table in
        let columns = table.columns.compactMap { column -> Column? in
          type(of: column, in: table, side).map { Column(name: column.name, type: $0, isNullable: !column.isNotNull) }
        }
        return Table(name: table.name, columns: columns, primaryKey: KeyConstraint(name: "", columns: []))
      }.filter { !$0.columns.isEmpty })
  }

  /// What a column holds that its SQL doesn't tell; `nil` where its SQL tells.
  private func type(of column: NormalizedDefinition.Column, in table: TableShape, _ side: Side) -> ColumnType? {
    let plain = side.meaning(of: column, in: table)
    guard !plain.isTold, column.generation == nil else { return nil }
    guard let recorded = types[Name.key("\(table.name).\(column.name)")] else { return plain.type }
    // A column that was dropped may have left its name to one of another storage class.
    return recorded.storages.contains(where: plain.storages.contains) ? recorded : plain.type
  }

  /// What a migration must record so that every column of `catalog` is known to hold what the models say.
  /// - Parameter isIncluded: whether a column is looked at, by its table and its name.
  /// - Returns: the subjects by word; `nil` where all of that is recorded.
  func changes(
    to models: Schema, in catalog: DatabaseCatalog, isIncluded: (String, String) -> Bool = { _, _ in true }
  ) -> [String: [String]]? {
    let (plain, full) = (Side(catalog, schema: nil), Side(catalog, schema: models))
    var subjects: [String: [String]] = [:]
    for table in full.tables {
      for column in table.columns where isIncluded(table.name, column.name) {
        guard let model = full.modelColumn(table.name, column.name)?.type,
          let recorded = type(of: column, in: table, plain), recorded != model
        else { continue }
        subjects[model.word, default: []].append("\(table.name).\(column.name)")
      }
    }
    return isRecorded && subjects.isEmpty ? nil : subjects.mapValues { $0.sorted() }
  }

  /// Where the models say something else of columns than what is recorded, a line each.
  func differences(from models: Schema, in catalog: DatabaseCatalog) -> [String] {
    guard isRecorded, let changes = changes(to: models, in: catalog) else { return [] }
    let (plain, names) = (Side(catalog, schema: nil), changes.keys.sorted())
    return names.flatMap { word in
      (changes[word] ?? []).map { subject in
        let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
        let table = parts.first.flatMap { plain.table(Name.key($0)) }
        let column = parts.count > 1 ? table?.column(Name.key(parts[1])) : nil
        let recorded = table.flatMap { table in column.flatMap { type(of: $0, in: table, plain) } }
        return
          "column '\(subject)' holds '\(recorded?.word ?? "")' values after the migrations, and '\(word)' values in the models"
      }
    }
  }
}

/// The line that records types: `-- @types(timestamp: "item.done_at", "item.due_at", uuid: "item.token")`.
enum TypesText {
  static func line(_ subjects: [String: [String]]) -> String {
    let parts = subjects.sorted { $0.key < $1.key }.map { word, names in
      "\(word): \(names.map(MigrationText.quoted).joined(separator: ", "))"
    }
    return "-- @types(\(parts.joined(separator: ", ")))"
  }
}
