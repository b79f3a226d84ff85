import Foundation
import Postil

/// Something written down.
// @table
// @fullText(title, text, tokenize: "porter unicode61 remove_diacritics 2", prefix: "2 3")
// @query(written(before day: Date, in notebook: Notebook.ID): """
//   WHERE notebook_id = :notebook AND written_at < :day
//   """)
// @query(titles(among ids: [Note.ID]) -> (id: Note.ID, title: String): "SELECT id, title FROM note WHERE id IN :ids")
// @query(move(from old: Notebook.ID, to notebook: Notebook.ID): """
//   UPDATE note SET notebook_id = :notebook WHERE notebook_id = :old
//   """)
public struct Note: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String
  public var text: String
  public var writtenAt: Date

  // @references(inverse: notes, onDelete: cascade)
  public var notebookID: Notebook.ID
}

// @table
public struct Notebook: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
}

/// A notebook, how many notes it has, and when the last of them was written.
// @view("""
//   SELECT notebook.id, notebook.name, count(note.id), max(note.written_at)
//   FROM notebook LEFT JOIN note ON note.notebook_id = notebook.id
//   GROUP BY notebook.id
//   """)
// @query(busiest(atMost limit: Int): "WHERE note_count > 0 ORDER BY note_count DESC, name LIMIT :limit")
public struct NotebookSummary: Codable, Hashable, Sendable {
  // @references
  public let notebookID: Notebook.ID
  public let name: String
  public let noteCount: Int
  public let lastWrittenAt: Date?
}
