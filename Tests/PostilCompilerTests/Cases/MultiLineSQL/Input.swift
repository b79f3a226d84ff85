// @table
struct Item: Sendable {
  let id: ID
  // @check("""
  //   length(title) > 0
  //   AND lenght(title) < 200
  //   """)
  var title: String
}
