/// The rules that an evaluation follows; each can be broken, to see that the comparison with SQLite notices.
struct Rules {
  /// `NULL` comes before every value.
  var putsNullFirst = true
  /// A condition that SQL leaves undecided because of `NULL` is false, so its negation is true.
  var takesUndecidedAsFalse = true
  /// `!=` is true of `nil` and a value.
  var tellsNilFromValues = true
  /// `LIKE` takes the letters of ASCII alike in both cases.
  var foldsCaseInLike = true
  /// A quotient of integers loses its fraction.
  var truncatesQuotients = true
  /// A sum that 64 bits have no room for is a floating-point number.
  var widensOverflow = true
  /// `all` is false where the condition is neither true nor false of a member.
  var asksAllForTruth = true
  /// A mean leaves `NULL` out.
  var skipsNullInMeans = true
  /// A row without a partner stays in a left join.
  var keepsLonelyRows = true
  /// `UNION` returns each row once.
  var unitesRows = true
  /// A limit comes behind the offset.
  var skipsOffset = true
  /// `notIn` is true of `nil`.
  var takesNilInNotIn = true

  /// Every rule broken, one at a time.
  static var broken: [(name: String, rules: Rules)] {
    func breaking(_ name: String, _ change: (inout Rules) -> Void) -> (String, Rules) {
      var rules = Rules()
      change(&rules)
      return (name, rules)
    }
    return [
      breaking("NULL first") { $0.putsNullFirst = false },
      breaking("NOT NULL") { $0.takesUndecidedAsFalse = false },
      breaking("nil != value") { $0.tellsNilFromValues = false },
      breaking("LIKE") { $0.foldsCaseInLike = false },
      breaking("quotients") { $0.truncatesQuotients = false },
      breaking("overflow") { $0.widensOverflow = false },
      breaking("all") { $0.asksAllForTruth = false },
      breaking("means") { $0.skipsNullInMeans = false },
      breaking("left joins") { $0.keepsLonelyRows = false },
      breaking("UNION") { $0.unitesRows = false },
      breaking("OFFSET") { $0.skipsOffset = false },
      breaking("notIn") { $0.takesNilInNotIn = false },
    ]
  }
}
