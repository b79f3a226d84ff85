/// `@sync` and `@merge`.
extension Message {
  static func syncedKey(_ property: String, model: String) -> String {
    "'\(model)' is '@sync', and a device can't create keys that the database assigns; write 'let \(property): UUID', for which a "
      + "migration gives the rows new keys"
  }

  static func syncedSingleton(_ model: String) -> String {
    "'\(model)' is '@sync' and '@singleton', and each device would create a row with the key 1; remove one of the two"
  }

  static func syncedInCondition(_ model: String) -> String {
    "'\(model)' is '@sync' inside '#if', and devices would sync different tables; move it out of the '#if', or remove '@sync'"
  }

  static func unsyncedReference(_ reference: String, target: String, model: String) -> String {
    "'\(reference)' references '\(target)', whose rows aren't synced, so that other devices couldn't insert the rows of '\(model)'; "
      + "write '// @sync' above '\(target)', or 'enforced: false' if the row can be missing"
  }

  static func mergeWithoutSync(_ property: String, model: String) -> String {
    "'\(property)' has '@merge', but the rows of '\(model)' aren't synced; write '// @sync' above the struct, or remove it"
  }

  static func mergeType(_ property: String, _ type: String, _ rule: String) -> String {
    switch rule {
    case "sum":
      "'sum' adds what each device added, and '\(property)' is \(type); write 'Int', 'Double', 'Decimal' or 'Duration' "
        + "without '?', or another rule"
    case "members":
      "'members' merges the members of a JSON object, and '\(property)' is \(type); write '@json' with a struct or a dictionary "
        + "whose keys are 'String' or 'Int', or another rule"
    default:
      "'\(rule)' compares numbers, dates or texts, and '\(property)' is \(type); write another rule, or remove '@merge'"
    }
  }
}
