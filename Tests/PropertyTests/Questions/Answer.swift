import Postil

/// What a query should return: groups of rows in their order, the rows of a group in any; of all these so many behind so many.
struct Answer {
  var groups: [[[Cell]]]
  var offset = 0
  var limit: Int?

  /// One group: rows in no order.
  init(unordered rows: [[Cell]]) { groups = rows.isEmpty ? [] : [rows] }

  /// Rows in the order of their keys; those with the same keys are a group.
  init(_ rows: [(keys: [Cell], row: [Cell])], orders: [Direction], _ rules: Rules) {
    func compare(_ left: [Cell], _ right: [Cell]) -> Int {
      for (index, order) in orders.enumerated() {
        var result = left[index].compared(with: right[index], ignoringCase: order.ignoresCase)
        if left[index].isNull != right[index].isNull, let nulls = order.nulls {
          return left[index].isNull == (nulls == .first) ? -1 : 1
        }
        if !rules.putsNullFirst, left[index].isNull != right[index].isNull { result = -result }
        if result != 0 { return order.isDescending ? -result : result }
      }
      return 0
    }
    groups = []
    var last: [Cell]?
    for (keys, row) in rows.sorted(by: { compare($0.keys, $1.keys) < 0 }) {
      if let last, compare(last, keys) == 0 {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
      last = keys
    }
  }

  func limited(_ limit: Int?, offset: Int, _ rules: Rules) -> Answer {
    var answer = self
    answer.limit = limit
    answer.offset = rules.skipsOffset ? offset : 0
    return answer
  }

  /// Whether these rows are such an answer.
  func isMet(by actual: [[Cell]]) -> Bool {
    let total = groups.reduce(0) { $0 + $1.count }
    let end = min(total, limit.map { offset + $0 } ?? total)
    guard actual.count == max(0, end - offset) else { return false }
    var start = 0
    for group in groups {
      let (low, high) = (max(start, offset), min(start + group.count, end))
      start += group.count
      guard low < high else { continue }
      var left = Counts(group)
      guard left.remove(actual[(low - offset)..<(high - offset)]) else { return false }
    }
    return true
  }

  /// Rows with how often they are there.
  private struct Counts {
    private var counts: [[Cell]: Int] = [:]

    init(_ rows: [[Cell]]) { for row in rows { counts[row, default: 0] += 1 } }

    mutating func remove(_ rows: some Sequence<[Cell]>) -> Bool {
      for row in rows {
        guard let count = counts[row], count > 0 else { return false }
        counts[row] = count - 1
      }
      return true
    }
  }
}

extension Answer: CustomStringConvertible {
  var description: String {
    let rows = groups.map { "[\($0.map { "\($0)" }.joined(separator: ", "))]" }.joined(separator: " then ")
    return "\(rows)\(limit.map { ", of these \($0)" } ?? "")\(offset > 0 ? " behind \(offset)" : "")"
  }
}

/// A query, and how to ask it both ways.
protocol Question {
  /// The query as people read it.
  var text: String { get }
  /// The statement that Postil makes of it.
  var sql: String { get }
  /// What Postil and SQLite return.
  func ask(in db: PropertyEngine.Transaction) throws -> [[Cell]]
  /// What the rules say.
  func answer(in world: World) throws -> Answer
  /// Questions with something left out.
  var smaller: [any Question] { get }
}

extension PropertyEngine {
  /// The rows that Postil returns; whatever the question changed is taken back.
  func ask(_ question: any Question) throws -> [[Cell]] {
    struct Undo: Error {}
    var answer: [[Cell]] = []
    do {
      try store.write { db in
        answer = try question.ask(in: db)
        throw Undo()
      }
    } catch is Undo {}
    return answer
  }
}

/// In which direction values are ordered, how texts are compared, and where `NULL` stands.
struct Direction {
  var isDescending = false
  var ignoresCase = false
  var nulls: NullOrder?
}

/// A term to order by.
struct OrderTerm {
  let term: any AnyTerm
  let isDescending: Bool
  var nulls: NullOrder?

  var text: String {
    "\(term.text).\(isDescending ? "descending" : "ascending")\(nulls.map { "(nulls: \($0))" } ?? "")"
  }

  func ordering(in scopes: Scopes) -> Ordering {
    func ordering<T: AnyTerm>(_ term: T) -> Ordering {
      let expression = term.sql(in: scopes)
      guard let nulls else { return isDescending ? expression.descending : expression.ascending }
      return isDescending ? expression.descending(nulls: nulls) : expression.ascending(nulls: nulls)
    }
    return ordering(term)
  }
}

extension [OrderTerm] {
  var directions: [Direction] {
    map { Direction(isDescending: $0.isDescending, ignoresCase: $0.term.ignoresCase ?? false, nulls: $0.nulls) }
  }

  func keys(at moment: Moment) throws -> [Cell] { try map { try $0.term.value(at: moment) } }
}

extension Array {
  /// The array without each of its elements.
  var withoutOne: [[Element]] {
    indices.map { index in
      var rest = self
      rest.remove(at: index)
      return rest
    }
  }
}
