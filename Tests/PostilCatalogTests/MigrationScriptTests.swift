import PostilCatalog
import Testing

@Suite("The file of a migration")
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
    #expect(script.documentation == "Drops the notes of items.\nThey were never used.")
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
        "2:4: '@prechek' is no directive; did you mean '@precheck'?",
        "4:6: '@Frobnicate' is no directive; those are '@migration', '@checkpoint', '@types', '@precheck', '@allow', '@rebuild', "
          + "'@end'; a comment for people begins with something else",
      ])
    #expect(problems(Self.header + "-- mail me @ home, or @allow me\n-- @ home\n") == [])
  }

  @Test func theHeaderStandsOnceAndAboveTheStatements() {
    #expect(
      problems("SELECT 1;") == [
        "1:1: a migration begins with the migrations that it comes after: write "
          + #"'-- @migration(after: "NAME", schema: "FINGERPRINT")', without 'after:' in the first of all"#
      ])
    #expect(
      problems("SELECT 1;\n" + Self.header) == [
        "2:4: '@migration' stands below a statement: move it to the top of the file"
      ])
    #expect(problems(Self.header + Self.header) == ["2:4: '@migration' stands twice: take one away"])
    let form = #"; write '-- @migration(after: "NAME", schema: "FINGERPRINT")'"#
    #expect(
      problems("-- @migration(afer: \"x\")") == [
        "1:4: '@migration' has no argument 'afer', did you mean 'after:'?" + form
      ])
    #expect(problems("-- @migration(after: x)") == ["1:4: '@migration' has 'x' without quotes" + form])
    #expect(problems("-- @migration(after: \"2_next\")") == ["1:4: '@migration' comes after itself" + form])
    #expect(problems("-- @migration(after: \"x\"") == ["1:4: '@migration' has a '(' that is not closed" + form])
    #expect(
      problems("-- @migration x") == ["1:4: '@migration' is followed by 'x', where '(' or nothing should stand" + form])
    #expect(problems("-- @migration(): x") == ["1:4: '@migration' takes no ':'" + form])
  }

  @Test func directivesStandBetweenStatementsOnLinesOfTheirOwn() {
    let message = "give it a line of its own between two statements"
    #expect(problems(Self.header + "SELECT 1; -- @end") == ["2:14: '@end' stands behind a statement: " + message])
    #expect(
      problems(Self.header + "SELECT\n-- @rebuild(\"a\")\n1;") == [
        "3:4: '@rebuild' stands inside a statement: " + message
      ])
  }

  @Test func aSectionHasABeginningAnEndAndStatements() {
    #expect(
      problems(Self.header + "-- @rebuild(\"a\")\nSELECT 1;") == [
        "2:4: '@rebuild(\"a\")' has no end: write '-- @end' behind the last statement that makes the table anew"
      ])
    #expect(
      problems(Self.header + "-- @end\n-- @rebuild(a)\n-- @rebuild(\"a\")\n-- @rebuild(\"b\")\n-- @end\n") == [
        "2:4: '@end' ends nothing: there is no '@rebuild' above it that is open",
        "3:4: '@rebuild' names the table that is made anew; write '-- @rebuild(\"table\")'",
        "4:4: '@rebuild(\"a\")' has no statements",
        "5:4: '@rebuild' stands inside '@rebuild(\"a\")': write '-- @end' above it",
      ])
    #expect(
      problems(Self.header + "-- @rebuild(\"a\")\n-- @precheck(newCheck, \"a\"): SELECT 1\nSELECT 1;\n-- @end\n") == [
        "3:4: '@precheck' stands between '@rebuild(\"a\")' and '@end': move it above '@rebuild'"
      ])
  }

  @Test func aCheckHasACodeASubjectAndAQuery() {
    let form = #"; write '-- @precheck(dropColumn, "table.column"): SELECT count(*) FROM …'"#
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"):\n-- @precheck(\"dropColumn\", \"a.b\"): SELECT 1\n")
        == [
          "2:4: '@precheck' has no query that counts rows, on one line behind ':'" + form,
          "3:4: '@precheck' takes a code and what it is about, in quotes" + form,
        ])
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"): DELETE FROM a\n").first?.contains("no query") == true)
    #expect(
      problems(Self.header + "-- @precheck(dropColumn, \"a.b\"): SELECT 1\n-- @allow(dropColumn, \"a.c\")\n") == [
        "3:4: '@allow(dropColumn, \"a.c\")' lets nothing pass: no '@precheck' of this file is about it; "
          + "did you mean '@allow(dropColumn, \"a.b\")'?"
      ])
  }

  @Test(arguments: [
    ("BEGIN", "'BEGIN' cannot stand in a migration, which is one transaction already: take it away"),
    ("COMMIT", "'COMMIT' cannot stand in a migration, which is one transaction already: take it away"),
    ("ATTACH 'x' AS y", "'ATTACH' cannot stand in a migration, which changes one database: take it away"),
    (
      "PRAGMA main.journal_mode = DELETE",
      "'PRAGMA journal_mode' cannot stand in a migration; those that can are 'legacy_alter_table', 'user_version', "
        + "'application_id', 'defer_foreign_keys'"
    ),
    (
      "PRAGMA foreign_keys = OFF",
      "'PRAGMA foreign_keys' does nothing inside a transaction, and a migration is one: put the statements that make "
        + "a table anew between '-- @rebuild(\"TABLE\")' and '-- @end', and references are not enforced while it runs"
    ),
  ])
  func statementsThatCannotStandInATransactionAreRefused(_ sql: String, _ message: String) {
    #expect(problems(Self.header + "\n" + sql + ";") == ["3:1: " + message])
  }

  @Test func whatIsNeverEndedIsRefused() {
    #expect(
      problems(Self.header + "SELECT 1;\nSELECT 'a;") == [
        "3:1: the statement has no ';' at its end, or a quote in it is never closed"
      ])
    #expect(
      problems(Self.header + "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;\n") == [
        "2:1: the trigger has no 'END;' at its end"
      ])
    #expect(problems(Self.header + "PRAGMA legacy_alter_table = ON; PRAGMA user_version(3);") == [])
  }

  @Test func aCheckpointComesAfterNothing() throws {
    let script = try MigrationScript(
      name: "9_all", text: "-- @migration(schema: \"8c1d\")\n-- @checkpoint(replaces: \"8_last\")\n")
    #expect(script.replaces == "8_last" && script.after == [])
    #expect(
      problems(Self.header + "-- @checkpoint(replaces: \"8_last\")\n") == [
        "1:1: a checkpoint begins a database: take 'after:' out of '@migration'"
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
