// Written by Postil from Note.swift. Don't edit this file; change the annotations instead.

import Foundation
import Postil

// MARK: - Note

nonisolated extension Note: Model {
  /// The primary key of `note`; every model has its own type.
  public typealias ID = RowID<Note>
  public static let table = _TableDescription(
    model: "Note", name: "note",
    columns: [
      "id", "title", "text", ColumnName("written_at", property: "writtenAt"),
      ColumnName("notebook_id", property: "notebookID"),
    ],
    primaryKey: ["id"], required: ["title", "text", "written_at", "notebook_id"], indexed: ["notebook_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, title, text, writtenAt, notebookID) = try (row.read(), row.read(), row.read(), row.read(), row.read())
  }
  @inlinable
  public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, title, text, writtenAt, notebookID) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "note" ("title", "text", "written_at", "notebook_id") VALUES (?1, ?2, ?3, ?4)"#,
    fetch: #"SELECT "id", "title", "text", "written_at", "notebook_id" FROM "note" WHERE "id" = ?1"#,
    update: #"UPDATE "note" SET "title" = ?2, "text" = ?3, "written_at" = ?4, "notebook_id" = ?5 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "note" ("id", "title", "text", "written_at", "notebook_id") VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title", "text" = excluded."text",
        "written_at" = excluded."written_at", "notebook_id" = excluded."notebook_id"
      """,
    delete: #"DELETE FROM "note" WHERE "id" = ?1"#)

  /// A row of `note` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var title: String
    public var text: String
    public var writtenAt: Date
    public var notebookID: Notebook.ID

    public init(title: String, text: String, writtenAt: Date, notebookID: Notebook.ID) {
      (self.title, self.text, self.writtenAt, self.notebookID) = (title, text, writtenAt, notebookID)
    }

    @inlinable
    public func bindColumns(to binder: inout some ValueBinder) { binder.bind(title, text, writtenAt, notebookID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Note {
      try db._stored(Note(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, title, text, writtenAt, notebookID) = (id, draft.title, draft.text, draft.writtenAt, draft.notebookID)
  }

  /// The columns and relationships of `note`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Note
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Note, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var title: Column<Note, String> { Column("title", of: _rowSource) }
    public var text: Column<Note, String> { Column("text", of: _rowSource) }
    public var writtenAt: Column<Note, Date> { Column("written_at", of: _rowSource) }
    public var notebookID: Column<Note, Notebook.ID> { Column("notebook_id", of: _rowSource) }
    public var notebook: Notebook.Columns { Notebook.Columns(_rowSource.joined(by: Note.notebookRelationship)) }
    /// Full-text search (`@fullText`).
    public var fullText: FullText<FullTextColumn> { FullText(Note.fullText, of: _rowSource) }
  }

  public static let notebookRelationship = Relationship<Note, Notebook>(
    "notebook", from: ["notebook_id"], to: ["id"], isRequired: true)

  // MARK: - notebook
  /// The notebook of this note (`@references` on `notebookID`).
  @inlinable
  public func notebook(in db: some ReadTransaction) throws -> Notebook { try Notebook.find(notebookID, in: db) }
  /// Sets the notebook of this note; returns the changed note.
  @inlinable @discardableResult
  public func setNotebook(_ notebook: Notebook, in db: some WriteTransaction) throws -> Note {
    try Note.setNotebook(notebook.id, of: self, in: db) { $0.notebookID = notebook.id }
  }
  public static let setNotebook = _SetReference<Note, Notebook.ID>(
    #"UPDATE "note" SET "notebook_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - fullText
  /// The columns that `@fullText` indexes.
  public nonisolated enum FullTextColumn: String, FullTextColumns {
    case title
    case text
  }

  /// The full-text index of `note`, kept up to date by triggers.
  public static let fullText = FullTextIndex<FullTextColumn>("note_fts", of: table, key: "id")

  // MARK: - Queries
  /// `@query`: `WHERE notebook_id = :notebook AND written_at < :day`
  public static func written(before day: Date, in notebook: Notebook.ID) -> NamedQuery<Note> {
    NamedQuery(
      """
      SELECT "id", "title", "text", "written_at", "notebook_id" FROM "note" WHERE notebook_id = ?2 AND written_at < ?1
      """,
      [day._boundValue, notebook._boundValue])
  }

  /// `@query`: `SELECT id, title FROM note WHERE id IN :ids`
  public static func titles(among ids: [Note.ID]) -> NamedSelection<(id: Note.ID, title: String), Note.ID, String> {
    NamedSelection(
      #"SELECT id, title FROM note WHERE id IN (SELECT "value" FROM json_each(?1))"#, [.list(ids)], row: { ($0, $1) })
  }

  /// `@query`: `UPDATE note SET notebook_id = :notebook WHERE notebook_id = :old`
  public static func move(from old: Notebook.ID, to notebook: Notebook.ID) -> NamedChange {
    NamedChange("UPDATE note SET notebook_id = ?2 WHERE notebook_id = ?1", [old._boundValue, notebook._boundValue])
  }
}

// MARK: - Notebook

nonisolated extension Notebook: Model {
  /// The primary key of `notebook`; every model has its own type.
  public typealias ID = RowID<Notebook>
  public static let table = _TableDescription(
    model: "Notebook", name: "notebook", columns: ["id", "name"], primaryKey: ["id"], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "notebook" ("name") VALUES (?1)"#,
    fetch: #"SELECT "id", "name" FROM "notebook" WHERE "id" = ?1"#,
    update: #"UPDATE "notebook" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "notebook" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "notebook" WHERE "id" = ?1"#)

  /// A row of `notebook` that isn't in the database yet.
  public struct Draft: Codable, Hashable, ModelDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Notebook {
      try db._stored(Notebook(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `notebook`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Notebook
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Notebook, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Notebook, String> { Column("name", of: _rowSource) }
    public var notes: ToMany<Note> { ToMany(Notebook.notesRelationship, of: _rowSource) }
  }

  public static let notesRelationship = Relationship<Notebook, Note>("notes", from: ["id"], to: ["notebook_id"])

  // MARK: - notes
  /// The notes of this notebook (`@references` on `Note.notebookID`), as a query.
  public var notes: Query<Note> { Query(Notebook.notesRelationship, of: id) }

  /// Adds one, and removes it from its previous notebook.
  @inlinable public func addToNotes(_ note: Note, in db: some WriteTransaction) throws {
    try Notebook.addToNotes(note.id, of: id, in: db)
  }
  /// Adds all of them, or none if one doesn't exist.
  @inlinable public func addToNotes(contentsOf notes: some Sequence<Note>, in db: some WriteTransaction) throws {
    try Notebook.addToNotes(contentsOf: notes.map(\.id), of: id, in: db)
  }
  public static let addToNotes = _AddMembers<Notebook, Note>(
    #"UPDATE "note" SET "notebook_id" = ?1 WHERE "id" = ?2"#,
    all: """
      UPDATE "note" SET "notebook_id" = ?1 WHERE "id" IN (SELECT "value" FROM json_each(?2))
      AND NOT EXISTS (SELECT 1 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM "note" WHERE "id" = "json_each"."value"))
      """)
}

// MARK: - NotebookSummary

nonisolated extension NotebookSummary: Queryable {
  public static let table = _TableDescription(
    model: "NotebookSummary", name: "notebook_summary",
    columns: [
      ColumnName("notebook_id", property: "notebookID"), "name", ColumnName("note_count", property: "noteCount"),
      ColumnName("last_written_at", property: "lastWrittenAt"),
    ])

  @inlinable public init(row: inout some RowReader) throws {
    (notebookID, name, noteCount, lastWrittenAt) = try (row.read(), row.read(), row.read(), row.read())
  }
}

nonisolated extension NotebookSummary {
  // MARK: - Columns
  /// The columns and relationships of `notebook_summary`, for use in queries.
  public struct Columns: ViewColumns {
    public typealias OwningModel = NotebookSummary
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var notebookID: ReadOnlyColumn<NotebookSummary, Notebook.ID> {
      ReadOnlyColumn("notebook_id", of: _rowSource)
    }
    public var name: ReadOnlyColumn<NotebookSummary, String> { ReadOnlyColumn("name", of: _rowSource) }
    public var noteCount: ReadOnlyColumn<NotebookSummary, Int> { ReadOnlyColumn("note_count", of: _rowSource) }
    public var lastWrittenAt: ReadOnlyColumn<NotebookSummary, Date?> {
      ReadOnlyColumn("last_written_at", of: _rowSource)
    }
    public var notebook: Notebook.Columns {
      Notebook.Columns(_rowSource.joined(by: NotebookSummary.notebookRelationship))
    }
  }

  public static let notebookRelationship = Relationship<NotebookSummary, Notebook>(
    "notebook", from: ["notebook_id"], to: ["id"], isRequired: true)

  // MARK: - notebook

  /// The notebook of this notebookSummary (`@references` on `notebookID`).
  @inlinable
  public func notebook(in db: some ReadTransaction) throws -> Notebook { try Notebook.find(notebookID, in: db) }

  // MARK: - Queries
  /// `@query`: `WHERE note_count > 0 ORDER BY note_count DESC, name LIMIT :limit`
  public static func busiest(atMost limit: Int) -> NamedQuery<NotebookSummary> {
    NamedQuery(
      """
      SELECT "notebook_id", "name", "note_count", "last_written_at" FROM "notebook_summary"
      WHERE note_count > 0 ORDER BY note_count DESC, name LIMIT ?1
      """,
      [limit._boundValue])
  }
}
