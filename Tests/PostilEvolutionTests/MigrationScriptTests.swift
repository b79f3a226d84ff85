import PostilEvolution
import Testing

@Suite("Migration files")
struct MigrationScriptTests {
  private static let header = #"-- @migration(after: "1_create", schema: "8c1d")"# + "\n"

  /// What is wrong with a file, as `line:column: message`.
  private func problems(_ text: String) -> [String] {
    do {
      _ = try MigrationScript(name: "2_next", text: text)
      return []
    } catch {
      return error.problems.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test func itSaysWhatItComesAfterWhatItAsksAndWhatItRuns() throws {
    let script = try MigrationScript(
      name: "2_next",
      text: """
        -- Drops the notes of items.
        -- They were never used.
        -- @migration(after: "1_create", "1_other", schema: "8c1d")

        -- Column 'note' of table 'item' goes.
        -- @precheck(dropColumn, "item.note"): SELECT count(*) FROM "item" WHERE "note" <> 'a;b' ;
        -- @allow(dropColumn, "item.note")
        -- @precheck(newUnique, "item.title"): SELECT 1
        ALTER TABLE "item" DROP COLUMN "note";
        -- @rebuild("it""em")
        DROP TABLE "item"; CREATE TABLE "item" (
          "id" INTEGER -- @Metadata of people; not ours
        );
        -- @end
        """)
    #expect(script.after == ["1_create", "1_other"])
    #expect(script.schema == "8c1d" && script.replaces == nil && script.needsForeignKeysOff)
    #expect(script.prechecks.map(\.code) == ["dropColumn", "newUnique"])
    #expect(script.prechecks.map(\.subject) == ["item.note", "item.title"])
    #expect(script.prechecks[0].query == #"SELECT count(*) FROM "item" WHERE "note" <> 'a;b'"#)
    #expect(script.prechecks.map(\.isAllowed) == [true, false])
    #expect(script.prechecks.map(\.isRefusal) == [false, true])
    #expect(script.prechecks.map(\.line) == [6, 8])
    guard case .statement(let alter) = script.items[0], case .rebuild(let rebuild) = script.items[1] else {
      Issue.record("\(script.items)")
      return
    }
    #expect(alter == MigrationScript.Statement(sql: #"ALTER TABLE "item" DROP COLUMN "note""#, line: 9))
    #expect(rebuild.table == #"it"em"# && rebuild.line == 10)
    #expect(rebuild.statements.map(\.line) == [11, 11])
    #expect(rebuild.statements[1].sql.contains("-- @Metadata"))
  }

  @Test func aTriggerIsOneStatementHoweverManyItHolds() throws {
    let trigger = """
      CREATE TEMP TRIGGER "end" AFTER UPDATE ON "item" WHEN CASE WHEN new.n THEN 1 END BEGIN
        UPDATE "item" SET "t" = 'END;' WHERE "n" = CASE WHEN 1 THEN 2 END;
        -- It ends soon; END;
        SELECT 1;
      END
      """
    let script = try MigrationScript(name: "2_next", text: Self.header + "SELECT 0;;\(trigger);SELECT 2;")
    #expect(script.statements.map(\.sql) == ["SELECT 0", trigger, "SELECT 2"])
    #expect(script.statements.map(\.line) == [2, 2, 6])
  }

  @Test func theChecksumIsTheSameWhateverSystemWroteTheFile() throws {
    let text = Self.header + "SELECT 1;\n-- ü\n"
    let script = try MigrationScript(name: "2_next", text: text)
    let other = try MigrationScript(name: "2_next", text: "\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    #expect(script.checksum == other.checksum && script.text == other.text)
    #expect(script.checksum.count == 16)
    #expect(try MigrationScript(name: "2_next", text: text + " ").checksum != script.checksum)
  }

  @Test func whatIsNoDirectiveIsRefusedWithWhatWasMeant() {
    #expect(
      problems(Self.header + "-- @prechek(dropColumn, \"a\"): SELECT 1\nSELECT 1;\n  -- @Frobnicate\n") == [
        "2:4: unknown directive '@prechek'; write '-- @precheck(dropColumn, \"table.column\"): SELECT count(*) FROM …'",
        "4:6: unknown directive '@Frobnicate'; the directives are '@migration', '@checkpoint', '@precheck', '@allow', "
          + "'@rebuild', '@end', '@waits', '@overlaps', and other comments can't begin with '@'",
      ])
    #expect(problems(Self.header + "-- mail me @ home, or @allow me\n-- @ home\n") == [])
  }

  @Test func theHeaderStandsOnceAndAboveTheStatements() {
    #expect(
      problems("SELECT 1;") == [
        "1:1: '@migration' is missing; write "
          + #"'-- @migration(after: "NAME", schema: "FINGERPRINT")' at the top of the file, without 'after:' in the first migration"#
      ])
    #expect(
      problems("SELECT 1;\n" + Self.header) == [
        "2:4: '@migration' must come before all statements; move it to the top of the file"
      ])
    #expect(problems(Self.header + Self.header) == ["2:4: '@migration' is repeated; remove one of them"])
    let form = #"; write '-- @migration(after: "NAME", schema: "FINGERPRINT")'"#
    #expect(
      problems("-- @migration(afer: \"x\")") == [
        "1:4: unknown argument 'afer'" + form
      ])
    #expect(problems("-- @migration(after: x)") == ["1:4: 'x' must be in double quotes" + form])
    #expect(problems("-- @migration(after: \"2_next\")") == ["1:4: a migration can't come after itself" + form])
    #expect(problems("-- @migration(after: \"x\"") == ["1:4: unmatched '(' after '@migration'" + form])
    #expect(
      problems("-- @migration x") == ["1:4: unexpected 'x' after '@migration'" + form])
    #expect(problems("-- @migration(): x") == ["1:4: unexpected ':' after '@migration(…)'" + form])
  }

  @Test func directivesStandBetweenStatementsOnLinesOfTheirOwn() {
    let message = "must be on a line of its own, between two statements"
    #expect(problems(Self.header + "SELECT 1; -- @end") == ["2:14: '@end' " + message])
    #expect(
      problems(Self.header + "SELECT\n-- @rebuild(\"a\")\n1;") == [
        "3:4: '@rebuild' " + message
      ])
  }

  @Test func aSectionHasABeginningAnEndAndStatements() {
    #expect(
      problems(Self.header + "-- @rebuild(\"a\")\nSELECT 1;") == [
        "2:4: '@rebuild(\"a\")' has no end; write '-- @end' after the last statement of the rebuild"
      ])
    #expect(
      problems(Self.header + "-- @end\n-- @rebuild(a)\n-- @rebuild(\"a\")\n-- @rebuild(\"b\")\n-- @end\n") == [
        "2:4: '@end' has no matching '@rebuild'",
        "3:4: '@rebuild' requires the table, in double quotes; write '-- @rebuild(\"table\")'",
        "4:4: '@rebuild(\"a\")' contains no statements",
        "5:4: '@rebuild' can't be inside '@rebuild(\"a\")'; write '-- @end' before it",
      ])
    #expect(
      problems(Self.header + "-- @rebuild(\"a\")\n-- @precheck(newCheck, \"a\"): SELECT 1\nSELECT 1;\n-- @end\n") == [
        "3:4: '@precheck' can't be between '@rebuild(\"a\")' and '@end'; move it before '@rebuild'"
      ])
  }

  @Test func aCheckHasACodeASubjectAndAQuery() {
    let form = #"; write '-- @precheck(dropColumn, "table.column"): SELECT count(*) FROM …'"#
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"):\n-- @precheck(\"dropColumn\", \"a.b\"): SELECT 1\n")
        == [
          "2:4: '@precheck' requires a query that counts rows, on the same line after ':'" + form,
          "3:4: '@precheck' requires a code, and a subject in double quotes" + form,
        ])
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"): DELETE FROM a\n").first?.contains("requires a query")
        == true)
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"): SELECT 1\n-- @allow(dropColumn, \"a.c\")\n") == [
        "3:4: '@allow(dropColumn, \"a.c\")' has no matching '@precheck'; "
          + "did you mean '@allow(dropColumn, \"a.b\")'?"
      ])
  }

  @Test(arguments: [
    ("BEGIN", "'BEGIN' isn't allowed in a migration, which runs in one transaction; remove it"),
    ("COMMIT", "'COMMIT' isn't allowed in a migration, which runs in one transaction; remove it"),
    ("ATTACH 'x' AS y", "'ATTACH' isn't allowed in a migration, which changes a single database; remove it"),
    (
      "PRAGMA main.journal_mode = DELETE",
      "'PRAGMA journal_mode' isn't allowed in a migration; the allowed ones are 'legacy_alter_table', 'user_version', "
        + "'application_id', 'defer_foreign_keys'"
    ),
    (
      "PRAGMA foreign_keys = OFF",
      "'PRAGMA foreign_keys' has no effect in a transaction, and a migration is one; put the statements that rebuild a table "
        + "between '-- @rebuild(\"TABLE\")' and '-- @end', where foreign keys aren't enforced"
    ),
  ])
  func statementsThatCannotStandInATransactionAreRefused(_ sql: String, _ message: String) {
    #expect(problems(Self.header + "\n" + sql + ";") == ["3:1: " + message])
  }

  @Test func whatIsNeverEndedIsRefused() {
    #expect(
      problems(Self.header + "SELECT 1;\nSELECT 'a;") == [
        "3:1: the statement doesn't end with ';', or a quote, a parenthesis or 'BEGIN' in it isn't closed"
      ])
    #expect(
      problems(Self.header + "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;\n") == [
        "2:1: the statement doesn't end with ';', or a quote, a parenthesis or 'BEGIN' in it isn't closed"
      ])
    #expect(problems(Self.header + "PRAGMA legacy_alter_table = ON; PRAGMA user_version(3);") == [])
  }

  @Test func aCheckpointComesAfterNothing() throws {
    let script = try MigrationScript(
      name: "9_all", text: "-- @migration(schema: \"8c1d\")\n-- @checkpoint(replaces: \"8_last\")\n")
    #expect(script.replaces == "8_last" && script.after == [])
    #expect(
      problems(Self.header + "-- @checkpoint(replaces: \"8_last\")\n") == [
        "1:1: a checkpoint can't come after another migration; remove 'after:' from '@migration'"
      ])
  }

  @Test func theUndoOfAMigrationNeedsNoHeader() throws {
    let script = try MigrationScript(undoing: "2_next", text: "ALTER TABLE \"item\" DROP COLUMN \"due_day\";\n")
    #expect(script.statements.count == 1)
    do {
      _ = try MigrationScript(undoing: "2_next", text: "BEGIN;")
      Issue.record("it was taken")
    } catch {
      #expect(error.description.hasPrefix("2_next.down.sql:1:1: error: 'BEGIN'"))
    }
  }
}
