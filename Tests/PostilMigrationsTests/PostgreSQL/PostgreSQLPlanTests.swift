import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

@Suite("Plans for PostgreSQL")
struct PostgreSQLPlanTests {
  @Test("A renamed struct and property keep their rows, and every constraint and index gets its new name")
  func renames() throws {
    let plan = try ServerPlan(
      from: model("Item", "var place: String?  // @index @check(\"length(place) > 1\")"),
      to: model(
        "Thing", "var location: String?  // @index @check(\"length(location) > 1\") @renamed(from: \"place\")",
        notes: "@renamed(from: \"item\")"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" RENAME TO "thing""#, #"ALTER TABLE "thing" RENAME COLUMN "place" TO "location""#,
        #"ALTER TABLE "thing" RENAME CONSTRAINT "item_place_check" TO "thing_location_check""#,
        #"ALTER INDEX "item_pkey" RENAME TO "thing_pkey""#,
        #"ALTER INDEX "item_place_idx" RENAME TO "thing_location_idx""#,
      ])
    #expect(plan.findings.isEmpty && plan.plan.problems.isEmpty)
  }

  @Test(
    "A reference that is nullified from now on, and shares a column with the key, names the columns that become NULL")
  func nullification() throws {
    func barns(_ rule: String, _ mother: String = "var mother: Int?") -> String {
      """
      // @table
      // @references(parent: Barn, from: farm, \(mother.contains("dam") ? "dam" : "mother"), onDelete: \(rule))
      struct Barn: Sendable {
        let farm: Int // @primaryKey
        let number: Int // @primaryKey
        \(mother)
      }
      """
    }
    let plan = try ServerPlan(from: barns("deny"), to: barns("nullify"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "barn" DROP CONSTRAINT "barn_farm_mother_fkey""#,
        #"ALTER TABLE "barn" ADD CONSTRAINT "barn_farm_mother_fkey" FOREIGN KEY ("farm", "mother") REFERENCES "#
          + #""barn" ("farm", "number") ON DELETE SET NULL ("mother") NOT VALID"#,
        #"ALTER TABLE "barn" VALIDATE CONSTRAINT "barn_farm_mother_fkey""#,
      ])
    let renamed = try ServerPlan(
      from: barns("nullify"), to: barns("nullify", "var dam: Int?  // @renamed(from: \"mother\")"))
    #expect(
      renamed.statements == [
        #"ALTER TABLE "barn" RENAME COLUMN "mother" TO "dam""#,
        #"ALTER TABLE "barn" RENAME CONSTRAINT "barn_farm_mother_fkey" TO "barn_farm_dam_fkey""#,
        #"ALTER INDEX "barn_farm_mother_idx" RENAME TO "barn_farm_dam_idx""#,
      ])
  }

  @Test("An extension that a model names is created first, and stays when no model names it")
  func extensions() throws {
    let without = model("Item", "var title: String")
    let with = model("Item", "var title: String", notes: "@extension(\"pg_trgm\")")
    let plan = try ServerPlan(from: without, to: with)
    #expect(plan.statements == [#"CREATE EXTENSION IF NOT EXISTS "pg_trgm""#] && plan.undo == [])
    let both = try ServerPlan(from: without, to: with.replacing("}", with: "var size: Int?\n}"))
    #expect(
      both.statements == [
        #"CREATE EXTENSION IF NOT EXISTS "pg_trgm""#, #"ALTER TABLE "item" ADD COLUMN "size" bigint"#,
      ])
    #expect(try ServerPlan(from: with, to: without).statements == [])
  }

  @Test("A column that is no longer generated keeps its values when the columns that it was computed from are dropped")
  func expressions() throws {
    let plan = try ServerPlan(
      from: model("Item", "var title: String", "let size: Int?  // @generated(\"length(title)\", stored)"),
      to: model("Item", "var size: Int?"), allowing: ["dropColumn:item.title"])
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ALTER COLUMN "size" DROP EXPRESSION"#, #"ALTER TABLE "item" DROP COLUMN "title""#,
      ])
    let computed = try ServerPlan(
      from: model("Item", "var text: String", "var size: Int?", "let half: Int?  // @generated(\"size / 2\", stored)"),
      to: model("Item", "var text: String", "let size: Int?  // @generated(\"length(text)\", stored)"),
      allowing: ["dropColumn:item.size"])
    #expect(
      computed.statements.filter { $0.contains("COLUMN") } == [
        #"ALTER TABLE "item" DROP COLUMN "half""#, #"ALTER TABLE "item" DROP COLUMN "size""#,
        #"ALTER TABLE "item" ADD COLUMN "size" bigint GENERATED ALWAYS AS (length("text")) STORED"#,
      ])
  }

  @Test("More digits of a decimal number are free, and fewer are a check that rows can violate")
  func digits() throws {
    func item(_ note: String) -> String { model("Item", "var price: Decimal  // \(note)") }
    let wider = try ServerPlan(from: item("@decimal(4, 2)"), to: item("@decimal(10, 2)"))
    #expect(wider.findings.isEmpty && wider.plan.problems.isEmpty)
    #expect(
      wider.statements == [
        #"ALTER TABLE "item" DROP CONSTRAINT "item_price_range""#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_price_range" CHECK ("price" = round("price", 2) AND abs("price") < 100000000) NOT VALID"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "item_price_range""#,
      ])
    let narrower = try ServerPlan(from: item("@decimal(4, 2)"), to: item("@decimal(3, 2)"))
    #expect(
      narrower.findings == [
        #"newCheck:item.item_price_range: SELECT count(*) FROM "item" WHERE NOT ("price" = round("price", 2) AND abs("price") < 10)"#
      ])
  }

  @Test("An exclusion compares the rows in the transaction, after a pre-check has counted those that overlap")
  func exclusions() throws {
    func item(_ notes: String) -> String {
      model("Item", "var room: Int", "var low: Date", "var high: Date?", notes: notes)
    }
    let plan = try ServerPlan(
      from: item("@check(\"low <= high\")"), to: item("@check(\"low <= high\") @exclude(room, low..<high)"),
      allowing: ["longLock"])
    #expect(plan.plan.problems.isEmpty)
    #expect(
      plan.statements == [
        #"CREATE EXTENSION IF NOT EXISTS "btree_gist""#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_room_low_high_excl" EXCLUDE USING gist ("room" WITH =, tstzrange("low", "high") WITH &&)"#,
      ])
    #expect(
      plan.findings.contains { $0.hasPrefix("newExclusion:item.item_room_low_high_excl: SELECT count(*)") },
      "\(plan.findings)")
    let removed = try ServerPlan(from: item("@exclude(room, low..<high)"), to: item("@exclude(room, low...high)"))
    #expect(
      removed.statements == [
        #"ALTER TABLE "item" DROP CONSTRAINT "item_room_low_high_excl""#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_room_low_high_excl" EXCLUDE USING gist ("room" WITH =, tstzrange("low", "high", '[]') WITH &&)"#,
      ])
  }

  @Test("JSON becomes an array and an array JSON, if every element has the type")
  func arrays() throws {
    func item(_ note: String) -> String { model("Item", "var sizes: [Int16]  // \(note)") }
    let array = try ServerPlan(from: item("@json"), to: item("@json(array)"))
    #expect(
      array.statements.suffix(1) == [
        #"ALTER TABLE "item" ALTER COLUMN "sizes" TYPE smallint[] USING pg_temp.postil_array("sizes"::jsonb)::smallint[]"#
      ])
    let failure =
      #"jsonb_path_exists("sizes"::jsonb, 'strict $[*] ? (@.type() != "null" && (@.type() != "number" || @ < -32768 || @ > 32767 || @.floor() != @))', '{}', true)"#
    #expect(
      array.findings.contains(
        #"unconvertible:item.sizes: SELECT count(*) FROM "item" WHERE "sizes" IS NOT NULL AND (jsonb_typeof("sizes"::jsonb) <> 'array' OR \#(failure))"#
      ))
    let json = try ServerPlan(from: item("@json(array)"), to: item("@json"))
    #expect(
      json.statements == [
        #"ALTER TABLE "item" ALTER COLUMN "sizes" TYPE jsonb USING to_jsonb("sizes")::jsonb"#
      ])
  }

  @Test(
    "JSON becomes a vector and a vector JSON, if it has so many numbers, and an index is replaced with its distance")
  func vectors() throws {
    func item(_ note: String, _ notes: String = "") -> String {
      model("Item", "var embedding: [Float]  // \(note)", notes: notes)
    }
    let vector = try ServerPlan(from: item("@json"), to: item("@vector(3)", "@index(embedding, hnsw: cosine)"))
    #expect(
      vector.statements == [
        #"CREATE EXTENSION IF NOT EXISTS "vector""#,
        #"ALTER TABLE "item" ALTER COLUMN "embedding" TYPE vector(3) USING ("embedding"::jsonb)::text::vector(3)"#,
        #"CREATE INDEX CONCURRENTLY "item_embedding_idx" ON "item" USING hnsw ("embedding" vector_cosine_ops)"#,
      ])
    #expect(
      vector.findings.contains {
        $0.hasPrefix("unconvertible:item.embedding: ") && $0.contains("<> 3 OR jsonb_path_exists(")
      }, "\(vector.findings)")
    let json = try ServerPlan(from: item("@vector(3)"), to: item("@json"))
    #expect(
      json.statements == [
        #"ALTER TABLE "item" ALTER COLUMN "embedding" TYPE jsonb USING "embedding"::text::jsonb::jsonb"#
      ])
    let other = try ServerPlan(
      from: item("@vector(3)", "@index(embedding, hnsw: cosine)"),
      to: item("@vector(3)", "@index(embedding, hnsw: euclidean)"))
    #expect(
      other.statements == [
        #"ALTER INDEX "item_embedding_idx" RENAME TO "postil_old_item_embedding_idx""#,
        #"CREATE INDEX CONCURRENTLY "item_embedding_idx" ON "item" USING hnsw ("embedding" vector_l2_ops)"#,
        #"DROP INDEX CONCURRENTLY IF EXISTS "postil_old_item_embedding_idx""#,
      ])
  }

  @Test("An undo is one transaction that restores names, columns, constraints and indexes")
  func undo() throws {
    let renamed = try ServerPlan(
      from: model("Item", "var place: String?  // @index"),
      to: model(
        "Thing", "var location: String?  // @index @renamed(from: \"place\")", notes: "@renamed(from: \"item\")"))
    #expect(
      renamed.undo == [
        #"ALTER TABLE "thing" RENAME TO "item""#, #"ALTER TABLE "item" RENAME COLUMN "location" TO "place""#,
        #"ALTER INDEX "thing_pkey" RENAME TO "item_pkey""#,
        #"ALTER INDEX "thing_location_idx" RENAME TO "item_place_idx""#,
      ])
    let added = try ServerPlan(
      from: model("Item", "var place: String?  // @index"),
      to: model("Item", "var place: String?\n  var starred = true"))
    #expect(
      added.undo == [
        #"dropColumn: SELECT count(*) FROM "item" WHERE "starred" IS DISTINCT FROM true"#,
        #"ALTER TABLE "item" DROP COLUMN "starred""#,
        #"CREATE INDEX "item_place_idx" ON "item" ("place" NULLS FIRST)"#,
      ])
    let checked = try ServerPlan(
      from: model("Item", "var place: String  // @check(\"length(place) > 1\")"),
      to: model("Item", "var place: String?"))
    #expect(
      checked.undo == [
        #"newRequired: SELECT count(*) FROM "item" WHERE "place" IS NULL"#,
        #"newCheck: SELECT count(*) FROM "item" WHERE NOT (length("place") > 1)"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "postil_required_place" CHECK ("place" IS NOT NULL) NOT VALID"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_place_check" CHECK (length("place") > 1) NOT VALID"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "postil_required_place""#,
        #"ALTER TABLE "item" ALTER COLUMN "place" SET NOT NULL"#,
        #"ALTER TABLE "item" DROP CONSTRAINT IF EXISTS "postil_required_place""#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "item_place_check""#,
      ])
  }

  @Test("There is no undo if values are lost, or would be restored in another form")
  func noUndo() throws {
    let dropped = try ServerPlan(
      from: model("Item", "var place: String?"), to: model("Item", ""), allowing: ["dropColumn:item.place"])
    #expect(dropped.undo == ["'item.place' loses its values (dropColumn)"])
    let converted = try ServerPlan(
      from: model("Item", "var code: String"), to: model("Item", "var code: Int"),
      allowing: ["unconvertible", "tableRewrite"])
    #expect(
      converted.undo == [
        "some values of 'item.code' would be restored in another form, because 'text' values become 'integer' values"
      ])
    let restored = try ServerPlan(
      from: model("Item", "var code: Int"), to: model("Item", "var code: String"), allowing: ["tableRewrite"])
    #expect(
      restored.undo == [
        #"unconvertible: SELECT count(*) FROM "item" WHERE "code" IS NOT NULL AND (CASE WHEN "code"::text ~ '^(0|-?[1-9][0-9]{0,19})$' THEN "code"::text::numeric NOT BETWEEN -9223372036854775808 AND 9223372036854775807 ELSE true END)"#,
        #"ALTER TABLE "item" ALTER COLUMN "code" TYPE bigint USING "code"::text::bigint"#,
      ])
  }

  @Test("The default of a new reference is compared as the key's type")
  func defaultOfNewReference() throws {
    let item = "// @table\nstruct Item: Sendable {\n  let id: UUID\n"
    let plan = try ServerPlan(
      from: item + "}",
      to: item + """
          // @references(onDelete: nullify)
          // @default(sql: "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'")
          var parentID: Item.ID?
        }
        """)
    #expect(
      plan.findings == [
        #"newReference:item.parent_id: SELECT count(*) FROM (SELECT (UUID 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F') "#
          + #"AS "parent_id" FROM "item") AS "child" WHERE "child"."parent_id" IS NOT NULL AND NOT EXISTS "#
          + #"(SELECT 1 FROM "item" AS "parent" WHERE "parent"."id" = "child"."parent_id")"#
      ])
  }

  @Test("Names that are swapped are swapped with a temporary name")
  func swapped() throws {
    let plan = try ServerPlan(
      from: model("Item", "var first: String", "var second: String"),
      to: model(
        "Item", "var first: String  // @renamed(from: \"second\")", "var second: String  // @renamed(from: \"first\")"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" RENAME COLUMN "second" TO "postil_old_second""#,
        #"ALTER TABLE "item" RENAME COLUMN "first" TO "second""#,
        #"ALTER TABLE "item" RENAME COLUMN "postil_old_second" TO "first""#,
      ])
  }

  @Test("A rename that isn't annotated is asked about, as for SQLite")
  func asked() throws {
    let plan = try ServerPlan(from: model("Item", "var place: String?"), to: model("Item", "var location: String?"))
    #expect(
      plan.plan.problems.map(\.message) == [
        "column 'place' of 'item' is missing from the models, and 'location' of the same type is new: this is either a rename or a drop"
      ])
  }

  @Test("A column that is added is filled with its literal, and its index and check don't lock the table")
  func added() throws {
    let plan = try ServerPlan(
      from: model("Item", "var title: String"),
      to: model(
        "Item", "var title: String  // @check(\"length(title) > 0\")", "var place: String?  // @index",
        "var starred = false"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ADD COLUMN "place" text"#,
        #"ALTER TABLE "item" ADD COLUMN "starred" boolean NOT NULL DEFAULT false"#,
        #"ALTER TABLE "item" ALTER COLUMN "starred" DROP DEFAULT"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_title_check" CHECK (length("title") > 0) NOT VALID"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "item_title_check""#,
        #"CREATE INDEX CONCURRENTLY "item_place_idx" ON "item" ("place" NULLS FIRST)"#,
      ])
    #expect(
      plan.findings == [
        #"newCheck:item.item_title_check: SELECT count(*) FROM "item" WHERE NOT (length("title") > 0)"#
      ])
  }

  @Test(
    "A type changes with USING; values that can't be converted, or that lose something, are counted, and the rewrite is a finding"
  )
  func types() throws {
    let plan = try ServerPlan(
      from: model(
        "Item", "var amount: Int", "var code: String", "var day: Date", "var at: Date  // @store(as: unixSeconds)"),
      to: model(
        "Item", "var amount: Int32", "var code: Int", "var day: Date  // @store(as: unixMilliseconds)", "var at: Date"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ALTER COLUMN "amount" TYPE integer USING "amount"::integer"#,
        #"ALTER TABLE "item" ALTER COLUMN "code" TYPE bigint USING "code"::text::bigint"#,
        #"ALTER TABLE "item" ALTER COLUMN "day" TYPE bigint USING floor(extract(epoch FROM "day") * 1000)::bigint"#,
        #"ALTER TABLE "item" ALTER COLUMN "at" TYPE timestamptz USING to_timestamp("at")"#,
      ])
    let rows = #"SELECT count(*) FROM "item""#
    #expect(
      plan.findings == [
        #"unconvertible:item.amount: \#(rows) WHERE "amount" IS NOT NULL AND ("amount" NOT BETWEEN -2147483648 AND 2147483647)"#,
        #"unconvertible:item.code: \#(rows) WHERE "code" IS NOT NULL AND (CASE WHEN "code"::text ~ '^(0|-?[1-9][0-9]{0,19})$' THEN "code"::text::numeric NOT BETWEEN -9223372036854775808 AND 9223372036854775807 ELSE true END)"#,
        #"unconvertible:item.day: \#(rows) WHERE "day" IS NOT NULL AND ("day" < '0001-01-01 00:00Z' OR "day" >= '10000-01-01 00:00Z')"#,
        #"narrowType:item.day: \#(rows) WHERE "day" IS NOT NULL AND (CASE WHEN "day" < '0001-01-01 00:00Z' OR "day" >= '10000-01-01 00:00Z' THEN false ELSE extract(epoch FROM "day") * 1000 % 1 <> 0 END)"#,
        #"unconvertible:item.at: \#(rows) WHERE "at" IS NOT NULL AND ("at" NOT BETWEEN -62135596800 AND 253402300799)"#,
        "tableRewrite:item: \(rows)",
      ])
    #expect(
      plan.plan.findings.last?.message
        == "table 'item' is locked while all of its rows are written again, because 'amount' gets another type and 'code' gets "
        + "another type and 'day' gets another type and 'at' gets another type; on a large table do it when the program isn't "
        + "running, or add a property and fill it in batches; pass '--allow tableRewrite:item'")
  }

  @Test("Numbers that become integers are counted if they have fractions, or are out of range")
  func integers() throws {
    let plan = try ServerPlan(
      from: model("Item", "var size: Double", "var price: Double"),
      to: model("Item", "var size: Int", "var price: Int8"))
    let rows = #"SELECT count(*) FROM "item" WHERE"#
    let (size, price) = (
      #"NOT (trunc("size") >= -9223372036854775808::float8 AND trunc("size") < 9223372036854775808::float8)"#,
      #"NOT (trunc("price") >= -128::float8 AND trunc("price") < 128::float8)"#
    )
    #expect(
      plan.findings.prefix(4) == [
        #"unconvertible:item.size: \#(rows) "size" IS NOT NULL AND (\#(size))"#,
        #"narrowType:item.size: \#(rows) "size" IS NOT NULL AND (CASE WHEN \#(size) THEN false ELSE trunc("size") <> "size" END)"#,
        #"unconvertible:item.price: \#(rows) "price" IS NOT NULL AND (\#(price))"#,
        #"narrowType:item.price: \#(rows) "price" IS NOT NULL AND (CASE WHEN \#(price) THEN false ELSE trunc("price") <> "price" END)"#,
      ])
  }

  @Test("A column becomes required by a check that is validated while the program runs")
  func required() throws {
    let plan = try ServerPlan(
      from: model("Item", "var note: String?", "var other: Int?"),
      to: model("Item", "var note: String", "var other = 7"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ADD CONSTRAINT "postil_required_note" CHECK ("note" IS NOT NULL) NOT VALID"#,
        #"UPDATE "item" SET "other" = 7 WHERE "other" IS NULL"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "postil_required_other" CHECK ("other" IS NOT NULL) NOT VALID"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "postil_required_note""#,
        #"ALTER TABLE "item" ALTER COLUMN "note" SET NOT NULL"#,
        #"ALTER TABLE "item" DROP CONSTRAINT IF EXISTS "postil_required_note""#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "postil_required_other""#,
        #"ALTER TABLE "item" ALTER COLUMN "other" SET NOT NULL"#,
        #"ALTER TABLE "item" DROP CONSTRAINT IF EXISTS "postil_required_other""#,
      ])
    #expect(
      plan.findings == [
        #"newRequired:item.note: SELECT count(*) FROM "item" WHERE "note" IS NULL"#,
        #"replaceNull:item.other: SELECT count(*) FROM "item" WHERE "other" IS NULL"#,
        #"longLock:item: SELECT count(*) FROM "item""#,
      ])
    #expect(
      plan.plan.findings.last?.message
        == "table 'item' is locked for some time, because 'other' gets a value instead of NULL; on a large table do it when the "
        + "program isn't running; pass '--allow longLock:item'")
  }

  @Test("A new required property without a value is refused until somebody writes one")
  func withoutValue() throws {
    let plan = try ServerPlan(
      from: model("Item", "var note: String"), to: model("Item", "var note: String", "var third: String"),
      allowing: ["newRequired"])
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ADD COLUMN "third" text"#, #"UPDATE "item" SET "third" = NULL"#,
        #"ALTER TABLE "item" ALTER COLUMN "third" SET NOT NULL"#,
      ])
    #expect(
      plan.plan.findings.filter { !$0.query.isEmpty }.map(\.message) == [
        "column 'item.third' is new and required, but has no value for existing rows; give the property a literal default or "
          + "'@default(sql:)', or make it optional; or pass '--allow newRequired:item.third', then replace 'NULL' in the "
          + "'UPDATE' of the file with a value and delete the '@precheck' and '@allow' lines of 'item.third'",
        "table 'item' is locked for some time, because rows get values in 'third'; on a large table do it when the program isn't "
          + "running; pass '--allow longLock:item'",
      ])
  }

  @Test("References get the new key of their row before the old key is dropped, whose index finds the rows")
  func keys() throws {
    let city = model("City", "// @references(inverse: cities, onDelete: cascade)", "var regionID: Region.ID")
    let plan = try ServerPlan(
      from: model("Region", "var number: Int") + city,
      to: "// @table\nstruct Region: Sendable {\nvar number: Int  // @primaryKey\n}\n" + city, allowing: ["dropColumn"])
    #expect(
      plan.statements == [
        #"ALTER TABLE "city" DROP CONSTRAINT "city_region_id_fkey""#,
        #"DROP INDEX "city_region_id_idx""#, #"ALTER TABLE "city" ADD COLUMN "postil_new_region_id" bigint"#,
        #"UPDATE "city" SET "postil_new_region_id" = "postil_parent"."number" FROM "region" AS "postil_parent" WHERE "postil_parent"."id" = "city"."region_id""#,
        #"ALTER TABLE "region" DROP CONSTRAINT "region_pkey""#, #"ALTER TABLE "region" DROP COLUMN "id""#,
        #"ALTER TABLE "region" ALTER COLUMN "number" ADD GENERATED BY DEFAULT AS IDENTITY"#,
        #"SELECT setval(pg_get_serial_sequence('"region"', 'number'), coalesce(max("number"), 1), count(*) > 0) FROM "region""#,
        #"ALTER TABLE "city" DROP COLUMN "region_id""#,
        #"ALTER TABLE "city" RENAME COLUMN "postil_new_region_id" TO "region_id""#,
        #"ALTER TABLE "city" ALTER COLUMN "region_id" SET NOT NULL"#,
        #"ALTER TABLE "region" ADD CONSTRAINT "region_pkey" PRIMARY KEY ("number")"#,
        #"ALTER TABLE "city" ADD CONSTRAINT "city_region_id_fkey" FOREIGN KEY ("region_id") REFERENCES "region" ("number") ON DELETE CASCADE NOT VALID"#,
        #"ALTER TABLE "city" VALIDATE CONSTRAINT "city_region_id_fkey""#,
        #"CREATE INDEX CONCURRENTLY "city_region_id_idx" ON "city" ("region_id")"#,
      ])
    #expect(
      plan.plan.findings.filter { $0.code == .longLock }.map(\.message) == [
        "table 'region' gets a new key, and is locked while its index is built; on a large table do it when the program isn't "
          + "running, or pass '--allow longLock:region'"
      ])
  }

  @Test("A change that PostgreSQL can't make is refused, with what to write instead")
  func refused() throws {
    let types = try ServerPlan(from: model("Item", "var data: Data"), to: model("Item", "var data: Int"))
    #expect(
      types.plan.problems == [
        PlanProblem(
          table: "item",
          message:
            "column 'item.data' stores 'integer' values instead of 'bytes' values, and PostgreSQL has no conversion between "
            + "them",
          notes: [
            "this takes three migrations; first keep the old property, add an optional 'integer' property with '@column(\"new_data\")', and "
              + "in the file add this line with a value computed from 'data' instead of NULL: UPDATE \"item\" SET \"new_data\" = NULL;",
            "write '-- @allow(longLock, \"item\")' above that line, because it locks the table",
            "second, remove the old property, whose values '--allow dropColumn:item.data' drops, and make the new one required if the "
              + "old one was",
            "third, rename it: replace '@column(\"new_data\")' by '@renamed(from: \"new_data\")' above a property whose column is 'data'",
          ])
      ])
  }

  @Test("Each row keeps one of its pairs if a many-to-many relationship becomes a reference")
  func pairs() throws {
    let plan = try ServerPlan(
      from: model("Item", "// @manyToMany(projects: Project)") + model("Project"),
      to: model("Item", "var projectID: Project.ID?  // @references") + model("Project"))
    #expect(
      plan.statements == [
        #"ALTER TABLE "item" ADD COLUMN "project_id" bigint"#,
        #"UPDATE "item" SET "project_id" = (SELECT "postil_value_0" FROM (SELECT "item_id" AS "postil_owner_0", "project_id" AS "postil_value_0" FROM "item_projects") AS "postil_pairs" WHERE "postil_owner_0" = "id" ORDER BY "postil_value_0" LIMIT 1)"#,
        #"DROP TABLE "item_projects""#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE SET NULL NOT VALID"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "item_project_id_fkey""#,
        #"CREATE INDEX CONCURRENTLY "item_project_id_idx" ON "item" ("project_id")"#,
      ])
    #expect(
      plan.findings == [
        #"longLock:item_projects: SELECT count(*) FROM "item_projects""#,
        #"longLock:item: SELECT count(*) FROM "item""#,
        #"dropTable:item_projects: SELECT (SELECT count(*) FROM "item_projects") - (SELECT count(*) FROM (SELECT DISTINCT "item_id" FROM "item_projects") AS "owners")"#,
      ])
  }

  @Test("The functions of triggers are one statement each, and can be read again")
  func functions() throws {
    let plan = try ServerPlan(
      from: model("Item"),
      to: model("Item")
        + model("Step", "// @references(inverse: steps, onDelete: cascade, ordered, max: 3)", "var itemID: Item.ID"))
    let text = plan.plan.text(MigrationHeader(description: ["Steps."], after: [], schema: "0"))
    let script = try MigrationScript(name: "steps", text: text, by: PostgreSQLScript.statements)
    #expect(script.statements.map(\.sql) == plan.plan.steps.flatMap(\.statements))
    #expect(script.statements.contains { $0.sql.hasPrefix("CREATE FUNCTION") && $0.sql.contains(";\n") })
  }

  @Test("New tables and tables that become distributed are distributed after their keys and before their references")
  func distributions() throws {
    let tenant = "// @table\n%@struct Tenant: Sendable {\n  let id: ID\n}\n"
    let item = """
      // @table
      // @distributed(by: tenantID)
      struct Item: Sendable {
        // @primaryKey
        // @references(onDelete: cascade)
        let tenantID: Tenant.ID
        // @primaryKey
        let number: Int64
      }

      """
    let local = tenant.replacing("%@", with: "")
    let distributed = tenant.replacing("%@", with: "// @distributed(by: id)\n")
    let plan = try ServerPlan(from: local, to: distributed + item, allowing: ["tableRewrite:tenant"])
    #expect(
      plan.plan.steps.flatMap(\.statements).filter { $0.hasPrefix("S") } == [
        "SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
        "SELECT create_distributed_table('tenant', 'id')", "SELECT create_distributed_table('item', 'tenant_id')",
      ])
    #expect(plan.findings == [#"tableRewrite:tenant: SELECT count(*) FROM "tenant""#])
    let note = """
      // @table
      // @distributed(by: itemID.tenantID)
      struct Note: Sendable {
        // @primaryKey
        // @references(onDelete: cascade)
        let itemID: Item.ID
      }

      """
    let added = try ServerPlan(from: distributed + item, to: distributed + item + note)
    let call = "SELECT create_distributed_table('note', 'item_tenant_id')"
    #expect(added.plan.steps.flatMap(\.statements).contains(call))
    #expect(try ServerPlan(from: distributed + item, to: distributed + item).plan.isEmpty)
    let back = try ServerPlan(from: distributed, to: local)
    #expect(
      back.plan.problems.map(\.message) == [
        "the distribution of table 'tenant' changes, and tables that reference each other are moved together"
      ])
    let renamed = try ServerPlan(
      from: item + distributed,
      to: item.replacing("let number", with: "let position").replacing(
        "// @primaryKey\n  let position", with: "// @primaryKey @renamed(from: \"number\")\n  let position")
        + distributed)
    #expect(renamed.plan.problems.isEmpty)
    #expect(!renamed.statements.contains { $0.hasPrefix("SELECT") })
    // Citus renames keys, but no other constraints.
    let thing = try ServerPlan(
      from: distributed + item,
      to: distributed
        + item.replacing("// @table\n", with: "// @table @renamed(from: \"item\")\n").replacing(
          "struct Item", with: "struct Thing"))
    #expect(
      thing.statements == [
        #"ALTER TABLE "item" DROP CONSTRAINT "item_tenant_id_fkey""#, #"ALTER TABLE "item" RENAME TO "thing""#,
        #"ALTER INDEX "item_pkey" RENAME TO "thing_pkey""#,
        #"ALTER TABLE "thing" ADD CONSTRAINT "thing_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE NOT VALID"#,
        #"ALTER TABLE "thing" VALIDATE CONSTRAINT "thing_tenant_id_fkey""#,
      ])
  }
}
