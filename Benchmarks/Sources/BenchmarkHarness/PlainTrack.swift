/// An ordered relationship as programs keep it without help: a number beside each row, between those of its neighbours.
/// Finding the neighbours by their index reads all rows before them.
package enum PlainTrack {
  package static let createSQL = """
    CREATE TABLE plain_track (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, playlist_id INTEGER NOT NULL REFERENCES playlist (id),
      position REAL NOT NULL
    ) STRICT;
    CREATE INDEX plain_track_order ON plain_track (playlist_id, position);
    """
  /// Binds the playlist and the index of the first neighbour.
  package static let neighboursSQL = """
    SELECT position FROM plain_track WHERE playlist_id = ?1 ORDER BY position LIMIT 2 OFFSET ?2
    """
  /// Binds the playlist, the position and the track.
  package static let moveSQL = "UPDATE plain_track SET playlist_id = ?1, position = ?2 WHERE id = ?3"

  /// A place at `index`, where `positions` are those of the rows at `index - 1` and `index`, or of the first two.
  package static func position(at index: Int, between positions: [Double]) -> Double {
    if index == 0 { return (positions.first ?? 1) - 1 }
    return positions.count == 2 ? (positions[0] + positions[1]) / 2 : (positions.first ?? 0) + 1
  }

  /// The order of a playlist as a number; Postil is asked the same of its own table.
  package static func orderSQL(_ playlist: Int64) -> String {
    """
    SELECT sum(place * (id % 1000)) FROM (SELECT id, row_number() OVER (ORDER BY position) AS place
      FROM plain_track WHERE playlist_id = \(playlist))
    """
  }
}
