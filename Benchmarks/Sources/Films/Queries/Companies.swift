import FilmModels
import Postil

// Four to fourteen tables around the companies, the facts and the figures of titles.
extension FilmQuery {
  static var companies: [FilmQuery] {
    [
      titlesByCountry, filmsWithKeywordAndCompany, budgetFilms, ratedReleases, violentFilms, webReleases,
      foreignThrillers, completeReleases, completeDarkFilms,
    ]
  }

  private static let titlesByCountry = FilmQuery(
    "23-titles-by-country",
    """
    SELECT cn.country_code, count(*), MIN(t.production_year)
    FROM company_name AS cn, movie_companies AS mc, title AS t
    WHERE mc.note LIKE '%(co-production)%' AND t.production_year >= 1990 AND cn.id = mc.company_id AND t.id = mc.movie_id
    GROUP BY cn.country_code
    """
  ) {
    MovieCompany.where { $0.note.like("%(co-production)%") && $0.movie.productionYear >= 1990 }
      .group { $0.company.countryCode }
      .select { ($0.company.countryCode, SQL.count(), $0.movie.productionYear.min()) }
  }

  private static let filmsWithKeywordAndCompany = FilmQuery(
    "24-films-with-keyword-and-company",
    """
    SELECT t.title, t.production_year, kt.kind
    FROM title AS t, kind_type AS kt
    WHERE kt.id = t.kind_id AND t.production_year BETWEEN 2000 AND 2010
    AND t.id IN (SELECT mk.movie_id FROM movie_keyword AS mk JOIN keyword AS k ON k.id = mk.keyword_id
    WHERE k.keyword = 'superhero')
    AND EXISTS (SELECT 1 FROM movie_companies AS mc JOIN company_name AS cn ON cn.id = mc.company_id
    WHERE mc.movie_id = t.id AND cn.country_code = '[de]')
    """
  ) {
    Title.where {
      $0.productionYear.in(2000...2010) && $0.movieKeywords.any { $0.keyword.keyword == "superhero" }
        && $0.companies.any(as: .exists) { $0.company.countryCode == "[de]" }
    }.select { ($0.title, $0.productionYear, $0.kind.kind) }
  }

