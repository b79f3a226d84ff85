import Postil

/// Something that the library sells.
// @table
// @trigger(
//   "AFTER UPDATE OF cents", when: "NEW.cents <> OLD.cents",
//   do: """
//     INSERT INTO price_change (ware_id, cents_before, changed_by) VALUES (NEW.id, OLD.cents, postil_context('user'));
//     UPDATE ware SET changes = changes + 1 WHERE id = NEW.id
//     """)
// @trigger("BEFORE DELETE", when: "OLD.changes > 0", do: "SELECT RAISE(ABORT, 'its price changed')", name: "ware_kept")
struct Ware: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var cents: Int64
  var changes = 0
}

/// What something cost before.
// @table
struct PriceChange: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var centsBefore: Int64
  var changedBy: String?

  // @references(inverse: priceChanges, onDelete: cascade)
  let wareID: Ware.ID
}
