import FoundationEssentials
import PostilQuery

// What takes more than the 100 ms that an expression should: a tuple of two results that have many readings each, which the compiler
// combines; either by itself takes 3 ms. It is tried for the 'select' of one expression first, and that no tuple is one is found out
// when all readings are tried (Swift 6.3). `.ci/check-typing` holds it below 300 ms.
//
// Tried, and not better as a whole: the 'select' of several expressions before that of one (30 ms, but a closure that gives nothing
// which can be selected then makes a selection of no values, and a projection does, too); that one with a first expression beside its
// pack, so that there is no such selection (`rows.map { $0.1 + 2 }` behind it does not compile); a result builder, which has the
// closure type-checked once (no, for the same reason); fewer functions called `otherwise` and `when` (two thirds of the time).
extension SpeedValues {
  func slow() -> [any CustomStringConvertible] {
    let states = Item.select {
      (
        SQL.when($0.dueAt == nil, then: "never").when($0.dueAt < now, then: "late").when($0.done, then: title)
          .otherwise($0.note ?? "open"), SQL.when($0.note != nil, then: 1).otherwise(0) * 2
      )
    }
    return [states]
  }
}
