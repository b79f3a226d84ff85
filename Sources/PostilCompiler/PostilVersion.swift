/// The version of the tools and of the runtime that generated code calls. Both must have the same version.
///
/// The plugin that runs an installed `postilc` also compiles this file, through a symbolic link.
public enum PostilVersion {
  /// A semantic version, such as `1.2.3`.
  public static let current = "0.1.0"
}