  private static let budgetFilms = FilmQuery(
    "25-budget-films",
    """
    SELECT MIN(mi.info), MIN(t.title), MIN(cn.name)
    FROM company_name AS cn, company_type AS ct, info_type AS it1, info_type AS it2, movie_companies AS mc,
    movie_info AS mi, movie_info_idx AS mi_idx, title AS t
    WHERE cn.country_code = '[us]' AND ct.kind IN ('production companies', 'distributors') AND it1.info = 'budget'
    AND it2.info = 'bottom 10 rank' AND t.production_year > 2000 AND (t.title LIKE '%Birds%' OR t.title LIKE '%Money%'
    OR t.title LIKE 'The%') AND t.id = mi.movie_id AND t.id = mi_idx.movie_id AND mi.info_type_id = it1.id
    AND mi_idx.info_type_id = it2.id AND t.id = mc.movie_id AND ct.id = mc.company_type_id AND cn.id = mc.company_id
    AND mc.movie_id = mi.movie_id AND mc.movie_id = mi_idx.movie_id AND mi.movie_id = mi_idx.movie_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .join(MovieInfoIdx.self) { company, _, figure in figure.movieID == company.movieID }
      .where { company, info, figure in
        company.company.countryCode == "[us]"
          && company.companyType.kind.in(["production companies", "distributors"]) && info.infoType.info == "budget"
          && figure.infoType.info == "bottom 10 rank"
      }
      .where { company, _, _ in
        company.movie.productionYear > 2000
          && (company.movie.title.like("%Birds%") || company.movie.title.like("%Money%")
            || company.movie.title.like("The%"))
      }
      .select { company, info, _ in (info.info.min(), company.movie.title.min(), company.company.name.min()) }
  }

  private static let ratedReleases = FilmQuery(
    "26-rated-releases",
    """
    SELECT MIN(mi.info), MIN(miidx.info), MIN(t.title)
    FROM company_name AS cn, company_type AS ct, info_type AS it, info_type AS it2, kind_type AS kt,
    movie_companies AS mc, movie_info AS mi, movie_info_idx AS miidx, title AS t
    WHERE cn.country_code = '[de]' AND ct.kind = 'production companies' AND it.info = 'rating'
    AND it2.info = 'release dates' AND kt.kind = 'movie' AND mi.movie_id = t.id AND it2.id = mi.info_type_id
    AND kt.id = t.kind_id AND mc.movie_id = t.id AND cn.id = mc.company_id AND ct.id = mc.company_type_id
    AND miidx.movie_id = t.id AND it.id = miidx.info_type_id AND mi.movie_id = miidx.movie_id
    AND mi.movie_id = mc.movie_id AND miidx.movie_id = mc.movie_id
    """
  ) {
    Title.join(MovieCompany.self) { title, company in company.movieID == title.id }
      .join(MovieInfo.self) { title, _, info in info.movieID == title.id }
      .join(MovieInfoIdx.self) { title, _, _, figure in figure.movieID == title.id }
      .where { title, company, info, figure in
        title.kind.kind == "movie" && company.company.countryCode == "[de]"
          && company.companyType.kind == "production companies" && info.infoType.info == "release dates"
          && figure.infoType.info == "rating"
      }
      .select { title, _, info, figure in (info.info.min(), figure.info.min(), title.title.min()) }
  }

  private static let violentFilms = FilmQuery(
    "27-violent-films",
    """
    SELECT MIN(mi_idx.info), MIN(t.title)
    FROM info_type AS it1, info_type AS it2, keyword AS k, kind_type AS kt, movie_info AS mi, movie_info_idx AS mi_idx,
    movie_keyword AS mk, title AS t
    WHERE it1.info = 'countries' AND it2.info = 'rating' AND k.keyword IN ('murder', 'blood', 'violence')
    AND kt.kind IN ('movie', 'episode') AND mi.info IN ('Sweden', 'Norway', 'Germany', 'Denmark', 'USA')
    AND mi_idx.info < '8.5' AND t.production_year > 2005 AND kt.id = t.kind_id AND t.id = mi.movie_id
    AND t.id = mk.movie_id AND t.id = mi_idx.movie_id AND mk.movie_id = mi.movie_id AND mk.movie_id = mi_idx.movie_id
    AND mi.movie_id = mi_idx.movie_id AND k.id = mk.keyword_id AND it1.id = mi.info_type_id
    AND it2.id = mi_idx.info_type_id
    """
  ) {
    MovieKeyword.join(MovieInfo.self) { keyword, info in info.movieID == keyword.movieID }
      .join(MovieInfoIdx.self) { keyword, _, figure in figure.movieID == keyword.movieID }
      .where { keyword, info, figure in
        keyword.keyword.keyword.in(["murder", "blood", "violence"]) && keyword.movie.kind.kind.in(["movie", "episode"])
          && keyword.movie.productionYear > 2005
      }
      .where { _, info, figure in
        info.infoType.info == "countries" && info.info.in(["Sweden", "Norway", "Germany", "Denmark", "USA"])
          && figure.infoType.info == "rating" && figure.info < "8.5"
      }
      .select { keyword, _, figure in (figure.info.min(), keyword.movie.title.min()) }
  }

  private static let webReleases = FilmQuery(
    "28-web-releases",
    """
    SELECT MIN(mi.info), MIN(t.title)
    FROM aka_title AS at, company_name AS cn, company_type AS ct, info_type AS it1, keyword AS k, movie_companies AS mc,
    movie_info AS mi, movie_keyword AS mk, title AS t
    WHERE cn.country_code = '[us]' AND it1.info = 'release dates' AND mc.note LIKE '%(20%)%'
    AND mc.note LIKE '%(USA)%' AND mi.note IS NOT NULL AND mi.info LIKE 'USA:% 200%'
    AND t.production_year > 2000 AND t.id = at.movie_id AND t.id = mi.movie_id AND t.id = mk.movie_id
    AND t.id = mc.movie_id AND mk.movie_id = mi.movie_id AND mk.movie_id = mc.movie_id AND mk.movie_id = at.movie_id
    AND mi.movie_id = mc.movie_id AND mi.movie_id = at.movie_id AND mc.movie_id = at.movie_id AND k.id = mk.keyword_id
    AND it1.id = mi.info_type_id AND cn.id = mc.company_id AND ct.id = mc.company_type_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .join(MovieKeyword.self) { company, _, keyword in keyword.movieID == company.movieID }
      .join(AkaTitle.self) { company, _, _, other in other.movieID == company.movieID }
      .where { company, info, _, _ in
        company.company.countryCode == "[us]" && company.note.like("%(20%)%") && company.note.like("%(USA)%")
          && info.infoType.info == "release dates" && info.note != nil && info.info.like("USA:% 200%")
          && company.movie.productionYear > 2000
      }
      .select { company, info, _, _ in (info.info.min(), company.movie.title.min()) }
  }

