/// The version of the tools and of the runtime that their code calls: both must be of the same one.
///
/// The plugin that runs an installed `postilc` compiles this file too, by a symbolic link.
public enum PostilVersion {
  /// By semantic versioning, such as `1.2.3`.
  public static let current = "0.1.0"
}
