import FilmModels
import Postil

// Four to twelve tables around the people in front of the camera and behind it.
extension FilmQuery {
  static var casts: [FilmQuery] {
    [
      charactersOfFilms, queens, dubbedVoices, voicesWithOtherNames, uncreditedActors, famousEpisodes, castOfKeyword,
      budgetsAndVotes, dubbedReleases, completeSuperheroes, violentVotes, animatedVoices,
    ]
  }

  private static let charactersOfFilms = FilmQuery(
    "11-characters-of-films",
    """
    SELECT t.title, n.name, chn.name
    FROM title AS t JOIN cast_info AS ci ON ci.movie_id = t.id JOIN name AS n ON n.id = ci.person_id
    LEFT JOIN char_name AS chn ON chn.id = ci.person_role_id
    WHERE t.title LIKE '%Loser%' AND t.production_year > 2010 AND n.gender = 'f'
    """
  ) {
    CastInfo.where { $0.movie.title.like("%Loser%") && $0.movie.productionYear > 2010 && $0.person.gender == "f" }
      .select { ($0.movie.title, $0.person.name, $0.personRole.name) }
  }

  private static let queens = FilmQuery(
    "12-queens",
    """
    SELECT MIN(t.title), MIN(n.name), count(*)
    FROM cast_info AS ci, char_name AS chn, name AS n, title AS t
    WHERE chn.name = 'Queen' AND ci.note LIKE '%(voice)%' AND t.production_year > 2000 AND chn.id = ci.person_role_id
    AND n.id = ci.person_id AND t.id = ci.movie_id
    """
  ) {
    CastInfo.where {
      $0.personRole.name == "Queen" && $0.note.like("%(voice)%") && $0.movie.productionYear > 2000
    }.select { ($0.movie.title.min(), $0.person.name.min(), SQL.count()) }
  }

  private static let dubbedVoices = FilmQuery(
    "13-dubbed-voices",
    """
    SELECT MIN(an1.name), MIN(t.title)
    FROM aka_name AS an1, cast_info AS ci, company_name AS cn, movie_companies AS mc, name AS n1, role_type AS rt,
    title AS t
    WHERE ci.note = '(voice: English version)' AND cn.country_code = '[us]' AND mc.note LIKE '%(USA)%'
    AND mc.note NOT LIKE '%(TV)%' AND n1.name LIKE '%Yo%' AND n1.name NOT LIKE '%Yu%' AND rt.role = 'actress'
    AND an1.person_id = n1.id AND n1.id = ci.person_id AND ci.movie_id = t.id AND t.id = mc.movie_id
    AND mc.company_id = cn.id AND ci.role_id = rt.id AND an1.person_id = ci.person_id AND ci.movie_id = mc.movie_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(AkaName.self) { part, _, other in other.personID == part.personID }
      .where { part, company, _ in
        part.note == "(voice: English version)" && part.role.role == "actress" && part.person.name.like("%Yo%")
          && !part.person.name.like("%Yu%") && company.company.countryCode == "[us]"
          && company.note.like("%(USA)%")
          && !company.note.like("%(TV)%")
      }
      .select { part, _, other in (other.name.min(), part.movie.title.min()) }
  }

  private static let voicesWithOtherNames = FilmQuery(
    "14-voices-with-other-names",
    """
    SELECT MIN(an.name), MIN(chn.name), MIN(t.title)
    FROM aka_name AS an, char_name AS chn, cast_info AS ci, company_name AS cn, movie_companies AS mc, name AS n,
    role_type AS rt, title AS t
    WHERE ci.note IN ('(voice)', '(voice: Japanese version)', '(voice) (uncredited)', '(voice: English version)')
    AND cn.country_code = '[us]' AND mc.note IS NOT NULL AND mc.note LIKE '%(USA)%' AND n.gender = 'f'
    AND n.name LIKE '%An%' AND rt.role = 'actress' AND t.production_year BETWEEN 2000 AND 2012
    AND ci.movie_id = t.id AND t.id = mc.movie_id AND ci.movie_id = mc.movie_id AND mc.company_id = cn.id
    AND ci.role_id = rt.id AND n.id = ci.person_id AND chn.id = ci.person_role_id AND an.person_id = n.id
    AND an.person_id = ci.person_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(AkaName.self) { part, _, other in other.personID == part.personID }
      .where { part, company, _ in
        part.note.in(["(voice)", "(voice: Japanese version)", "(voice) (uncredited)", "(voice: English version)"])
          && part.person.gender == "f" && part.person.name.like("%An%") && part.role.role == "actress"
          && part.personRole != nil
      }
      .where { part, company, _ in
        company.company.countryCode == "[us]" && company.note != nil && company.note.like("%(USA)%")
          && part.movie.productionYear.in(2000...2012)
      }
      .select { part, _, other in (other.name.min(), part.personRole.name.min(), part.movie.title.min()) }
  }

