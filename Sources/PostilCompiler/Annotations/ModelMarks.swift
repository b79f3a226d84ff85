/// The marks that make a struct a model, in a `//` comment above it. The plugins use this file too.
enum ModelMarks {
  static let all = ["@table", "@view(", "@projection"]
}