  private static let foreignThrillers = FilmQuery(
    "29-foreign-thrillers",
    """
    SELECT MIN(cn.name), MIN(mi_idx.info), MIN(t.title)
    FROM company_name AS cn, company_type AS ct, info_type AS it1, info_type AS it2, keyword AS k, kind_type AS kt,
    movie_companies AS mc, movie_info AS mi, movie_info_idx AS mi_idx, movie_keyword AS mk, title AS t
    WHERE cn.country_code <> '[us]' AND it1.info = 'countries' AND it2.info = 'rating'
    AND k.keyword IN ('murder', 'love', 'violence', 'blood') AND kt.kind IN ('movie', 'episode')
    AND mc.note NOT LIKE '%(USA)%' AND mc.note LIKE '%(20%)%' AND mi.info IN ('Germany', 'Sweden', 'USA', 'UK')
    AND mi_idx.info < '7.0' AND t.production_year > 2008 AND kt.id = t.kind_id AND t.id = mi.movie_id
    AND t.id = mk.movie_id AND t.id = mi_idx.movie_id AND t.id = mc.movie_id AND mk.movie_id = mi.movie_id
    AND mk.movie_id = mi_idx.movie_id AND mk.movie_id = mc.movie_id AND mi.movie_id = mi_idx.movie_id
    AND mi.movie_id = mc.movie_id AND mc.movie_id = mi_idx.movie_id AND k.id = mk.keyword_id
    AND it1.id = mi.info_type_id AND it2.id = mi_idx.info_type_id AND ct.id = mc.company_type_id
    AND cn.id = mc.company_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .join(MovieInfoIdx.self) { company, _, figure in figure.movieID == company.movieID }
      .join(MovieKeyword.self) { company, _, _, keyword in keyword.movieID == company.movieID }
      .where { company, _, _, _ in
        company.company.countryCode != nil && company.company.countryCode != "[us]"
          && !company.note.like("%(USA)%") && company.note.like("%(20%)%")
          && company.movie.kind.kind.in(["movie", "episode"]) && company.movie.productionYear > 2008
      }
      .where { _, info, figure, keyword in
        info.infoType.info == "countries" && info.info.in(["Germany", "Sweden", "USA", "UK"])
          && figure.infoType.info == "rating" && figure.info < "7.0"
          && keyword.keyword.keyword.in(["murder", "love", "violence", "blood"])
      }
      .select { company, _, figure, _ in (company.company.name.min(), figure.info.min(), company.movie.title.min()) }
  }

  private static let completeReleases = FilmQuery(
    "30-complete-releases",
    """
    SELECT MIN(kt.kind), MIN(t.title)
    FROM complete_cast AS cc, comp_cast_type AS cct1, company_name AS cn, company_type AS ct, info_type AS it1,
    keyword AS k, kind_type AS kt, movie_companies AS mc, movie_info AS mi, movie_keyword AS mk, title AS t
    WHERE cct1.kind = 'complete+verified' AND cn.country_code = '[us]' AND it1.info = 'release dates'
    AND kt.kind IN ('movie', 'tv movie', 'video movie', 'video game') AND mi.note LIKE '%internet%'
    AND mi.info LIKE 'USA:% 200%' AND t.production_year > 2000 AND kt.id = t.kind_id AND t.id = mi.movie_id
    AND t.id = mk.movie_id AND t.id = mc.movie_id AND t.id = cc.movie_id AND mk.movie_id = mi.movie_id
    AND mk.movie_id = mc.movie_id AND mk.movie_id = cc.movie_id AND mi.movie_id = mc.movie_id
    AND mi.movie_id = cc.movie_id AND mc.movie_id = cc.movie_id AND k.id = mk.keyword_id AND it1.id = mi.info_type_id
    AND cn.id = mc.company_id AND ct.id = mc.company_type_id AND cct1.id = cc.status_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .join(MovieKeyword.self) { company, _, keyword in keyword.movieID == company.movieID }
      .join(CompleteCast.self) { company, _, _, complete in complete.movieID == company.movieID }
      .where { company, info, _, complete in
        complete.status.kind == "complete+verified" && company.company.countryCode == "[us]"
          && info.infoType.info == "release dates" && info.note.like("%internet%") && info.info.like("USA:% 200%")
      }
      .where { company, _, _, _ in
        company.movie.kind.kind.in(["movie", "tv movie", "video movie", "video game"])
          && company.movie.productionYear > 2000
      }
      .select { company, _, _, _ in (company.movie.kind.kind.min(), company.movie.title.min()) }
  }

