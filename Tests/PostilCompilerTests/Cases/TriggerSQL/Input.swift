// @table
// @trigger("AFTER INSERT", when: "NEW.titel <> ''", do: "DELETE FROM log")
// @trigger("AFTER INSERT", when: "OLD.title <> ''", do: "DELETE FROM log")
// @trigger("AFTER INSERT", when: "NEW.title <>", do: "DELETE FROM log")
// @trigger("AFTER INSERT", do: "INSERT INTO logs (text) VALUES (NEW.title)")
// @trigger("AFTER INSERT", do: "INSERT INTO log (txt) VALUES (NEW.title)")
// @trigger("AFTER DELETE", do: "INSERT INTO log (text) VALUES (NEW.title)")
// @trigger("AFTER UPDATE OF title", do: "UPDATE log SET text = NEW.madeAt WHERE id = 1; DELETE FROM lg")
// @trigger("AFTER UPDATE", do: "SELECT lenght(NEW.title)")
// @trigger("AFTER UPDATE", do: "UPDATE log SET text = \"hello\"")
// @trigger("AFTER DELETE", do: "DELETE FROM log WHERE")
// @trigger("AFTER DELETE", do: "INSERT INTO log (text) SELECT 'x' WHERE 'titles' <> titles")
// @trigger(
//   "AFTER UPDATE",
//   do: """
//     DELETE FROM log WHERE text = OLD.title;
//     DELETE FROM log WHERE text == = OLD.title
//     """)
struct Item: Sendable {
  let id: ID
  var title: String
  var madeAt: String
}

// @table
struct Log: Sendable {
  let id: ID
  var text: String
}
