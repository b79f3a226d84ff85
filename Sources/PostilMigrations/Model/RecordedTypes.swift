import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema

/// The column types that migrations record, for types with the same SQL type.
///
/// A TEXT column can store text, dates or UUIDs; an INTEGER column can store numbers or times. A ``SchemaRecord`` contains the types of all
/// columns. Files of earlier versions of Postil contain those that change: `-- @types(timestamp: "item.due_at")`. As soon as there is a record
/// or such a line, a column that none names has the type that its SQL implies.
struct RecordedTypes {
  /// By `table.column`, in a comparable form.
  private var types: [String: ColumnType] = [:]
  /// Whether any migration records types.
  private var isRecorded = false

  /// Creates an empty value.
  init() {}

  /// The types that migrations record, in the order in which they are applied.
  /// - Throws: ``MigrationRefusal`` if a record has errors.
  init(_ scripts: [MigrationScript], in folder: MigrationFolder) throws(MigrationRefusal) {
    for script in scripts {
      if let record = try folder.record(after: script.name) {
        // A branch keeps the types that another one before it changed.
        let before: SchemaRecord? = if let name = script.after.first { try folder.record(after: name) } else { nil }
        let known = Self.types(of: before?.schema)
        isRecorded = true
        for (subject, type) in Self.types(of: record.schema) where known[subject] != type { types[subject] = type }
      }
      guard let recorded = script.types else { continue }
      isRecorded = true
      for (subject, word) in recorded { types[subject.foldedName] = ColumnType(word: word) }
    }
  }

  private static func types(of schema: Schema?) -> [String: ColumnType] {
    let columns = (schema?.tables ?? []).flatMap { table in
      table.columns.map { ("\(table.name).\($0.name)".foldedName, $0.type) }
    }
    return Dictionary(columns, uniquingKeysWith: { first, _ in first })
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
}

extension Schema {
  /// The columns whose type in other models differs although their SQL is the same, one line each.
  /// - Parameter catalog: the SQL of both.
  func typeDifferences(from models: Schema, in catalog: DatabaseCatalog) -> [String] {
    let (plain, recorded, target) = (
      Side(catalog, schema: nil), Side(catalog, schema: self), Side(catalog, schema: models)
    )
    return plain.tables.flatMap { table in
      table.columns.compactMap { column in
        guard column.generation == nil, !plain.meaning(of: column, in: table).isTold,
          let type = recorded.modelColumn(table.name, column.name)?.type,
          let model = target.modelColumn(table.name, column.name)?.type, type != model
        else { return nil }
        return
          "column '\(table.name).\(column.name)' stores '\(type.word)' values after the migrations, but '\(model.word)' "
          + "values in the models"
      }
    }.sorted()
  }
}
