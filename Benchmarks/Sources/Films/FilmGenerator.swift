import BenchmarkHarness
import FilmModels
import Postil

/// Fills a film database with random rows, the same ones for the same number of titles.
///
/// References are skewed: a few titles, people, companies and keywords have most of the rows that refer to them, and the same titles
/// are popular in every table, as in real data. A database of n titles has about 21 n rows.
struct FilmGenerator {
  let titles: Int
  private var random = SplitMix64(seed: 2015)

  private var people: Int { titles * 6 / 5 }
  private var characters: Int { titles * 4 / 5 }
  private var companies: Int { max(titles / 20, 40) }
  private var keywords: Int { max(titles / 15, 60) }

  /// A generator for this number of titles.
  init(titles: Int) { self.titles = titles }

  /// Inserts all rows, each table in a transaction of its own.
  mutating func fill(_ store: SQLiteStore) throws {
    try store.write { db in
      try KindType.insert(FilmTexts.kinds.map { KindType.Draft(kind: $0) }, in: db)
      try LinkType.insert(FilmTexts.links.map { LinkType.Draft(link: $0) }, in: db)
      try RoleType.insert(FilmTexts.roles.map { RoleType.Draft(role: $0) }, in: db)
      try CompanyType.insert(FilmTexts.companyTypes.map { CompanyType.Draft(kind: $0) }, in: db)
      try CompCastType.insert(FilmTexts.castKinds.map { CompCastType.Draft(kind: $0) }, in: db)
      let infos = FilmTexts.titleInfos + FilmTexts.figures + FilmTexts.personInfos
      let rare = (infos.count..<113).map { "info type \($0)" }
      try InfoType.insert((infos + rare).map { InfoType.Draft(info: $0) }, in: db)
    }
    try insert(titles, of: Title.self, into: store) { $0.title() }
    try insert(people, of: Name.self, into: store) { $0.person() }
    try insert(characters, of: CharName.self, into: store) { $0.character() }
    try insert(companies, of: CompanyName.self, into: store) { $0.company() }
    let words = (0..<keywords).map { number in
      let known = FilmTexts.keywords
      return number % 2 == 0 && number / 2 < known.count ? known[number / 2] : "keyword-\(number)"
    }
    try store.write { db in
      try Keyword.insert(words.map { Keyword.Draft(keyword: $0, phoneticCode: "K\($0.count)") }, in: db)
    }
    try insert(titles * 3 / 20, of: AkaTitle.self, into: store) { $0.otherTitle() }
    try insert(titles / 20, of: MovieLink.self, into: store) { $0.link() }
    try insert(titles / 3, of: AkaName.self, into: store) { $0.otherName() }
    try insert(titles * 4 / 5, of: PersonInfo.self, into: store) { $0.personInfo() }
    try insert(titles * 8, of: CastInfo.self, into: store) { $0.part() }
    try insert(titles / 8, of: CompleteCast.self, into: store) { $0.completeCast() }
    try insert(titles * 3 / 2, of: MovieCompany.self, into: store) { $0.companyOfTitle() }
    try insert(titles * 4, of: MovieInfo.self, into: store) { $0.titleInfo() }
    try insert(titles * 3 / 2, of: MovieInfoIdx.self, into: store) { $0.figure() }
    try insert(titles * 5 / 2, of: MovieKeyword.self, into: store) { $0.keywordOfTitle() }
  }

  private mutating func insert<M: Model>(
    _ count: Int, of model: M.Type, into store: SQLiteStore, _ draft: (inout FilmGenerator) -> M.Draft
  ) throws {
    var generator = self
    try store.write { db in
      var rest = count
      while rest > 0 {
        let size = min(rest, 10_000)
        try M.insert((0..<size).map { _ in draft(&generator) }, in: db)
        rest -= size
      }
    }
    self = generator
  }
}

// MARK: - Random values

extension FilmGenerator {
  /// From 0 up to 1.
  private mutating func fraction() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// Whether something that happens with this probability happens.
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

  /// An integer below `bound`, each as likely as the others.
  mutating func number(below bound: Int) -> Int { Int(fraction() * Double(bound)) }

  /// An integer below `bound`; the smaller, the likelier, roughly by Zipf's law with an exponent of 2/3.
  mutating func skewed(below bound: Int) -> Int {
    let value = fraction()
    return Int(value * value * value * Double(bound))
  }

  /// One of the texts; the earlier, the likelier.
  mutating func skewed(_ texts: [String]) -> String { texts[skewed(below: texts.count)] }

  /// One of the texts.
  mutating func any(_ texts: [String]) -> String { texts[number(below: texts.count)] }

  /// The key of a title. The most popular of 24,000 titles has 0.12 percent of the rows of each table, 29 times the mean.
  mutating func titleID() -> Title.ID {
    let value = fraction()
    return Title.ID(Int64(value * value.squareRoot() * Double(titles)) + 1)
  }

  mutating func personID() -> Name.ID { Name.ID(Int64(skewed(below: people)) + 1) }

  mutating func characterID() -> CharName.ID { CharName.ID(Int64(skewed(below: characters)) + 1) }

  mutating func companyID() -> CompanyName.ID { CompanyName.ID(Int64(skewed(below: companies)) + 1) }

  mutating func keywordID() -> Keyword.ID { Keyword.ID(Int64(skewed(below: keywords)) + 1) }

  /// The key of the info type with this text.
  func infoTypeID(_ info: String) -> InfoType.ID {
    let infos = FilmTexts.titleInfos + FilmTexts.figures + FilmTexts.personInfos
    return InfoType.ID(Int64((infos.firstIndex(of: info) ?? 0) + 1))
  }

  /// The letter and digits of a text, as a phonetic index would have them.
  mutating func phoneticCode(of text: String) -> String { "\(text.prefix(1))\(number(below: 700))" }
}
