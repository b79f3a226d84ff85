import Testing

@testable import PostilImport

@Suite("Expressions of a PostgreSQL server")
struct ServerExpressionTests {
  private func column(_ name: String, _ type: String, kind: String = "b") -> ServerCatalog.Column {
    ServerCatalog.Column(
      name: name, declaredType: type, type: type, kind: kind, isNotNull: false, isAssigned: false, isGenerated: false)
  }

  private func sqlite(_ sql: String) -> String? {
    ServerExpression.sqlite(
      sql,
      columns: [
        column("name", "character varying"), column("title", "text"), column("level", "smallint"),
        column("price", "numeric"), column("done", "boolean"), column("day", "date"), column("at", "timestamptz"),
        column("mood", "mood", kind: "e"), column("unitPrice", "double precision"),
      ])
  }

  @Test("What the server prints is written for SQLite, without the casts that don't change a value")
  func written() {
    let pairs = [
      ("(length((name)::text) > 0)", "length(name) > 0"),
      ("((level >= 0) AND (level <= 255))", "(level >= 0) AND (level <= 255)"),
      ("(level = ANY (ARRAY[0, 1, 2]))", "level IN (0, 1, 2)"),
      ("(level <> ALL (ARRAY['-1'::integer, 7]))", "level NOT IN (-1, 7)"),
      (
        "((name)::text = ANY ((ARRAY['a'::character varying, 'b''c'::character varying])::text[]))",
        "name IN ('a', 'b''c')"
      ),
      ("(mood = 'calm'::mood)", "mood = 'calm'"),
      ("((level < 10) OR done)", "(level < 10) OR done"),
      ("((NOT done) AND (title IS NOT NULL))", "(NOT done) AND (title IS NOT NULL)"),
      ("(done = false)", "done = 0"),
      ("(day > '1900-01-01'::date)", "day > '1900-01-01'"),
      ("(\"unitPrice\" >= (0)::double precision)", "\"unitPrice\" >= 0"),
      ("(price > (level)::numeric)", "price > level"),
      ("lower((name)::text)", "lower(name)"),
      ("((upper(title) || '-'::text) || COALESCE(title, ''::text))", "(upper(title) || '-') || coalesce(title, '')"),
      ("CASE WHEN (level > 1) THEN 'a'::text ELSE title END", "CASE WHEN (level > 1) THEN 'a' ELSE title END"),
      ("(title ~~* 'a%'::text)", "title LIKE 'a%'"),
      ("(title IS DISTINCT FROM 'a'::text)", "title IS NOT 'a'"),
      ("now()", "CURRENT_TIMESTAMP"),
      ("'new'::text", "'new'"),
      ("(level * 2)", "level * 2"),
      ("true", "1"),
    ]
    for (server, expected) in pairs { #expect(sqlite(server) == expected, "\(server)") }
  }

  @Test("What has no counterpart isn't written")
  func refused() {
    let expressions = [
      "(name ~ '^[A-Z]'::text)", "(title ~~ 'a%'::text)", "gen_random_uuid()",
      "(at > '2026-01-01 00:00:00+00'::timestamp with time zone)",
      "(unknown > 1)", "(price / (3)::numeric)", "((title)::integer > 1)", "date_part('year'::text, at)", "(level > 1",
      "",
      "nextval('a_seq'::regclass)", "(data ->> 'a'::text)", "'{}'::text[]",
    ]
    for expression in expressions { #expect(sqlite(expression) == nil, "\(expression)") }
  }
}
