extension Message {
  static func migrationName(_ file: String, suggestion: String) -> String {
    "invalid migration file name '\(file)'; a name is the UTC time in 14 digits, '_', and a description in lowercase letters, "
      + "digits and '_'; rename it to '\(suggestion)', or create migrations with 'postil migrate new'"
  }

  static func undoOfNothing(_ file: String, migration: String) -> String {
    "'\(file)' has no matching migration, because '\(migration).sql' is missing; remove it, or restore '\(migration).sql'"
  }

  static let migrationIsNoText = "this file isn't valid UTF-8 text; save it as UTF-8, without zero bytes"

  static func unreadableMigration(reason: String) -> String {
    "\(reason); make it readable, because it is built into the program"
  }

  static func migrationsWithoutModels(target: String) -> String {
    "'\(target)' has migrations but no models; put '// @table' above a struct, or move the files to the target that contains "
      + "the models"
  }
}
