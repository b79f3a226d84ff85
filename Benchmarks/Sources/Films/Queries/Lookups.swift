import FilmModels
import Postil

// Three to five tables: dimension lookups, and texts and years of titles.
extension FilmQuery {
  static var lookups: [FilmQuery] {
    [
      topProductions, companiesOfKeyword, sequelsByCountry, ratedSequels, theatricalReleases, actorsOfKeyword,
      filmsOfKeywords, latestFilmsOfCompany, voices, factsAboutPeople,
    ]
  }

  private static let topProductions = FilmQuery(
    "01-top-productions",
    """
    SELECT MIN(mc.note), MIN(t.title), MIN(t.production_year)
    FROM company_type AS ct, info_type AS it, movie_companies AS mc, movie_info_idx AS mi_idx, title AS t
    WHERE ct.kind = 'production companies' AND it.info = 'top 250 rank'
    AND mc.note NOT LIKE '%(as Metro-Goldwyn-Mayer Pictures)%'
    AND (mc.note LIKE '%(co-production)%' OR mc.note LIKE '%(presents)%')
    AND ct.id = mc.company_type_id AND t.id = mc.movie_id AND t.id = mi_idx.movie_id
    AND mc.movie_id = mi_idx.movie_id AND it.id = mi_idx.info_type_id
    """
  ) {
    MovieCompany.join(MovieInfoIdx.self) { company, figure in figure.movieID == company.movieID }
      .where { company, figure in
        company.companyType.kind == "production companies" && figure.infoType.info == "top 250 rank"
          && company.note != nil && !company.note.like("%(as Metro-Goldwyn-Mayer Pictures)%")
          && (company.note.like("%(co-production)%") || company.note.like("%(presents)%"))
      }
      .select { company, _ in (company.note.min(), company.movie.title.min(), company.movie.productionYear.min()) }
  }

  private static let companiesOfKeyword = FilmQuery(
    "02-companies-of-keyword",
    """
    SELECT MIN(t.title), MIN(cn.name)
    FROM company_name AS cn, keyword AS k, movie_companies AS mc, movie_keyword AS mk, title AS t
    WHERE cn.country_code = '[de]' AND k.keyword = 'character-name-in-title' AND cn.id = mc.company_id
    AND mc.movie_id = t.id AND t.id = mk.movie_id AND mk.keyword_id = k.id AND mc.movie_id = mk.movie_id
    """
  ) {
    MovieCompany.join(MovieKeyword.self) { company, keyword in keyword.movieID == company.movieID }
      .where { company, keyword in
        company.company.countryCode == "[de]" && keyword.keyword.keyword == "character-name-in-title"
      }
      .select { company, _ in (company.movie.title.min(), company.company.name.min()) }
  }

  private static let sequelsByCountry = FilmQuery(
    "03-sequels-by-country",
    """
    SELECT MIN(t.title), MIN(t.production_year)
    FROM keyword AS k, movie_info AS mi, movie_keyword AS mk, title AS t
    WHERE k.keyword LIKE '%sequel%' AND mi.info IN ('Sweden', 'Norway', 'Germany', 'Denmark', 'Swedish', 'German')
    AND t.production_year > 2005 AND t.id = mi.movie_id AND t.id = mk.movie_id AND mk.movie_id = mi.movie_id
    AND k.id = mk.keyword_id
    """
  ) {
    MovieKeyword.join(MovieInfo.self) { keyword, info in info.movieID == keyword.movieID }
      .where { keyword, info in
        keyword.keyword.keyword.like("%sequel%") && keyword.movie.productionYear > 2005
          && info.info.in(["Sweden", "Norway", "Germany", "Denmark", "Swedish", "German"])
      }
      .select { keyword, _ in (keyword.movie.title.min(), keyword.movie.productionYear.min()) }
  }

  private static let ratedSequels = FilmQuery(
    "04-rated-sequels",
    """
    SELECT MIN(mi_idx.info), MIN(t.title)
    FROM info_type AS it, keyword AS k, movie_info_idx AS mi_idx, movie_keyword AS mk, title AS t
    WHERE it.info = 'rating' AND k.keyword LIKE '%sequel%' AND mi_idx.info > '5.0' AND t.production_year > 2005
    AND t.id = mi_idx.movie_id AND t.id = mk.movie_id AND mk.movie_id = mi_idx.movie_id AND k.id = mk.keyword_id
    AND it.id = mi_idx.info_type_id
    """
  ) {
    MovieKeyword.join(MovieInfoIdx.self) { keyword, figure in figure.movieID == keyword.movieID }
      .where { keyword, figure in
        figure.infoType.info == "rating" && figure.info > "5.0" && keyword.keyword.keyword.like("%sequel%")
          && keyword.movie.productionYear > 2005
      }
      .select { keyword, figure in (figure.info.min(), keyword.movie.title.min()) }
  }

