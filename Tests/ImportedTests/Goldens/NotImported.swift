// What the database has and no struct says. A store opens the file all the same, and leaves it there; a new file
// is made without it.
//
// - the virtual table 'words': it indexes no other table, as '@fullText' does
// - the trigger 'trg_view': it is of a view, and a view only reads
// - the view 'broken': SQLite cannot read it

// The statement of the virtual table 'words':
//
//     CREATE VIRTUAL TABLE words USING fts5 (title, body)

// The statement of the trigger 'trg_view':
//
//     CREATE TRIGGER trg_view INSTEAD OF INSERT ON shipment BEGIN SELECT 1; END

// The statement of the view 'broken':
//
//     CREATE VIEW broken AS SELECT * FROM "a table that is gone"
