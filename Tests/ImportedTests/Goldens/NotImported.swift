// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new
// database is created without them.
//
// - the virtual table 'words': it isn't the index of another table, as with '@fullText'
// - the trigger 'trg_view': it belongs to a view, and views are read-only
// - the view 'broken': SQLite can't read it

// The statement of the virtual table 'words':
//
//     CREATE VIRTUAL TABLE words USING fts5 (title, body)

// The statement of the trigger 'trg_view':
//
//     CREATE TRIGGER trg_view INSTEAD OF INSERT ON shipment BEGIN SELECT 1; END

// The statement of the view 'broken':
//
//     CREATE VIEW broken AS SELECT * FROM "a table that is gone"
