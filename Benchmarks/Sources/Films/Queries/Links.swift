import FilmModels
import Postil

// Six to seventeen tables: links between titles, several paths into one table, and all kinds of facts at once.
extension FilmQuery {
  static var links: [FilmQuery] {
    [
      linkedTitles, followUps, followUpsByCountry, linkedActors, linkedRatings, completeFollowUps, horrorWriters,
      completeHorrorWriters, completeVoices,
    ]
  }

  private static let linkedTitles = FilmQuery(
    "32-linked-titles",
    """
    SELECT lt.link, t1.title, t2.title
    FROM keyword AS k, link_type AS lt, movie_keyword AS mk, movie_link AS ml, title AS t1, title AS t2
    WHERE k.keyword = 'computer-animation' AND mk.keyword_id = k.id AND t1.id = mk.movie_id AND ml.movie_id = t1.id
    AND ml.linked_movie_id = t2.id AND lt.id = ml.link_type_id AND mk.movie_id = t1.id
    """
  ) {
    MovieLink.join(MovieKeyword.self) { link, keyword in keyword.movieID == link.movieID }
      .where { _, keyword in keyword.keyword.keyword == "computer-animation" }
      .select { link, _ in (link.linkType.link, link.movie.title, link.linkedMovie.title) }
  }

  private static let followUps = FilmQuery(
    "33-follow-ups",
    """
    SELECT MIN(cn.name), MIN(lt.link), MIN(t.title)
    FROM company_name AS cn, company_type AS ct, keyword AS k, link_type AS lt, movie_companies AS mc,
    movie_keyword AS mk, movie_link AS ml, title AS t
    WHERE cn.country_code <> '[pl]' AND (cn.name LIKE '%Film%' OR cn.name LIKE '%Warner%')
    AND ct.kind = 'distributors' AND k.keyword IN ('sequel', 'murder') AND lt.link LIKE '%follow%' AND mc.note IS NULL
    AND t.production_year BETWEEN 1950 AND 2010 AND lt.id = ml.link_type_id AND ml.movie_id = t.id
    AND t.id = mk.movie_id AND mk.keyword_id = k.id AND t.id = mc.movie_id AND mc.company_type_id = ct.id
    AND mc.company_id = cn.id AND ml.movie_id = mk.movie_id AND ml.movie_id = mc.movie_id AND mk.movie_id = mc.movie_id
    """
  ) {
    MovieLink.join(MovieCompany.self) { link, company in company.movieID == link.movieID }
      .join(MovieKeyword.self) { link, _, keyword in keyword.movieID == link.movieID }
      .where { link, company, keyword in
        company.company.countryCode != nil && company.company.countryCode != "[pl]"
          && (company.company.name.like("%Film%") || company.company.name.like("%Warner%"))
          && company.companyType.kind == "distributors" && company.note == nil
      }
      .where { link, _, keyword in
        keyword.keyword.keyword.in(["sequel", "murder"]) && link.linkType.link.like("%follow%")
          && link.movie.productionYear.in(1950...2010)
      }
      .select { link, company, _ in (company.company.name.min(), link.linkType.link.min(), link.movie.title.min()) }
  }

  private static let followUpsByCountry = FilmQuery(
    "34-follow-ups-by-country",
    """
    SELECT MIN(cn.name), MIN(lt.link), MIN(t.title)
    FROM company_name AS cn, company_type AS ct, keyword AS k, link_type AS lt, movie_companies AS mc, movie_info AS mi,
    movie_keyword AS mk, movie_link AS ml, title AS t
    WHERE cn.name LIKE '%Film%' AND ct.kind = 'distributors' AND k.keyword = 'sequel' AND lt.link LIKE '%follow%'
    AND mc.note IS NULL AND mi.info IN ('Sweden', 'Germany', 'German', 'English') AND t.production_year > 1950
    AND lt.id = ml.link_type_id AND ml.movie_id = t.id AND t.id = mk.movie_id AND mk.keyword_id = k.id
    AND t.id = mc.movie_id AND mc.company_type_id = ct.id AND mc.company_id = cn.id AND mi.movie_id = t.id
    AND ml.movie_id = mk.movie_id AND ml.movie_id = mc.movie_id AND mk.movie_id = mc.movie_id
    AND ml.movie_id = mi.movie_id AND mk.movie_id = mi.movie_id AND mc.movie_id = mi.movie_id
    """
  ) {
    MovieLink.join(MovieCompany.self) { link, company in company.movieID == link.movieID }
      .join(MovieKeyword.self) { link, _, keyword in keyword.movieID == link.movieID }
      .join(MovieInfo.self) { link, _, _, info in info.movieID == link.movieID }
      .where { _, company, keyword, info in
        company.company.name.like("%Film%") && company.companyType.kind == "distributors" && company.note == nil
          && keyword.keyword.keyword == "sequel" && info.info.in(["Sweden", "Germany", "German", "English"])
      }
      .where { link, _, _, _ in link.linkType.link.like("%follow%") && link.movie.productionYear > 1950 }
      .select { link, company, _, _ in (company.company.name.min(), link.linkType.link.min(), link.movie.title.min()) }
  }

