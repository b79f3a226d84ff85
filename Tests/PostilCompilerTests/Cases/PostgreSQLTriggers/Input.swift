import Postil

// @table
// @trigger("AFTER UPDATE", do: "UPDATE item SET number = 1 WHERE id = NEW.id")
// @trigger("AFTER INSERT", do: "INSERT OR IGNORE INTO item (name) VALUES ('a')")
// @trigger("AFTER DELETE", do: "SELECT 1; SELECT RAISE(ROLLBACK, 'no'); SELECT RAISE(IGNORE)")
// @trigger("AFTER DELETE", when: "OLD.name = 1", do: "REPLACE INTO item (id) VALUES (1)")
// @trigger("AFTER INSERT", do: "DELETE FROM other WHERE number = 1", name: "there")
// @trigger("BEFORE UPDATE", when: "NEW.double > 2", do: "UPDATE other SET number = (SELECT 1 FROM item) FROM item AS i")
// @trigger("BEFORE INSERT", do: "INSERT INTO other (number) VALUES (1) ON CONFLICT (number) WHERE number > 0 DO NOTHING")
struct Item: Sendable {
  let id: ID
  var name: String
  var number: Int
  let double: Int  // @generated("number * 2")
}

// @table
// @unique(number, where: "number > 0")
// @trigger("AFTER DELETE", do: "INSERT INTO item (name, number) VALUES ('back', 1)", name: "back")
struct Other: Sendable {
  let id: ID
  var number: Int
}
