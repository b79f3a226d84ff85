import PostilEvolution
import Testing

@Suite("The order of migrations")
struct MigrationOrderTests {
  /// Migrations such as `"c: a b"`, where `c` comes after `a` and `b`, and `"k = c"`, a checkpoint that replaces `c`.
  private func scripts(_ texts: [String]) throws -> [MigrationScript] {
    try texts.map { text in
      let checkpoint = text.split(separator: " = ").map(String.init)
      if checkpoint.count == 2 {
        let sql = "-- @migration()\n-- @checkpoint(replaces: \"\(checkpoint[1])\")\n"
        return try MigrationScript(name: checkpoint[0], text: sql)
      }
      let parts = text.split(separator: ":").map(String.init)
      let after = parts.count > 1 ? parts[1].split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ") : ""
      return try MigrationScript(
        name: parts[0], text: after.isEmpty ? "-- @migration()\n" : "-- @migration(after: \(after))\n")
    }
  }

  private func order(_ texts: String...) throws -> MigrationOrder { try MigrationOrder(scripts(texts)) }

  private func failure(_ texts: String...) -> MigrationOrderError? {
    #expect(throws: MigrationOrderError.self) { _ = try MigrationOrder(scripts(texts)) }
  }

  @Test func eachStandsBehindThoseThatItWasWrittenUpon() throws {
    #expect(try order("c: b", "a", "b: a").names == ["a", "b", "c"])
    #expect(try order("1: 2", "2").names == ["2", "1"])
    let merged = try order("a", "b2: a", "b1: a", "c1: b1", "m: b2 c1")
    #expect(merged.names == ["a", "b1", "b2", "c1", "m"])
    #expect(merged.ancestors["m"] == ["a", "b1", "b2", "c1"])
    #expect(merged.ancestors["b2"] == ["a"])
    #expect(try order().names == [])
  }

  @Test func branchesWithoutAMergeAreNamed() {
    #expect(failure("a", "b1: a", "b2: a", "c2: b2") == .branches(["b1", "c2"], of: "a"))
    #expect(
      failure("a", "b1: a", "b2: a")?.description
        == "the migrations 'b1' and 'b2' are branches of 'a'; run 'postil migrate merge PATH'"
    )
    #expect(failure("a", "b", "c: a b") == .severalFirst(["a", "b"]))
  }

  @Test func whatIsMissingTwiceOrInACircleIsNamed() {
    #expect(failure("a", "c: b") == .missing("b", before: "c"))
    #expect(failure("a", "a") == .duplicate("a"))
    #expect(failure("a", "b: a d", "c: b", "d: c") == .cycle(["b", "d", "c"]))
    #expect(failure("a", "c: b")?.description.contains("restore 'b.sql'") == true)
  }

  @Test func aCheckpointStandsForWhatLeadsToWhatItReplaces() throws {
    let kept = try order("a", "b: a", "c: b", "k = c", "d: k")
    #expect(kept.names == ["a", "b", "c", "k", "d"])
    #expect(kept.namesOfNew == ["k", "d"])
    #expect(kept.checkpoint == "k")
    let alone = try order("k = c", "d: k", "e: d")
    #expect(alone.names == ["k", "d", "e"])
    // Somebody wrote it upon the last one before the checkpoint was made.
    let written = try order("k = c", "d: c")
    #expect(written.names == ["k", "d"])
    #expect(failure("k = c", "d: b") == .missing("b", before: "d"))
    let twice = try order("k = c", "d: k", "l = d", "e: l")
    #expect(twice.names == ["k", "d", "l", "e"])
    #expect(twice.namesOfNew == ["l", "e"])
  }
}