  private static let linkedActors = FilmQuery(
    "35-linked-actors",
    """
    SELECT MIN(n.name), MIN(t.title)
    FROM aka_name AS an, cast_info AS ci, info_type AS it, link_type AS lt, movie_link AS ml, name AS n,
    person_info AS pi, title AS t
    WHERE an.name LIKE '%a%' AND it.info = 'mini biography' AND lt.link = 'follows'
    AND n.name_pcode_cf BETWEEN 'A' AND 'F' AND (n.gender = 'm' OR (n.gender = 'f' AND n.name LIKE 'B%'))
    AND pi.note = 'Volker Boehm' AND t.production_year BETWEEN 1980 AND 2005 AND n.id = an.person_id
    AND n.id = pi.person_id AND ci.person_id = n.id AND t.id = ci.movie_id AND ml.linked_movie_id = t.id
    AND lt.id = ml.link_type_id AND it.id = pi.info_type_id AND pi.person_id = an.person_id
    AND pi.person_id = ci.person_id AND an.person_id = ci.person_id AND ci.movie_id = ml.linked_movie_id
    """
  ) {
    CastInfo.join(MovieLink.self) { part, link in link.linkedMovieID == part.movieID }
      .join(PersonInfo.self) { part, _, fact in fact.personID == part.personID }
      .join(AkaName.self) { part, _, _, other in other.personID == part.personID }
      .where { part, link, fact, other in
        other.name.like("%a%") && fact.infoType.info == "mini biography" && fact.note == "Volker Boehm"
          && link.linkType.link == "follows" && part.movie.productionYear.in(1980...2005)
      }
      .where { part, _, _, _ in
        part.person.namePcodeCf.in("A"..."F")
          && (part.person.gender == "m" || (part.person.gender == "f" && part.person.name.like("B%")))
      }
      .select { part, _, _, _ in (part.person.name.min(), part.movie.title.min()) }
  }

  private static let linkedRatings = FilmQuery(
    "36-linked-ratings",
    """
    SELECT MIN(cn1.name), MIN(cn2.name), MIN(mi_idx1.info), MIN(mi_idx2.info), MIN(t1.title), MIN(t2.title)
    FROM company_name AS cn1, company_name AS cn2, info_type AS it1, info_type AS it2, kind_type AS kt1,
    kind_type AS kt2, link_type AS lt, movie_companies AS mc1, movie_companies AS mc2, movie_info_idx AS mi_idx1,
    movie_info_idx AS mi_idx2, movie_link AS ml, title AS t1, title AS t2
    WHERE cn1.country_code = '[us]' AND it1.info = 'rating' AND it2.info = 'rating'
    AND kt1.kind IN ('tv series', 'episode') AND kt2.kind IN ('tv series', 'episode', 'movie')
    AND lt.link IN ('follows', 'followed by', 'references') AND mi_idx2.info < '5.0'
    AND t2.production_year BETWEEN 2000 AND 2012 AND lt.id = ml.link_type_id AND t1.id = ml.movie_id
    AND t2.id = ml.linked_movie_id AND it1.id = mi_idx1.info_type_id AND t1.id = mi_idx1.movie_id
    AND kt1.id = t1.kind_id AND cn1.id = mc1.company_id AND t1.id = mc1.movie_id AND ml.movie_id = mi_idx1.movie_id
    AND ml.movie_id = mc1.movie_id AND mi_idx1.movie_id = mc1.movie_id AND it2.id = mi_idx2.info_type_id
    AND t2.id = mi_idx2.movie_id AND kt2.id = t2.kind_id AND cn2.id = mc2.company_id AND t2.id = mc2.movie_id
    AND ml.linked_movie_id = mi_idx2.movie_id AND ml.linked_movie_id = mc2.movie_id
    AND mi_idx2.movie_id = mc2.movie_id
    """
  ) {
    MovieLink.join(MovieCompany.self) { link, company in company.movieID == link.movieID }
      .join(MovieCompany.self) { link, _, linkedCompany in linkedCompany.movieID == link.linkedMovieID }
      .join(MovieInfoIdx.self) { link, _, _, figure in figure.movieID == link.movieID }
      .join(MovieInfoIdx.self) { link, _, _, _, linkedFigure in linkedFigure.movieID == link.linkedMovieID }
      .where { link, company, _, figure, linkedFigure in
        company.company.countryCode == "[us]" && figure.infoType.info == "rating"
          && linkedFigure.infoType.info == "rating" && linkedFigure.info < "5.0"
      }
      .where { link, _, _, _, _ in
        link.movie.kind.kind.in(["tv series", "episode"])
          && link.linkedMovie.kind.kind.in(["tv series", "episode", "movie"])
          && link.linkType.link.in(["follows", "followed by", "references"])
          && link.linkedMovie.productionYear.in(2000...2012)
      }
      .select { link, company, linkedCompany, figure, linkedFigure in
        (
          company.company.name.min(), linkedCompany.company.name.min(), figure.info.min(), linkedFigure.info.min(),
          link.movie.title.min(), link.linkedMovie.title.min()
        )
      }
  }

