import Foundation
import PostilSyncModels
import Testing

/// The texts of JSON objects, and how they are compared and changed.
@Suite struct JSONObjectTests {
  private func changed(_ old: String, _ new: String) -> SyncMembers? {
    SyncMembers(from: .text(old), to: .text(new))
  }

  private func applied(_ changes: SyncMembers, to text: String) throws -> String {
    var object = try #require(JSONObject(.text(text)))
    object.apply(changes)
    return object.text
  }

  @Test func members() throws {
    let changes = changed(#"{"a":1,"b":{"x":[1,2]},"c":"}"}"#, #"{"b":{"x":[1,3]},"c":"}","d":null}"#)
    #expect(changes == SyncMembers(set: ["b": #"{"x":[1,3]}"#, "d": "null"], removed: ["a"]))
    #expect(
      try applied(try #require(changes), to: #"{ "a" : 0, "c" : 0, "e" : 12345678901234567890.10 }"#)
        == #"{"b":{"x":[1,3]},"c":0,"d":null,"e":12345678901234567890.10}"#)
    #expect(try applied(SyncMembers(removed: ["a"]), to: #"{"a":1}"#) == "{}")
    #expect(try applied(SyncMembers(set: ["\"\\\n": "1"]), to: "{}") == #"{"\"\\\u000a":1}"#)
  }

  /// A name is the same with and without escapes; the text of a member stays as it is.
  @Test func escapes() throws {
    let changes = SyncMembers(set: ["é": "2"])
    #expect(try applied(changes, to: #"{"\u00e9":1,"z":"\u00e9\/"}"#) == #"{"\u00e9":2,"z":"\u00e9\/"}"#)
    #expect(changed(#"{"\ud83d\ude00":1}"#, #"{"😀":2}"#) == SyncMembers(set: ["😀": "2"]))
  }

  /// What PostgreSQL writes in another way isn't a change.
  @Test(arguments: [
    (#"{"a":{"long":1,"b":[1,"é"]}}"#, #"{"a": {"b": [1, "\u00e9"], "long": 1}}"#),
    (#"{"a":1e3}"#, #"{"a": 1000}"#), (#"{"a":-0.50}"#, #"{"a":-5E-1}"#), (#"{"a":0}"#, #"{"a":0.00}"#),
    (#"{"a":[]}"#, #"{"a": [ ]}"#),
  ])
  func equalValues(_ left: String, _ right: String) {
    #expect(changed(left, right)?.isEmpty == true)
  }

  @Test(arguments: [
    (#"{"a":12345678901234567890}"#, #"{"a":12345678901234567891}"#), (#"{"a":1}"#, #"{"a":"1"}"#),
    (#"{"a":1}"#, #"{"a":-1}"#), (#"{"a":10}"#, #"{"a":1}"#), (#"{"a":0.1}"#, #"{"a":0.01}"#),
    (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#), (#"{"a":true}"#, #"{"a":false}"#), (#"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#),
    (#"{"a":{"b":1,"b":2}}"#, #"{"a":{"b":1,"b":3}}"#), (#"{"a":"\ud800"}"#, #"{"a":"\ud801"}"#),
  ])
  func differentValues(_ left: String, _ right: String) {
    #expect(changed(left, right)?.set.keys.sorted() == ["a"])
  }

  /// What isn't an object, or one with each name once, is a value as a whole.
  @Test(arguments: [
    "", "[]", "null", "{", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a":1} {"#, #"{"a"}"#, #"{"a":1,}"#, "{1:2}",
    #"{"\ud800":1}"#, #"{"a":}"#, "{\"a\":\"}", #"{"a":[}"#,
  ])
  func otherTexts(_ text: String) {
    #expect(JSONObject(.text(text)) == nil && changed("{}", text) == nil && changed(text, "{}") == nil)
  }

  /// A text that isn't one value can't be put into an object.
  @Test func values() {
    for text in ["1", " {\"a\":1} ", "\"a\"", "[[],{}]", "null"] { #expect(JSONScanner.isValue(text), "\(text)") }
    for text in ["", "1,2", "1 2", "1,\"b\":2", "}", "[", "\"", ":"] { #expect(!JSONScanner.isValue(text), "\(text)") }
  }
}