  private static let uncreditedActors = FilmQuery(
    "15-uncredited-actors",
    """
    SELECT MIN(chn.name), MIN(t.title)
    FROM char_name AS chn, cast_info AS ci, company_name AS cn, company_type AS ct, movie_companies AS mc,
    role_type AS rt, title AS t
    WHERE ci.note LIKE '%(uncredited)%' AND cn.country_code = '[it]' AND rt.role = 'actor' AND t.production_year > 2005
    AND t.id = mc.movie_id AND t.id = ci.movie_id AND ci.movie_id = mc.movie_id AND chn.id = ci.person_role_id
    AND rt.id = ci.role_id AND cn.id = mc.company_id AND ct.id = mc.company_type_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .where { part, company in
        part.note.like("%(uncredited)%") && part.role.role == "actor" && part.personRole != nil
          && company.company.countryCode == "[it]" && part.movie.productionYear > 2005
      }
      .select { part, _ in (part.personRole.name.min(), part.movie.title.min()) }
  }

  private static let famousEpisodes = FilmQuery(
    "16-famous-episodes",
    """
    SELECT MIN(an.name), MIN(t.title)
    FROM aka_name AS an, cast_info AS ci, company_name AS cn, keyword AS k, movie_companies AS mc,
    movie_keyword AS mk, name AS n, title AS t
    WHERE cn.country_code = '[us]' AND k.keyword = 'character-name-in-title' AND t.episode_number >= 50
    AND t.episode_number < 100 AND an.person_id = n.id AND n.id = ci.person_id AND ci.movie_id = t.id
    AND t.id = mk.movie_id AND mk.keyword_id = k.id AND t.id = mc.movie_id AND mc.company_id = cn.id
    AND an.person_id = ci.person_id AND ci.movie_id = mc.movie_id AND ci.movie_id = mk.movie_id
    AND mc.movie_id = mk.movie_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, keyword in keyword.movieID == part.movieID }
      .join(AkaName.self) { part, _, _, other in other.personID == part.personID }
      .where { part, company, keyword, _ in
        company.company.countryCode == "[us]" && keyword.keyword.keyword == "character-name-in-title"
          && part.movie.episodeNumber.in(50..<100)
      }
      .select { part, _, _, other in (other.name.min(), part.movie.title.min()) }
  }

  private static let castOfKeyword = FilmQuery(
    "17-cast-of-keyword",
    """
    SELECT MIN(n.name), MIN(cn.name)
    FROM cast_info AS ci, company_name AS cn, keyword AS k, movie_companies AS mc, movie_keyword AS mk, name AS n,
    title AS t
    WHERE cn.country_code = '[us]' AND k.keyword = 'character-name-in-title' AND n.name LIKE 'B%'
    AND n.id = ci.person_id AND ci.movie_id = t.id AND t.id = mk.movie_id AND mk.keyword_id = k.id
    AND t.id = mc.movie_id AND mc.company_id = cn.id AND ci.movie_id = mc.movie_id AND ci.movie_id = mk.movie_id
    AND mc.movie_id = mk.movie_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, keyword in keyword.movieID == part.movieID }
      .where { part, company, keyword in
        company.company.countryCode == "[us]" && keyword.keyword.keyword == "character-name-in-title"
          && part.person.name.like("B%")
      }
      .select { part, company, _ in (part.person.name.min(), company.company.name.min()) }
  }

  private static let budgetsAndVotes = FilmQuery(
    "18-budgets-and-votes",
    """
    SELECT MIN(mi.info), MIN(mi_idx.info), MIN(t.title)
    FROM cast_info AS ci, info_type AS it1, info_type AS it2, movie_info AS mi, movie_info_idx AS mi_idx, name AS n,
    title AS t
    WHERE ci.note IN ('(producer)', '(executive producer)') AND it1.info = 'budget' AND it2.info = 'votes'
    AND n.gender = 'm' AND n.name LIKE '%Tim%' AND t.id = mi.movie_id AND t.id = mi_idx.movie_id AND t.id = ci.movie_id
    AND ci.movie_id = mi.movie_id AND ci.movie_id = mi_idx.movie_id AND mi.movie_id = mi_idx.movie_id
    AND n.id = ci.person_id AND it1.id = mi.info_type_id AND it2.id = mi_idx.info_type_id
    """
  ) {
    CastInfo.join(MovieInfo.self) { part, info in info.movieID == part.movieID }
      .join(MovieInfoIdx.self) { part, _, figure in figure.movieID == part.movieID }
      .where { part, info, figure in
        part.note.in(["(producer)", "(executive producer)"]) && part.person.gender == "m"
          && part.person.name.like("%Tim%") && info.infoType.info == "budget" && figure.infoType.info == "votes"
      }
      .select { part, info, figure in (info.info.min(), figure.info.min(), part.movie.title.min()) }
  }

  private static let dubbedReleases = FilmQuery(
    "19-dubbed-releases",
    """
    SELECT MIN(n.name), MIN(t.title)
    FROM aka_name AS an, char_name AS chn, cast_info AS ci, company_name AS cn, info_type AS it, movie_companies AS mc,
    movie_info AS mi, name AS n, role_type AS rt, title AS t
    WHERE ci.note IN ('(voice)', '(voice: Japanese version)', '(voice) (uncredited)', '(voice: English version)')
    AND cn.country_code = '[us]' AND it.info = 'release dates' AND mc.note IS NOT NULL
    AND (mi.info LIKE 'Japan:%20%' OR mi.info LIKE 'USA:%20%') AND n.gender = 'f' AND n.name LIKE '%a%'
    AND rt.role = 'actress' AND t.production_year BETWEEN 1990 AND 2012 AND t.id = mi.movie_id AND t.id = mc.movie_id
    AND t.id = ci.movie_id AND mc.movie_id = ci.movie_id AND mc.movie_id = mi.movie_id AND mi.movie_id = ci.movie_id
    AND cn.id = mc.company_id AND it.id = mi.info_type_id AND n.id = ci.person_id AND rt.id = ci.role_id
    AND n.id = an.person_id AND ci.person_id = an.person_id AND chn.id = ci.person_role_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(MovieInfo.self) { part, _, info in info.movieID == part.movieID }
      .join(AkaName.self) { part, _, _, other in other.personID == part.personID }
      .where { part, company, info, _ in
        part.note.in(["(voice)", "(voice: Japanese version)", "(voice) (uncredited)", "(voice: English version)"])
          && part.role.role == "actress" && part.person.gender == "f" && part.person.name.like("%a%")
          && part.personRole != nil && part.movie.productionYear.in(1990...2012)
      }
      .where { _, company, info, _ in
        company.company.countryCode == "[us]" && company.note != nil && info.infoType.info == "release dates"
          && (info.info.like("Japan:%20%") || info.info.like("USA:%20%"))
      }
      .select { part, _, _, _ in (part.person.name.min(), part.movie.title.min()) }
  }

  private static let completeSuperheroes = FilmQuery(
    "20-complete-superheroes",
    """
    SELECT MIN(t.title), MIN(n.name)
    FROM complete_cast AS cc, comp_cast_type AS cct1, comp_cast_type AS cct2, char_name AS chn, cast_info AS ci,
    keyword AS k, kind_type AS kt, movie_keyword AS mk, name AS n, title AS t
    WHERE cct1.kind = 'cast' AND cct2.kind LIKE '%complete%' AND chn.name NOT LIKE '%Sherlock%'
    AND (chn.name LIKE '%Tony%Stark%' OR chn.name LIKE '%Doctor%')
    AND k.keyword IN ('superhero', 'sequel', 'based-on-comic', 'marvel-cinematic-universe', 'fight', 'violence')
    AND kt.kind = 'movie' AND t.production_year > 1980 AND kt.id = t.kind_id AND t.id = mk.movie_id
    AND t.id = ci.movie_id AND t.id = cc.movie_id AND mk.movie_id = ci.movie_id AND mk.movie_id = cc.movie_id
    AND ci.movie_id = cc.movie_id AND chn.id = ci.person_role_id AND n.id = ci.person_id AND k.id = mk.keyword_id
    AND cct1.id = cc.subject_id AND cct2.id = cc.status_id
    """
  ) {
    CastInfo.join(MovieKeyword.self) { part, keyword in keyword.movieID == part.movieID }
      .join(CompleteCast.self) { part, _, complete in complete.movieID == part.movieID }
      .where { part, _, complete in
        complete.subject.kind == "cast" && complete.status.kind.like("%complete%")
          && part.personRole.name != nil && !part.personRole.name.like("%Sherlock%")
          && (part.personRole.name.like("%Tony%Stark%") || part.personRole.name.like("%Doctor%"))
      }
      .where { part, keyword, _ in
        keyword.keyword.keyword.in([
          "superhero", "sequel", "based-on-comic", "marvel-cinematic-universe", "fight", "violence",
        ]) && part.movie.kind.kind == "movie" && part.movie.productionYear > 1980
      }
      .select { part, _, _ in (part.movie.title.min(), part.person.name.min()) }
  }

  private static let violentVotes = FilmQuery(
    "21-violent-votes",
    """
    SELECT MIN(mi.info), MIN(mi_idx.info), MIN(n.name), MIN(t.title)
    FROM cast_info AS ci, info_type AS it1, info_type AS it2, keyword AS k, movie_info AS mi, movie_info_idx AS mi_idx,
    movie_keyword AS mk, name AS n, title AS t
    WHERE ci.note IN ('(writer)', '(head writer)', '(written by)', '(story)') AND it1.info = 'genres'
    AND it2.info = 'votes' AND k.keyword IN ('murder', 'blood', 'gore', 'female-nudity', 'hospital')
    AND mi.info = 'Horror' AND n.gender = 'm' AND t.id = mi.movie_id AND t.id = mi_idx.movie_id AND t.id = ci.movie_id
    AND t.id = mk.movie_id AND ci.movie_id = mi.movie_id AND ci.movie_id = mi_idx.movie_id AND ci.movie_id = mk.movie_id
    AND mi.movie_id = mi_idx.movie_id AND mi.movie_id = mk.movie_id AND mi_idx.movie_id = mk.movie_id
    AND n.id = ci.person_id AND it1.id = mi.info_type_id AND it2.id = mi_idx.info_type_id AND k.id = mk.keyword_id
    """
  ) {
    CastInfo.join(MovieInfo.self) { part, info in info.movieID == part.movieID }
      .join(MovieInfoIdx.self) { part, _, figure in figure.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, _, keyword in keyword.movieID == part.movieID }
      .where { part, info, figure, keyword in
        part.note.in(["(writer)", "(head writer)", "(written by)", "(story)"]) && part.person.gender == "m"
          && info.infoType.info == "genres" && info.info == "Horror" && figure.infoType.info == "votes"
          && keyword.keyword.keyword.in(["murder", "blood", "gore", "female-nudity", "hospital"])
      }
      .select { part, info, figure, _ in
        (info.info.min(), figure.info.min(), part.person.name.min(), part.movie.title.min())
      }
  }

  private static let animatedVoices = FilmQuery(
    "22-animated-voices",
    """
    SELECT MIN(chn.name), MIN(n.name), MIN(t.title)
    FROM aka_name AS an, char_name AS chn, cast_info AS ci, company_name AS cn, info_type AS it, keyword AS k,
    movie_companies AS mc, movie_info AS mi, movie_keyword AS mk, name AS n, role_type AS rt, title AS t
    WHERE ci.note IN ('(voice)', '(voice: Japanese version)', '(voice) (uncredited)', '(voice: English version)')
    AND cn.country_code = '[us]' AND it.info = 'release dates' AND k.keyword IN ('murder', 'love', 'hero',
    'computer-animation') AND mi.info LIKE '%:%20%' AND n.gender = 'f' AND n.name LIKE '%An%'
    AND rt.role = 'actress' AND t.production_year > 1990 AND t.id = mi.movie_id AND t.id = mc.movie_id
    AND t.id = ci.movie_id AND t.id = mk.movie_id AND mc.movie_id = ci.movie_id AND mc.movie_id = mi.movie_id
    AND mc.movie_id = mk.movie_id AND mi.movie_id = ci.movie_id AND mi.movie_id = mk.movie_id
    AND ci.movie_id = mk.movie_id AND cn.id = mc.company_id AND it.id = mi.info_type_id AND n.id = ci.person_id
    AND rt.id = ci.role_id AND n.id = an.person_id AND ci.person_id = an.person_id AND chn.id = ci.person_role_id
    AND k.id = mk.keyword_id
    """
  ) {
    CastInfo.join(MovieCompany.self) { part, company in company.movieID == part.movieID }
      .join(MovieInfo.self) { part, _, info in info.movieID == part.movieID }
      .join(MovieKeyword.self) { part, _, _, keyword in keyword.movieID == part.movieID }
      .join(AkaName.self) { part, _, _, _, other in other.personID == part.personID }
      .where { part, _, _, _, _ in
        part.note.in(["(voice)", "(voice: Japanese version)", "(voice) (uncredited)", "(voice: English version)"])
          && part.role.role == "actress" && part.person.gender == "f" && part.person.name.like("%An%")
          && part.personRole != nil && part.movie.productionYear > 1990
      }
      .where { _, company, info, keyword, _ in
        company.company.countryCode == "[us]" && info.infoType.info == "release dates" && info.info.like("%:%20%")
          && keyword.keyword.keyword.in(["murder", "love", "hero", "computer-animation"])
      }
      .select { part, _, _, _, _ in (part.personRole.name.min(), part.person.name.min(), part.movie.title.min()) }
  }
}