  private static let completeFollowUps = FilmQuery(
    "37-complete-follow-ups",
    """
    SELECT MIN(cn.name), MIN(lt.link), MIN(t.title)
    FROM complete_cast AS cc, comp_cast_type AS cct1, comp_cast_type AS cct2, company_name AS cn, company_type AS ct,
    keyword AS k, link_type AS lt, movie_companies AS mc, movie_info AS mi, movie_keyword AS mk, movie_link AS ml,
    title AS t
    WHERE cct1.kind IN ('cast', 'crew') AND cct2.kind LIKE 'complete%'
    AND (cn.name LIKE '%Film%' OR cn.name LIKE '%Pictures%')
    AND ct.kind = 'distributors' AND k.keyword IN ('murder', 'love') AND lt.link LIKE '%follow%'
    AND mi.info IN ('Sweden', 'Germany', 'English', 'German', 'USA', 'UK')
    AND t.production_year BETWEEN 1950 AND 2010 AND lt.id = ml.link_type_id AND ml.movie_id = t.id
    AND t.id = mk.movie_id AND mk.keyword_id = k.id AND t.id = mc.movie_id AND mc.company_type_id = ct.id
    AND mc.company_id = cn.id AND mi.movie_id = t.id AND t.id = cc.movie_id AND cct1.id = cc.subject_id
    AND cct2.id = cc.status_id AND ml.movie_id = mk.movie_id AND ml.movie_id = mc.movie_id AND mk.movie_id = mc.movie_id
    AND ml.movie_id = mi.movie_id AND mk.movie_id = mi.movie_id AND mc.movie_id = mi.movie_id
    AND ml.movie_id = cc.movie_id AND mk.movie_id = cc.movie_id AND mc.movie_id = cc.movie_id
    AND mi.movie_id = cc.movie_id
    """
  ) {
    MovieLink.join(MovieCompany.self) { link, company in company.movieID == link.movieID }
      .join(MovieKeyword.self) { link, _, keyword in keyword.movieID == link.movieID }
      .join(MovieInfo.self) { link, _, _, info in info.movieID == link.movieID }
      .join(CompleteCast.self) { link, _, _, _, complete in complete.movieID == link.movieID }
      .where { _, company, keyword, info, complete in
        complete.subject.kind.in(["cast", "crew"]) && complete.status.kind.like("complete%")
          && (company.company.name.like("%Film%") || company.company.name.like("%Pictures%"))
          && company.companyType.kind == "distributors" && keyword.keyword.keyword.in(["murder", "love"])
      }
      .where { link, _, _, info, _ in
        info.info.in(["Sweden", "Germany", "English", "German", "USA", "UK"]) && link.linkType.link.like("%follow%")
          && link.movie.productionYear.in(1950...2010)
      }
      .select { link, company, _, _, _ in
        (company.company.name.min(), link.linkType.link.min(), link.movie.title.min())
      }
  }