  private static let theatricalReleases = FilmQuery(
    "05-theatrical-releases",
    """
    SELECT MIN(t.title), MIN(mi.info)
    FROM company_type AS ct, info_type AS it, movie_companies AS mc, movie_info AS mi, title AS t
    WHERE ct.kind = 'production companies' AND mc.note LIKE '%(theatrical)%' AND mc.note LIKE '%(USA)%'
    AND mi.info IN ('English', 'German', 'French') AND t.production_year > 2000 AND t.id = mi.movie_id
    AND t.id = mc.movie_id AND mc.movie_id = mi.movie_id AND ct.id = mc.company_type_id AND it.id = mi.info_type_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .where { company, info in
        company.companyType.kind == "production companies" && company.note.like("%(theatrical)%")
          && company.note.like("%(USA)%") && info.info.in(["English", "German", "French"])
          && company.movie.productionYear > 2000
      }
      .select { company, info in (company.movie.title.min(), info.info.min()) }
  }

  private static let actorsOfKeyword = FilmQuery(
    "06-actors-of-keyword",
    """
    SELECT MIN(k.keyword), MIN(n.name), MIN(t.title)
    FROM cast_info AS ci, keyword AS k, movie_keyword AS mk, name AS n, title AS t
    WHERE k.keyword = 'marvel-cinematic-universe' AND n.name LIKE '%Downey%' AND t.production_year > 2010
    AND k.id = mk.keyword_id AND t.id = mk.movie_id AND t.id = ci.movie_id AND ci.movie_id = mk.movie_id
    AND n.id = ci.person_id
    """
  ) {
    CastInfo.join(MovieKeyword.self) { part, keyword in keyword.movieID == part.movieID }
      .where { part, keyword in
        keyword.keyword.keyword == "marvel-cinematic-universe" && part.person.name.like("%Downey%")
          && part.movie.productionYear > 2010
      }
      .select { part, keyword in (keyword.keyword.keyword.min(), part.person.name.min(), part.movie.title.min()) }
  }

  private static let filmsOfKeywords = FilmQuery(
    "07-films-of-keywords",
    """
    SELECT t.title, k.keyword, t.production_year
    FROM title AS t, kind_type AS kt, movie_keyword AS mk, keyword AS k
    WHERE kt.kind = 'movie' AND k.keyword IN ('superhero', 'laser', 'web', 'claw')
    AND t.production_year BETWEEN 1990 AND 2005 AND kt.id = t.kind_id AND mk.movie_id = t.id AND k.id = mk.keyword_id
    """
  ) {
    MovieKeyword.where {
      $0.movie.kind.kind == "movie" && $0.keyword.keyword.in(["superhero", "laser", "web", "claw"])
        && $0.movie.productionYear.in(1990...2005)
    }.select { ($0.movie.title, $0.keyword.keyword, $0.movie.productionYear) }
  }

  private static let latestFilmsOfCompany = FilmQuery(
    "08-latest-films-of-company",
    """
    SELECT t.title, t.production_year, cn.name, mc.note
    FROM company_name AS cn, movie_companies AS mc, title AS t
    WHERE cn.name LIKE 'Polygram%' AND mc.company_id = cn.id AND t.id = mc.movie_id
    ORDER BY t.production_year DESC, t.title, cn.name, mc.note LIMIT 20
    """
  ) {
    MovieCompany.where { $0.company.name.like("Polygram%") }
      .order { ($0.movie.productionYear.descending, $0.movie.title, $0.company.name, $0.note) }
      .limit(20)
      .select { ($0.movie.title, $0.movie.productionYear, $0.company.name, $0.note) }
  }

  private static let voices = FilmQuery(
    "09-voices",
    """
    SELECT MIN(n.name), count(*)
    FROM cast_info AS ci, name AS n, role_type AS rt
    WHERE rt.role = 'actress' AND ci.note IN ('(voice)', '(voice: Japanese version)', '(voice) (uncredited)')
    AND n.gender = 'f' AND n.name LIKE '%An%' AND n.id = ci.person_id AND rt.id = ci.role_id
    """
  ) {
    CastInfo.where {
      $0.role.role == "actress" && $0.note.in(["(voice)", "(voice: Japanese version)", "(voice) (uncredited)"])
        && $0.person.gender == "f" && $0.person.name.like("%An%")
    }.select { ($0.person.name.min(), SQL.count()) }
  }

  private static let factsAboutPeople = FilmQuery(
    "10-facts-about-people",
    """
    SELECT n.name, an.name, pi.info
    FROM aka_name AS an, info_type AS it, name AS n, person_info AS pi
    WHERE it.info = 'mini biography' AND pi.note = 'Volker Boehm' AND n.name_pcode_cf BETWEEN 'A' AND 'F'
    AND an.name LIKE '%a%' AND n.id = an.person_id AND n.id = pi.person_id AND an.person_id = pi.person_id
    AND it.id = pi.info_type_id
    """
  ) {
    PersonInfo.join(AkaName.self) { fact, other in other.personID == fact.personID }
      .where { fact, other in
        fact.infoType.info == "mini biography" && fact.note == "Volker Boehm"
          && fact.person.namePcodeCf.in("A"..."F") && other.name.like("%a%")
      }
      .select { fact, other in (fact.person.name, other.name, fact.info) }
  }
}
