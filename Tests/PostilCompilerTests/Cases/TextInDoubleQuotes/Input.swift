// @table
struct Item: Sendable {
  let id: ID
  var kind: String  // @check(#"kind <> "none""#)
  var other: String  // @check(#""othr" <> ''"#) @default(sql: #""x""#)
}
