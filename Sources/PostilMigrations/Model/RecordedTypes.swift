import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// The column types that migrations record, for types with the same SQL type.
///
/// A TEXT column can store text, dates or UUIDs; an INTEGER column can store numbers or times. `-- @types(timestamp:
/// "item.due_at")` records the type of the columns whose type changes in a file. As soon as one file has such a line, a
/// column that no file names has the type that its SQL implies. Files of earlier versions of Postil have no such lines.
struct RecordedTypes {
  /// By `table.column`, in a comparable form.
  private var types: [String: ColumnType] = [:]
  /// Whether any migration records types.
  private(set) var isRecorded = false

  /// Creates an empty value.
  init() {}

  /// The types that migrations record, in the order in which they are applied.
  init(_ scripts: [MigrationScript]) {
    for script in scripts {
      guard let recorded = script.types else { continue }
      isRecorded = true
      for (subject, word) in recorded { types[subject.foldedName] = ColumnType(word: word) }
    }
  }

  /// The unknown type words of a script.
  static func unknownWords(of script: MigrationScript) -> [String] {
    Set((script.types ?? [:]).values).filter { ColumnType(word: $0) == nil }.sorted()
  }

  /// The columns of a database with their recorded types; `nil` if nothing is recorded.
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

  /// The type of a column's values if its SQL doesn't determine it; otherwise `nil`.
  private func type(of column: NormalizedDefinition.Column, in table: TableShape, _ side: Side) -> ColumnType? {
    let plain = side.meaning(of: column, in: table)
    guard !plain.isTold, column.generation == nil else { return nil }
    guard let recorded = types["\(table.name).\(column.name)".foldedName] else { return plain.type }
    // A dropped column may have been replaced by one with the same name and another storage class.
    return recorded.storages.contains(where: plain.storages.contains) ? recorded : plain.type
  }

  /// The types that a migration must record so that every column of `catalog` has the type of the models.
  /// - Parameter isIncluded: whether a column is checked, by its table and name.
  /// - Returns: the subjects by word; `nil` if everything is already recorded.
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

  /// The columns whose type in the models differs from the recorded one, one line each.
  func differences(from models: Schema, in catalog: DatabaseCatalog) -> [String] {
    guard isRecorded, let changes = changes(to: models, in: catalog) else { return [] }
    let (plain, names) = (Side(catalog, schema: nil), changes.keys.sorted())
    return names.flatMap { word in
      (changes[word] ?? []).map { subject in
        let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
        let table = parts.first.flatMap { plain.table($0.foldedName) }
        let column = parts.count > 1 ? table?.column(parts[1].foldedName) : nil
        let recorded = table.flatMap { table in column.flatMap { type(of: $0, in: table, plain) } }
        return
          "column '\(subject)' stores '\(recorded?.word ?? "")' values after the migrations, but '\(word)' values "
          + "in the models"
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
