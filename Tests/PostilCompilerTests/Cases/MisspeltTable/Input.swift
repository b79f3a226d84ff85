// @tabel
struct Item: Sendable {
  let id: ID
}
