import Postil

// @view("SELECT title, duration / 1000 AS seconds FROM song", unlisted)
struct SongLength: Hashable, Sendable {
  let title: String
  let seconds: Int?
}
