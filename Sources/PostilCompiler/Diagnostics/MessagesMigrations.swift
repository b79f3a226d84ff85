extension Message {
  static func migrationName(_ file: String, suggestion: String) -> String {
    "'\(file)' is no name of a migration, which is the time in UTC in 14 digits, '_' and what it does in lowercase "
      + "letters, digits and '_'; call it '\(suggestion)', or let 'postil migrate new' name it"
  }

  static func undoOfNothing(_ file: String, migration: String) -> String {
    "'\(file)' undoes no migration: there is no '\(migration).sql' beside it; remove it, or bring the other back"
  }

  static let migrationIsNoText = "this file is no text in UTF-8; save it as UTF-8, without zero bytes"

  static func unreadableMigration(reason: String) -> String {
    "\(reason); make it readable, for it is built into the program"
  }

  static func migrationsWithoutModels(target: String) -> String {
    "'\(target)' has migrations and no model that they could be for; put '// @table' above a struct, or move the files "
      + "to the target of the models"
  }
}
