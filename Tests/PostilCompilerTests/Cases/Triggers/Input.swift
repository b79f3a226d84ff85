// @table
// @trigger("AFTER", do: "DELETE FROM log")
// @trigger("INSTEAD OF UPDATE", do: "DELETE FROM log")
// @trigger("AFTER INSERT OF title", do: "DELETE FROM log")
// @trigger("AFTER UPDATE OF titel", do: "DELETE FROM log")
// @trigger("AFTER UPDATE OF madeAt", do: "DELETE FROM log")
// @trigger("AFTER DELETE", do: "DROP TABLE item")
// @trigger("AFTER DELETE", do: "DELETE FROM log; END; DROP TABLE item; SELECT 1")
// @trigger("AFTER DELETE", do: "")
// @trigger("AFTER DELETE", do: "DELETE FROM log WHERE id = ?1")
// @trigger("AFTER DELETE", do: "DELETE FROM log -- all")
// @trigger("AFTER DELETE", do: "DELETE FROM log", name: "item")
// @trigger("AFTER DELETE")
// @trigger("AFTER UPDATE OF initial", do: "DELETE FROM log")
// @trigger("AFTER UPDATE OF made_at", do: "WITH t AS (SELECT 1) DELETE FROM log")
struct Item: Sendable {
  let id: ID
  var title: String
  var madeAt: String
  var initial: String  // @generated("substr(title, 1, 1)")
}
