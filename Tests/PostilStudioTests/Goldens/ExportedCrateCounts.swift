import Postil

private let rows: [CrateCount] = [
  CrateCount(level: nil, count: 1),
  CrateCount(level: Level.none, count: 1),
]
