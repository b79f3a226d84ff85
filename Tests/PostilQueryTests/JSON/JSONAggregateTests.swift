import PostilQuery
import Testing

@Suite("Arrays and dictionaries of a group")
struct JSONAggregateTests {
  @Test("A value is restored exactly")
  func arrays() throws {
    try expectSelection(
      Item.where { $0.id < Item.ID(3) }.select {
        ($0.title.jsonArray(), $0.count.jsonArray(), $0.done.jsonArray(), $0.priority.jsonArray(distinct: true))
      },
      sql: #"SELECT json_group_array(t0."title"), json_group_array(t0."count"), json_group_array(t0."done"), "#
        + #"json_group_array(DISTINCT t0."priority") FROM "item" AS t0 WHERE t0."id" < ?1"#,
      rows: [#"["Oil the door","oil the lamp"]|[2,0]|[0,0]|[0,1]"#])
    try expectSelection(
      Item.where { $0.id < Item.ID(3) }.select { ($0.price.jsonArray(), $0.price.nilIf(20).jsonArray()) },
      sql: #"SELECT json_group_array(printf('%!.18g', t0."price")), json_group_array(CASE WHEN nullif(t0."price", ?1) "#
        + #"IS NOT NULL THEN printf('%!.18g', nullif(t0."price", ?2)) END) FROM "item" AS t0 WHERE t0."id" < ?3"#,
      rows: [#"["1.5","20.0"]|["1.5",null]"#])
    try expectSelection(
      Item.select { ($0.note.compactJSONArray(), $0.title.jsonArray().filter($0.done)) },
      sql: #"SELECT json_group_array(t0."note") FILTER (WHERE t0."note" IS NOT NULL), "#
        + #"json_group_array(t0."title") FILTER (WHERE t0."done" = 1) FROM "item" AS t0"#,
      rows: [##"["50% done","a*b?[c]",""]|["Paint_wall","Robert'); DROP TABLE item;--"]"##])
  }

  @Test("A dictionary maps one value to another")
  func objects() throws {
    try expectSelection(
      Item.where { $0.id < Item.ID(3) }.select { (SQL.jsonObject($0.title, $0.count), SQL.jsonObject($0.id, $0.note)) },
      sql: #"SELECT json_group_object(t0."title", t0."count"), json_group_object(t0."id", t0."note") "#
        + #"FROM "item" AS t0 WHERE t0."id" < ?1"#,
      rows: [#"{"Oil the door":2,"oil the lamp":0}|{"1":null,"2":"50% done"}"#])
  }

  @Test("The members of a relationship are an array in each row")
  func members() throws {
    try expectSelection(
      Project.order { $0.id }.select { project in (project.name, project.items.jsonArray { $0.count }) },
      sql:
        #"SELECT t0."name", (SELECT json_group_array(t1."count") FROM "item" AS t1 WHERE t1."project_id" = t0."id") "#
        + #"FROM "project" AS t0 ORDER BY t0."id""#,
      rows: ["Home|[2,0,5]", "Work|[-3,7]", "Empty|[]"])
  }
}
