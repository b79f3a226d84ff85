import Foundation
import Postil

/// Somebody, whose first letter is one of theirs: the references go round.
// @table
struct Writer: Sendable {
  let id: ID
  var name: String  // @unique

  // @references(onDelete: nullify)
  var firstLetterID: Letter.ID?
}

// @table
struct Letter: Sendable {
  let id: ID
  var text: String

  // @references(inverse: letters, onDelete: cascade)
  var writerID: Writer.ID

  // @references(onDelete: noAction)
  var answeredID: Letter.ID?
}

/// Names that PostgreSQL has no room for, and words that mean something to it.
// @table("the_table_of_everything_that_anybody_ever_wrote_down_in_a_long_life_of_writing")
// @unique(theTextThatWasWrittenDown, order, name: "select")
// @check("length(the_text_that_was_written_down_by_somebody_who_had_very_much_to_say_to_us) > 0")
// @trigger("AFTER UPDATE OF order",
//   do: "UPDATE the_table_of_everything_that_anybody_ever_wrote_down_in_a_long_life_of_writing SET done = 1 WHERE id = NEW.id")
struct LongWinded: Sendable {
  let id: ID
  // @column("the_text_that_was_written_down_by_somebody_who_had_very_much_to_say_to_us")
  var theTextThatWasWrittenDown: String
  var order: Int  // @column("order")
  var done: Bool = false
  var user: String = ""
  // @references(inverse: lives)
  var writerID: Writer.ID
}

// @table
// @unique(other, name: "select")
struct Second: Sendable {
  let id: ID
  var other: Int
}

/// What is written down of changes.
// @table
// @trigger("AFTER INSERT", when: "NEW.amount > 100 AND NOT EXISTS (SELECT 1 FROM ledger WHERE amount > NEW.amount)",
//   do: "INSERT INTO note_of_ledger (text, ledger_id) VALUES ('large: ' || NEW.amount, NEW.id) ON CONFLICT DO NOTHING")
// @trigger("BEFORE DELETE", when: "OLD.locked", do: "SELECT RAISE(ABORT, 'it''s locked')")
// @trigger("BEFORE UPDATE OF amount", do: "SELECT RAISE(IGNORE) WHERE NEW.amount < 0")
// @trigger("AFTER DELETE", do: "DELETE FROM note_of_ledger WHERE ledger_id = OLD.id; UPDATE total_of_ledger SET rows = rows - 1")
// @trigger("AFTER INSERT", do: """
//   INSERT INTO total_of_ledger (id, rows, last_at) SELECT 1, 1, datetime('now')
//   WHERE true ON CONFLICT (id) DO UPDATE SET rows = rows + excluded.rows, last_at = excluded.last_at
//   """)
struct Ledger: Sendable {
  let id: ID
  var amount: Int
  var locked = false
}

// @table
struct NoteOfLedger: Sendable {
  let id: ID
  var text: String
  var ledgerID: Int
}

// @table
struct TotalOfLedger: Sendable {
  let id: Int
  var rows: Int
  var lastAt: Date
}
