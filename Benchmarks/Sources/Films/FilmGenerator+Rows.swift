import FilmModels
import Postil

// The rows of each table. What is rare or frequent in them decides how selective the queries' conditions are.
extension FilmGenerator {
  mutating func title() -> Title.Draft {
    let kind = skewed(below: FilmTexts.kinds.count)
    var text = "\(skewed(FilmTexts.adjectives)) \(any(FilmTexts.nouns))"
    if chance(0.4) { text += " \(number(below: 90) + 1)" }
    return Title.Draft(
      title: text, kindID: KindType.ID(Int64(kind) + 1),
      productionYear: chance(0.05) ? nil : 2015 - skewed(below: 90),
      phoneticCode: chance(0.1) ? nil : phoneticCode(of: text),
      episodeNumber: kind == 1 ? number(below: 120) + 1 : nil)
  }

  mutating func person() -> Name.Draft {
    let name = "\(any(FilmTexts.lastNames)), \(any(FilmTexts.firstNames)) \(number(below: 40))"
    return Name.Draft(
      name: name, gender: chance(0.1) ? nil : chance(0.6) ? "m" : "f", namePcodeCf: phoneticCode(of: name))
  }

  mutating func character() -> CharName.Draft {
    CharName.Draft(
      name: chance(0.2)
        ? skewed(FilmTexts.characters) : "\(any(FilmTexts.firstNames)) \(any(FilmTexts.lastNames))")
  }

  mutating func company() -> CompanyName.Draft {
    CompanyName.Draft(
      name: "\(any(FilmTexts.companies)) \(any(FilmTexts.companyForms)) \(number(below: 100))",
      countryCode: chance(0.03) ? nil : skewed(FilmTexts.countryCodes))
  }

  mutating func otherTitle() -> AkaTitle.Draft {
    AkaTitle.Draft(
      movieID: titleID(), title: "\(any(FilmTexts.nouns)) \(any(FilmTexts.nouns))",
      note: chance(0.5) ? nil : "(\(skewed(FilmTexts.countries)))")
  }

  mutating func link() -> MovieLink.Draft {
    MovieLink.Draft(
      movieID: titleID(), linkedMovieID: titleID(),
      linkTypeID: LinkType.ID(Int64(skewed(below: FilmTexts.links.count)) + 1))
  }

  mutating func otherName() -> AkaName.Draft {
    AkaName.Draft(personID: personID(), name: "\(any(FilmTexts.firstNames)) \(any(FilmTexts.lastNames))")
  }

  mutating func personInfo() -> PersonInfo.Draft {
    PersonInfo.Draft(
      personID: personID(), infoTypeID: infoTypeID(skewed(FilmTexts.personInfos)),
      info: "fact \(number(below: 5_000))", note: chance(0.5) ? nil : any(FilmTexts.personNotes))
  }

  mutating func part() -> CastInfo.Draft {
    CastInfo.Draft(
      personID: personID(), movieID: titleID(), personRoleID: chance(0.4) ? nil : characterID(),
      note: chance(0.6) ? nil : skewed(FilmTexts.castNotes),
      roleID: RoleType.ID(Int64(skewed(below: FilmTexts.roles.count)) + 1))
  }

  mutating func completeCast() -> CompleteCast.Draft {
    CompleteCast.Draft(
      movieID: titleID(), subjectID: CompCastType.ID(chance(0.7) ? 1 : 2),
      statusID: CompCastType.ID(chance(0.6) ? 3 : 4))
  }

  mutating func companyOfTitle() -> MovieCompany.Draft {
    MovieCompany.Draft(
      movieID: titleID(), companyID: companyID(),
      companyTypeID: CompanyType.ID(Int64(skewed(below: FilmTexts.companyTypes.count)) + 1),
      note: chance(0.3) ? nil : any(FilmTexts.companyNotes))
  }

  mutating func titleInfo() -> MovieInfo.Draft {
    let type = skewed(FilmTexts.titleInfos)
    let info =
      switch type {
      case "genres": skewed(FilmTexts.genres)
      case "countries": skewed(FilmTexts.countries)
      case "languages": skewed(FilmTexts.languages)
      case "release dates":
        "\(skewed(FilmTexts.countries)):\(number(below: 28) + 1) \(any(FilmTexts.months)) \(1995 + number(below: 20))"
      case "runtimes": "\(number(below: 200) + 1)"
      case "budget": "$\(number(below: 900) + 100),000"
      default: "text \(number(below: 2_000))"
      }
    return MovieInfo.Draft(
      movieID: titleID(), infoTypeID: infoTypeID(type), info: info, note: chance(0.7) ? nil : any(FilmTexts.infoNotes))
  }

  mutating func figure() -> MovieInfoIdx.Draft {
    let type = skewed(FilmTexts.figures)
    let info =
      switch type {
      case "rating": "\(number(below: 9) + 1).\(number(below: 10))"
      case "votes": "\(skewed(below: 100_000) + 5)"
      case "top 250 rank": "\(number(below: 250) + 1)"
      case "bottom 10 rank": "\(number(below: 10) + 1)"
      default: "0000\(number(below: 100_000))"
      }
    return MovieInfoIdx.Draft(movieID: titleID(), infoTypeID: infoTypeID(type), info: info)
  }

  mutating func keywordOfTitle() -> MovieKeyword.Draft {
    MovieKeyword.Draft(movieID: titleID(), keywordID: keywordID())
  }
}
