// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new
// database is created without them.
//
// - the table 'android_metadata': Android keeps its own records in it
// - the table 'room_master_table': Room keeps its own records in it

// The statement of the table 'android_metadata':
//
//     CREATE TABLE android_metadata (locale TEXT)

// The statement of the table 'room_master_table':
//
//     CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)
