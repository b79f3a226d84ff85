/// Names from earlier naming rules, in files older than the program.
package enum FormerName {
  /// What to do about a table or column with such a name.
  package static func advice(_ what: String, _ former: String, now: String) -> String {
    "\(what) '\(former)' is called '\(now)' by the program: keep the name with '@\(what)(\"\(former)\")', or rename it by a migration "
      + "('postil ddl PATH --from FILE' prints one)"
  }
}
