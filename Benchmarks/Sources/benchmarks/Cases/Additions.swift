import BenchmarkHarness

extension Scale {
  /// Adding to a relationship, at growing sizes of it: what one add costs must not grow.
  var additions: [BenchmarkCase] {
    let fixture = { (position: Int, keys: ClosedRange<Int>) in
      { (workspace: Workspace, contender: String) in
        var fixture = Fixture(
          path: try workspace.copy(of: .relationships(sizes: relationshipSizes, spare: adds), for: contender))
        fixture.owner = Int64(position + 1)
        fixture.keys = keys.map(Int64.init)
        return fixture
      }
    }
    let firstSpareStep = relationshipSizes.reduce(1, +)
    let tags = relationshipSizes.enumerated().map { position, size in
      BenchmarkCase(
        "add-to-tags-\(size)", "\(adds) tags more, one call each, for an entry that has \(size) of them", unit: "add",
        operations: adds, goal: 1.3, fixture: fixture(position, size + 1...size + adds),
        trials: { try $0.addToTags($1) })
    }
    let steps = relationshipSizes.enumerated().map { position, size in
      BenchmarkCase(
        "add-to-steps-\(size)", "\(adds) steps more, one call each, for an entry that has \(size) of them", unit: "add",
        operations: adds, goal: 1.3, fixture: fixture(position, firstSpareStep...firstSpareStep + adds - 1),
        trials: { try $0.addToSteps($1) })
    }
    return tags + steps
  }
}
