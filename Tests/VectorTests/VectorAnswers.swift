import Postil

/// Rows with vectors, and what both engines answer about them.
enum Vectors {
  /// 300 different vectors. No two have the same distance from ``query``.
  static let many: [[Float]] = (1...300).map { number in
    let x = Float(number)
    return [x / 7, (x * 37).truncatingRemainder(dividingBy: 101) - 50, 1 / x]
  }
  static let query: [Float] = [3, -4.5, 0.25]

  static func prepare(in db: some WriteTransaction) throws {
    try Passage.insert(
      many.enumerated().map { number, vector in
        Passage.Draft(
          text: "\(number)", embedding: vector, image: number % 3 == 0 ? [vector[1], Float(number)] : nil)
      }, in: db)
    _ = try Passage.Draft(text: "0", embedding: [1, 2, 3], image: [1, 1]).upsert(on: { $0.text }, in: db)
    _ = try Passage.Draft(text: "new", embedding: [9, 9, 9], image: nil).upsert(on: { $0.text }, in: db)
    try Signal.insert(many.prefix(5).map { Signal.Draft(numbers: $0) }, in: db)
    if var row = try Passage.where({ $0.text == "1" }).fetchOne(in: db) {
      (row.embedding, row.image) = ([0.1, 0.2, 0.3], nil)
      try row.update(in: db)
    }
    try Passage.where { $0.text == "2" }.update(in: db) { [$0.embedding.set([-1, -2, -3]), $0.image.set([5, 6])] }
  }

  /// Whether all numbers come back as they were.
  static func keepsNumbers(in db: some WriteTransaction) throws -> Bool {
    let extremes: [Float] = [.greatestFiniteMagnitude, -2e-38, 0.1]
    let row = try Passage.Draft(text: "extremes", embedding: extremes, image: [16_777_215, -1.1754944e-38]).insert(
      in: db)
    let found = try Passage.find(row.id, in: db)
    let raw = try RawSQL("SELECT \(Passage.allColumns) FROM passage WHERE id = \(row.id)").as(Passage.self).fetchOne(
      in: db)
    let selected = try Passage.where { $0.id == row.id }.select { ($0.embedding, $0.image) }.fetchOne(in: db)
    try row.delete(in: db)
    return row.embedding == extremes && row.image == [16_777_215, -1.1754944e-38] && found == row && raw == row
      && selected?.0 == row.embedding && selected?.1 == row.image
  }

  static func rounded(_ number: Double?) -> String {
    number.map { "\(($0 * 1000).rounded() / 1000)" } ?? "nil"
  }

  static func answers(in db: some ReadTransaction) throws -> [String] {
    var lines = try Passage.order { $0.id }.fetchAll(in: db).map { "\($0.text) \($0.embedding) \($0.image ?? [])" }
    func id(_ number: Int64) -> Passage.ID { Passage.ID(rawValue: number) }
    func nearest(_ query: Query<Passage>) throws { lines.append("\(try query.limit(7).fetchAll(in: db).map(\.text))") }
    try nearest(Passage.order { $0.embedding.distance(to: query) })
    try nearest(Passage.order { $0.embedding.cosineDistance(to: query) })
    try nearest(Passage.order { $0.embedding.innerProduct(with: query).descending })
    try nearest(Passage.order { $0.embedding.manhattanDistance(to: query) })
    // The farthest, and rows without a vector, which come last.
    try nearest(Passage.order { $0.embedding.distance(to: query).descending })
    try nearest(Passage.where { $0.id < id(9) }.order { ($0.image.distance(to: [1, 1]), $0.id) })
    try nearest(Passage.where { $0.embedding.cosineDistance(to: query) < 0.05 }.order { $0.id })
    try nearest(Passage.where { $0.image.manhattanDistance(to: [3, 4]) == nil }.order { $0.id })
    let distances = try Passage.order { $0.id }.limit(20).select {
      (
        $0.embedding.distance(to: query), $0.embedding.cosineDistance(to: query),
        $0.embedding.innerProduct(with: query),
        $0.image.manhattanDistance(to: [3, 4])
      )
    }.fetchAll(in: db)
    lines += distances.map { "\(rounded($0.0)) \(rounded($0.1)) \(rounded($0.2)) \(rounded($0.3))" }
    let least = try Passage.all.select { ($0.embedding.distance(to: query).min(), SQL.count()) }.fetchAll(in: db)
    lines += least.map { "\(rounded($0.0)) \($0.1)" }
    let grouped = try Passage.group { $0.embedding.count }.select {
      ($0.embedding.count, $0.embedding.cosineDistance(to: query).min(), SQL.count())
    }.fetchAll(in: db)
    lines += grouped.map { "\($0.0) \(rounded($0.1)) \($0.2)" }
    // Of two rows.
    let pairs = try Passage.join(Passage.self, on: { $0.id < $1.id }).where {
      $0.id < id(4) && $1.id > id(5) && $1.id < id(9)
    }
    .order { ($0.embedding.distance(to: $1.embedding), $0.id) }
    .select { ($0.text, $1.text, $0.embedding.cosineDistance(to: $1.embedding), $0.image.distance(to: $1.image)) }
    .fetchAll(in: db)
    lines += pairs.map { "\($0.0) \($0.1) \(rounded($0.2)) \(rounded($0.3))" }
    // As the array that it is in Swift.
    let firsts = try Passage.where { $0.embedding == [1, 2, 3] || $0.image == nil && $0.embedding.count == 3 }
      .order { $0.id }.limit(5).select { ($0.text, $0.embedding.count) }.fetchAll(in: db)
    lines += firsts.map { "\($0)" }
    lines += try Signal.order { $0.id }.fetchAll(in: db).map { "\($0.numbers) \($0.count) \(rounded($0.first))" }
    return lines
  }
}
