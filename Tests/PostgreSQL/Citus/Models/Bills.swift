// @table
// @distributed(by: customer)
// @index(number)
// @query(repeated(for customer: Int) -> Int: "SELECT count(*) FROM bill a JOIN bill b ON b.number = a.replaces WHERE a.customer = :customer")
struct Bill: Sendable {
  // @primaryKey
  let customer: Int
  // @primaryKey
  let number: Int
  var replaces: Int
}

// @table
// @distributed(by: customer)
// @query(chain(for customer: Int, from number: Int) -> Int: "WITH RECURSIVE x AS (SELECT customer, replaces FROM receipt WHERE customer = :customer AND number = :number UNION SELECT b.customer, b.replaces FROM receipt b JOIN x ON b.customer = x.customer AND b.number = x.replaces) SELECT count(*) FROM x")
struct Receipt: Sendable {
  // @primaryKey
  let customer: Int
  // @primaryKey
  let number: Int
  var replaces: Int
}

// @table
// @distributed(by: customer)
// @query(give(number: Int, of customer: Int, to other: Int): "UPDATE transfer SET customer = :other WHERE customer = :customer AND number = :number")
struct Transfer: Sendable {
  // @primaryKey
  let customer: Int
  // @primaryKey
  let number: Int
}
