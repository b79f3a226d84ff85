/// The words that the texts of the film database are made of. The queries search for some of them.
enum FilmTexts {
  static let kinds = ["movie", "episode", "tv series", "tv movie", "video movie", "video game", "tv mini series"]

  static let links = [
    "follows", "followed by", "references", "referenced in", "features", "featured in", "remake of", "remade as",
    "version of", "similar to", "spoofs", "spoofed in", "spin off from", "spin off", "edited into", "edited from",
    "alternate language version of", "unknown link",
  ]

  static let roles = [
    "actor", "actress", "producer", "writer", "director", "composer", "editor", "cinematographer",
    "miscellaneous crew", "costume designer", "production designer", "guest",
  ]

  static let companyTypes = [
    "distributors", "production companies", "special effects companies", "miscellaneous companies",
  ]

  static let castKinds = ["cast", "crew", "complete", "complete+verified"]

  /// The kinds of facts about titles, then those of figures, then those of people.
  static let titleInfos = [
    "genres", "countries", "languages", "release dates", "runtimes", "budget", "color info", "sound mix",
    "certificates",
    "gross", "quotes", "plot",
  ]
  static let figures = ["rating", "votes", "votes distribution", "top 250 rank", "bottom 10 rank"]
  static let personInfos = ["birth date", "mini biography", "trivia", "height", "spouse", "death date"]

  static let adjectives = [
    "The Last", "Dark", "Silent", "The Red", "Golden", "A", "The", "Lost", "Iron", "Secret", "Broken", "Kung Fu", "Big",
    "Blue", "Wild", "Eternal",
  ]
  static let nouns = [
    "Man", "Money", "Champion", "Murder", "Night", "Panda", "Vampire", "Dracula", "Freddy", "Birds", "Garden", "River",
    "Doctor", "House", "Letter", "Stranger", "Island", "Mountain", "Money Train", "Winter", "Train", "Queen", "Loser",
    "Harbour", "Saw", "Storm",
  ]
  static let firstNames = [
    "James", "Anna", "Tim", "Angelina", "Bert", "Yoko", "Robert", "Maria", "Xavier", "Ingrid", "Downey", "Ann", "Zoe",
    "Peter", "Olga", "Luis", "Ben", "Sophie", "Jean", "Kurt",
  ]
  static let lastNames = [
    "Smith", "Andersson", "Brown", "Moore", "Bergman", "Chen", "Dupont", "Evans", "Fischer", "Garcia", "Hughes",
    "Ivanov",
    "Jones", "Kowalski", "Lopez", "Meyer", "Nakamura", "Olsen", "Petrov", "Rossi", "Sato", "Taylor", "Upton", "Vega",
    "Wagner", "Xu", "Young", "Zimmer",
  ]
  static let characters = ["Himself", "Herself", "Narrator", "Queen", "Tony Stark", "The Doctor", "Agent"]
  static let companies = [
    "Warner", "Universal", "Polygram", "Columbia", "Nordic", "Lionsgate", "Fox", "Gaumont", "Toho", "Atlas", "Aurora",
    "Bavaria",
  ]
  static let companyForms = ["Film", "Pictures", "Studios", "Television", "Entertainment", "Home Video", "Productions"]
  static let countryCodes = [
    "[us]", "[gb]", "[de]", "[fr]", "[jp]", "[it]", "[se]", "[pl]", "[nl]", "[es]", "[dk]", "[ca]",
  ]
  static let countries = [
    "USA", "UK", "Germany", "France", "Japan", "Italy", "Sweden", "Poland", "Netherlands", "Spain", "Denmark", "Canada",
    "Norway", "Bulgaria",
  ]
  static let languages = [
    "English", "German", "French", "Japanese", "Italian", "Swedish", "Polish", "Dutch", "Spanish",
  ]
  static let genres = [
    "Drama", "Comedy", "Documentary", "Action", "Thriller", "Horror", "Crime", "Family", "Sci-Fi", "War", "Western",
    "Musical",
  ]
  static let keywords = [
    "murder", "love", "sequel", "based-on-novel", "female-nudity", "revenge", "superhero", "violence", "blood", "hero",
    "character-name-in-title", "martial-arts", "based-on-comic", "computer-animation", "hand-to-hand-combat",
    "hospital",
    "marvel-cinematic-universe", "second-part", "gore", "nerd", "magnet", "web", "claw", "laser", "fight", "tv-special",
    "10,000-mile-club",
  ]
  static let companyNotes = [
    "(co-production)", "(presents)", "(as Metro-Goldwyn-Mayer Pictures)", "(2006) (USA) (TV)",
    "(2013) (worldwide) (all media)", "(1994) (USA) (VHS)", "(2008) (USA) (DVD)", "(2007) (Japan)", "(France)",
    "(in association with)", "(2005) (USA) (theatrical)",
  ]
  static let castNotes = [
    "(uncredited)", "(voice)", "(producer)", "(writer)", "(executive producer)", "(voice: English version)", "(story)",
    "(written by)", "(head writer)", "(voice) (uncredited)", "(voice: Japanese version)", "(archive footage)",
  ]
  static let infoNotes = ["internet", "(approximated)", "(first edition)", "(worldwide)", "(limited)"]
  static let personNotes = ["Volker Boehm", "Anonymous", "IMDb Editors", "Jon C. Hopwood"]
  static let months = ["January", "March", "May", "July", "September", "November"]
}