  private static let completeDarkFilms = FilmQuery(
    "31-complete-dark-films",
    """
    SELECT MIN(cn.name), MIN(mi_idx.info), MIN(t.title)
    FROM complete_cast AS cc, comp_cast_type AS cct1, comp_cast_type AS cct2, company_name AS cn, company_type AS ct,
    info_type AS it1, info_type AS it2, keyword AS k, kind_type AS kt, movie_companies AS mc, movie_info AS mi,
    movie_info_idx AS mi_idx, movie_keyword AS mk, title AS t
    WHERE cct1.kind = 'crew' AND cct2.kind <> 'complete+verified' AND cn.country_code <> '[us]'
    AND it1.info = 'countries' AND it2.info = 'rating' AND k.keyword IN ('murder', 'violence', 'blood', 'revenge')
    AND kt.kind IN ('movie', 'episode') AND mc.note NOT LIKE '%(USA)%' AND mi.info IN ('Sweden', 'Germany', 'USA',
    'Italy', 'UK') AND mi_idx.info < '8.5' AND t.production_year > 2000 AND kt.id = t.kind_id AND t.id = mi.movie_id
    AND t.id = mk.movie_id AND t.id = mi_idx.movie_id AND t.id = mc.movie_id AND t.id = cc.movie_id
    AND mk.movie_id = mi.movie_id AND mk.movie_id = mi_idx.movie_id AND mk.movie_id = mc.movie_id
    AND mk.movie_id = cc.movie_id AND mi.movie_id = mi_idx.movie_id AND mi.movie_id = mc.movie_id
    AND mi.movie_id = cc.movie_id AND mc.movie_id = mi_idx.movie_id AND mc.movie_id = cc.movie_id
    AND mi_idx.movie_id = cc.movie_id AND k.id = mk.keyword_id AND it1.id = mi.info_type_id
    AND it2.id = mi_idx.info_type_id AND ct.id = mc.company_type_id AND cn.id = mc.company_id
    AND cct1.id = cc.subject_id AND cct2.id = cc.status_id
    """
  ) {
    MovieCompany.join(MovieInfo.self) { company, info in info.movieID == company.movieID }
      .join(MovieInfoIdx.self) { company, _, figure in figure.movieID == company.movieID }
      .join(MovieKeyword.self) { company, _, _, keyword in keyword.movieID == company.movieID }
      .join(CompleteCast.self) { company, _, _, _, complete in complete.movieID == company.movieID }
      .where { company, _, _, _, complete in
        complete.subject.kind == "crew" && complete.status.kind != "complete+verified"
          && company.company.countryCode != nil && company.company.countryCode != "[us]"
          && company.note != nil && !company.note.like("%(USA)%")
          && company.movie.kind.kind.in(["movie", "episode"]) && company.movie.productionYear > 2000
      }
      .where { _, info, figure, keyword, _ in
        info.infoType.info == "countries" && info.info.in(["Sweden", "Germany", "USA", "Italy", "UK"])
          && figure.infoType.info == "rating" && figure.info < "8.5"
          && keyword.keyword.keyword.in(["murder", "violence", "blood", "revenge"])
      }
      .select { company, _, figure, _, _ in (company.company.name.min(), figure.info.min(), company.movie.title.min()) }
  }
}