  private static let horrorWriters = FilmQuery(
    "38-horror-writers",
    """
    SELECT MIN(mi.info), MIN(mi_idx.info), MIN(n.name), MIN(t.title)
    FROM cast_info AS ci, company_name AS cn, info_type AS it1, info_type AS it2, keyword AS k, movie_companies AS mc,
    movie_info AS mi, movie_info_idx AS mi_idx, movie_keyword AS mk, name AS n, title AS t
    WHERE ci.note IN ('(writer)', '(head writer)', '(written by)', '(story)') AND cn.name LIKE 'Lionsgate%'
    AND it1.info = 'genres' AND it2.info = 'votes' AND k.keyword IN ('murder', 'violence', 'blood', 'gore', 'love')
    AND mi.info IN ('Horror', 'Thriller', 'Action') AND n.gender = 'm' AND t.id = mi.movie_id AND t.id = mi_idx.movie_id
    AND t.id = ci.movie_id AND t.id = mk.movie_id AND t.id = mc.movie_id AND ci.movie_id = mi.movie_id
    AND ci.movie_id = mi_idx.movie_id AND ci.movie_id = mk.movie_id AND ci.movie_id = mc.movie_id
    AND mi.movie_id = mi_idx.movie_id AND mi.movie_id = mk.movie_id AND mi.movie_id = mc.movie_id
    AND mi_idx.movie_id = mk.movie_id AND mi_idx.movie_id = mc.movie_id AND mk.movie_id = mc.movie_id
    AND n.id = ci.person_id AND it1.id = mi.info_type_id AND it2.id = mi_idx.info_type_id AND k.id = mk.keyword_id
    AND cn.id = mc.company_id
    """
  ) {
    CastInfo.join(MovieInfo.self) { part, info in info.movieID == part.movieID }
      .join(MovieInfoIdx.self) { part, _, figure in figure.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, _, keyword in keyword.movieID == part.movieID }
      .join(MovieCompany.self) { part, _, _, _, company in company.movieID == part.movieID }
      .where { part, info, figure, _, company in
        part.note.in(["(writer)", "(head writer)", "(written by)", "(story)"]) && part.person.gender == "m"
          && company.company.name.like("Lionsgate%") && info.infoType.info == "genres"
          && info.info.in(["Horror", "Thriller", "Action"]) && figure.infoType.info == "votes"
      }
      .where { _, _, _, keyword, _ in
        keyword.keyword.keyword.in(["murder", "violence", "blood", "gore", "love"])
      }
      .select { part, info, figure, _, _ in
        (info.info.min(), figure.info.min(), part.person.name.min(), part.movie.title.min())
      }
  }

  private static let completeHorrorWriters = FilmQuery(
    "39-complete-horror-writers",
    """
    SELECT MIN(mi.info), MIN(mi_idx.info), MIN(n.name), MIN(t.title)
    FROM complete_cast AS cc, comp_cast_type AS cct1, comp_cast_type AS cct2, cast_info AS ci, info_type AS it1,
    info_type AS it2, keyword AS k, movie_info AS mi, movie_info_idx AS mi_idx, movie_keyword AS mk, name AS n,
    title AS t
    WHERE cct1.kind IN ('cast', 'crew') AND cct2.kind = 'complete+verified'
    AND ci.note IN ('(writer)', '(head writer)', '(written by)', '(story)') AND it1.info = 'genres'
    AND it2.info = 'votes' AND k.keyword IN ('murder', 'violence', 'blood', 'gore', 'love')
    AND mi.info IN ('Horror', 'Thriller') AND n.gender = 'm' AND t.production_year > 2000 AND t.id = mi.movie_id
    AND t.id = mi_idx.movie_id AND t.id = ci.movie_id AND t.id = mk.movie_id AND t.id = cc.movie_id
    AND ci.movie_id = mi.movie_id AND ci.movie_id = mi_idx.movie_id AND ci.movie_id = mk.movie_id
    AND ci.movie_id = cc.movie_id AND mi.movie_id = mi_idx.movie_id AND mi.movie_id = mk.movie_id
    AND mi.movie_id = cc.movie_id AND mi_idx.movie_id = mk.movie_id AND mi_idx.movie_id = cc.movie_id
    AND mk.movie_id = cc.movie_id AND n.id = ci.person_id AND it1.id = mi.info_type_id AND k.id = mk.keyword_id
    AND it2.id = mi_idx.info_type_id AND cct1.id = cc.subject_id AND cct2.id = cc.status_id
    """
  ) {
    CastInfo.join(MovieInfo.self) { part, info in info.movieID == part.movieID }
      .join(MovieInfoIdx.self) { part, _, figure in figure.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, _, keyword in keyword.movieID == part.movieID }
      .join(CompleteCast.self) { part, _, _, _, complete in complete.movieID == part.movieID }
      .where { part, info, figure, _, complete in
        complete.subject.kind.in(["cast", "crew"]) && complete.status.kind == "complete+verified"
          && info.infoType.info == "genres" && info.info.in(["Horror", "Thriller"])
          && figure.infoType.info == "votes"
      }
      .where { part, _, _, keyword, _ in
        part.note.in(["(writer)", "(head writer)", "(written by)", "(story)"]) && part.person.gender == "m"
          && part.movie.productionYear > 2000
          && keyword.keyword.keyword.in(["murder", "violence", "blood", "gore", "love"])
      }
      .select { part, info, figure, _, _ in
        (info.info.min(), figure.info.min(), part.person.name.min(), part.movie.title.min())
      }
  }

