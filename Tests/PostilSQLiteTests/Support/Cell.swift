import PostilQuery
import PostilSQLite

/// A column type that the tables of ``CellSchema`` have a column for.
protocol CellValue: ColumnValue where Unwrapped == Self {
  /// The table whose columns hold the stored form.
  static var cellTable: String { get }
}

/// A row with a column of any type, once required and once optional. Written as generated code is, but for the generics.
struct Cell<Stored: CellValue>: Sendable {
  let id: RowID<Self>
  var value: Stored.Plain
  var optional: Stored.Plain?
}

extension Cell: Model {
  typealias ID = RowID<Self>

  static var table: _TableDescription {
    _TableDescription(
      model: "Cell", name: Stored.cellTable, columns: ["id", "value", "optional"], primaryKey: ["id"])
  }

  init(row: inout some RowReader) throws {
    id = try row.read()
    value = try row.read(as: Stored.self)
    optional = try row.read(as: Stored?.self)
  }

  func bindColumns(to binder: inout some ValueBinder) {
    id._bind(to: &binder)
    binder.bind(value, as: Stored.self)
    binder.bind(optional, as: Stored?.self)
  }

  func bindUpdate(to binder: inout some ValueBinder) {
    binder.bind(value, as: Stored.self)
    binder.bind(optional, as: Stored?.self)
    id._bind(to: &binder)
  }

  static var rowStatements: _RowStatements {
    // Cells are written by queries alone: a statement that is fixed cannot have a table of its own for each type.
    let none = FixedStatement("SELECT 1 WHERE 0")
    return _RowStatements(insert: none, fetch: none, update: none, save: none, delete: none)
  }

  struct UniqueKeys: Sendable {}
  static var uniqueKeys: UniqueKeys { UniqueKeys() }

  struct Draft: ModelDraft {
    typealias OwningModel = Cell
    var value: Stored.Plain
    var optional: Stored.Plain?

    func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(value, as: Stored.self)
      binder.bind(optional, as: Stored?.self)
    }

    @discardableResult
    func _insertRow(in db: some WriteTransaction) throws -> Cell {
      let sql = "INSERT INTO \"\(Stored.cellTable)\" (\"value\", \"optional\") VALUES (?1, ?2) RETURNING \"id\""
      let bindings = [Stored(_plain: value)._boundValue, Stored?(_plain: optional)._boundValue]
      let id = try db.fetchFirst(_RenderedStatement(sql: sql, bindings: bindings)) { try $0.read(RowID<Cell>.self) }
      return Cell(id: id ?? RowID(0), value: value, optional: optional)
    }
  }

  struct Columns: ModelColumns {
    typealias OwningModel = Cell
    let _rowSource: _Source
    init(_ source: _Source) { _rowSource = source }

    var id: ReadOnlyColumn<Cell, ID> { ReadOnlyColumn("id", of: _rowSource) }
    var value: Column<Cell, Stored> { Column("value", of: _rowSource) }
    var optional: Column<Cell, Stored?> { Column("optional", of: _rowSource) }
  }
}

/// A table for each type that columns have in SQLite.
enum CellSchema: DatabaseSchema {
  static let types = [
    ("decimals", "TEXT COLLATE decimal"),
    ("integers", "INTEGER"), ("reals", "REAL"), ("texts", "TEXT"), ("blobs", "BLOB"), ("anys", "ANY"),
  ]
  static let ddl = types.map { name, type in
    """
    CREATE TABLE "\(name)" ("id" INTEGER PRIMARY KEY, "value" \(type) NOT NULL, "optional" \(type)) STRICT;
    CREATE INDEX "\(name)_value_idx" ON "\(name)" ("value");
    """
  }.joined(separator: "\n")
  static let fingerprint = "cells-1"
  static let tables = types.map { name, _ in
    _TableDescription(model: "Cell", name: name, columns: ["id", "value", "optional"], primaryKey: ["id"])
  }
}

extension SQLiteStore {
  /// Empty tables of cells, in memory.
  static func cells() throws -> SQLiteStore { try .inMemory(schema: CellSchema.self) }
}
