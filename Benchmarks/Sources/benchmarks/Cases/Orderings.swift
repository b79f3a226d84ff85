import BenchmarkHarness

extension Scale {
  /// Inserting at an index of an ordered relationship, at growing sizes of it: what one insert costs must hardly grow.
  var orderings: [BenchmarkCase] {
    let firstSpare = playlistSizes.reduce(1, +)
    return playlistSizes.enumerated().map { position, size in
      BenchmarkCase(
        "insert-ordered-\(size)", "\(orderedInserts) tracks put at random places of a playlist of \(size)",
        unit: "insert", operations: orderedInserts, maximumRounds: 5,
        fixture: { workspace, contender in
          var random = SplitMix64(seed: 7)
          var fixture = Fixture(
            path: try workspace.copy(of: .playlists(sizes: playlistSizes, spare: orderedInserts), for: contender))
          fixture.owner = Int64(position + 1)
          fixture.keys = (0..<orderedInserts).map { Int64(firstSpare + $0) }
          fixture.indexes = (0..<orderedInserts).map { Int.random(in: 0...size + $0, using: &random) }
          return fixture
        },
        trials: { try $0.insertOrdered($1) })
    }
  }
}
