/// Something that compiles and is likely not meant.
struct Finding {
  var code: LintCode
  var message: String
  var place: SourcePlace
  /// The struct that it is about, by its name.
  var model: String
  /// The property that it is about, `nil` where it is the struct.
  var property: String?
  var notes: [(message: String, place: SourcePlace)] = []
  /// Whether what the message advises changes the schema.
  var changesSchema = true
}