  private static let completeVoices = FilmQuery(
    "40-complete-voices",
    """
    SELECT MIN(chn.name), MIN(n.name), MIN(t.title)
    FROM aka_name AS an, complete_cast AS cc, comp_cast_type AS cct1, comp_cast_type AS cct2, char_name AS chn,
    cast_info AS ci, company_name AS cn, info_type AS it, info_type AS it3, keyword AS k, movie_companies AS mc,
    movie_info AS mi, movie_keyword AS mk, name AS n, person_info AS pi, role_type AS rt, title AS t
    WHERE cct1.kind = 'cast' AND cct2.kind LIKE 'complete%' AND ci.note IN ('(voice)', '(voice: Japanese version)',
    '(voice) (uncredited)', '(voice: English version)', '(uncredited)') AND cn.country_code IN ('[us]', '[gb]')
    AND it.info = 'release dates' AND it3.info = 'birth date' AND k.keyword = 'murder'
    AND mi.info LIKE '%:%20%' AND n.gender = 'f' AND n.name LIKE '%a%' AND rt.role IN ('actor', 'actress', 'producer')
    AND t.production_year BETWEEN 1950 AND 2014 AND t.id = mi.movie_id AND t.id = mc.movie_id AND t.id = ci.movie_id
    AND t.id = mk.movie_id AND t.id = cc.movie_id AND mc.movie_id = ci.movie_id AND mc.movie_id = mi.movie_id
    AND mc.movie_id = mk.movie_id AND mc.movie_id = cc.movie_id AND mi.movie_id = ci.movie_id
    AND mi.movie_id = mk.movie_id AND mi.movie_id = cc.movie_id AND ci.movie_id = mk.movie_id
    AND ci.movie_id = cc.movie_id AND mk.movie_id = cc.movie_id AND cn.id = mc.company_id AND it.id = mi.info_type_id
    AND n.id = ci.person_id AND rt.id = ci.role_id AND n.id = an.person_id AND ci.person_id = an.person_id
    AND chn.id = ci.person_role_id AND n.id = pi.person_id AND ci.person_id = pi.person_id AND it3.id = pi.info_type_id
    AND k.id = mk.keyword_id AND cct1.id = cc.subject_id AND cct2.id = cc.status_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(MovieInfo.self) { part, _, info in info.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, _, keyword in keyword.movieID == part.movieID }
      .join(CompleteCast.self) { part, _, _, _, complete in complete.movieID == part.movieID }
      .where { part, _, _, _, complete in
        complete.subject.kind == "cast" && complete.status.kind.like("complete%") && part.personRole != nil
          && part.movie.productionYear.in(1950...2014)
          && part.note.in([
            "(voice)", "(voice: Japanese version)", "(voice) (uncredited)", "(voice: English version)", "(uncredited)",
          ])
      }
      .where { part, _, _, _, _ in
        part.role.role.in(["actor", "actress", "producer"]) && part.person.gender == "f" && part.person.name.like("%a%")
          && !part.person.akaNames.isEmpty && part.person.infos.any { $0.infoType.info == "birth date" }
      }
      .where { _, company, info, keyword, _ in
        company.company.countryCode.in(["[us]", "[gb]"]) && info.infoType.info == "release dates"
          && info.info.like("%:%20%")
          && keyword.keyword.keyword == "murder"
      }
      .select { part, _, _, _, _ in (part.personRole.name.min(), part.person.name.min(), part.movie.title.min()) }
  }
}
