extension FilmQuery {
  /// All queries, those over few tables first.
  static var all: [FilmQuery] { lookups + casts + companies + links }
}
