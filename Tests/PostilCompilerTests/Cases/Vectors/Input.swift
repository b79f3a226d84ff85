typealias Embedding = [Float]

// @table
// @index(long, hnsw: cosine)
// @index(title, hnsw: cosine)
// @index(embedding, title, hnsw: cosine)
// @index(embedding.descending, hnsw: euclidean)
// @index(embedding, hnsw: angle)
// @unique(embedding, title)
struct Item: Sendable {
  let id: ID
  var title: String  // @vector(3)
  var embedding: [Float]  // @index(hnsw: innerProduct) @vector(3)
  var image: Embedding?  // @vector(16000)
  var long: [Float]  // @vector(2001)
  var box: Box  // @embedded
  var none: [Float]  // @vector(0)
  var huge: [Float]  // @vector(16001)
  var missing: [Float]  // @vector
  var several: [Float]  // @vector(3, 4)
  var text: [Float]  // @vector("3")
  var doubles: [Double]  // @vector(3)
  var optionals: [Float?]  // @vector(3)
  var set: Set<Float>  // @vector(3)
  var both: [Float]  // @vector(3) @json
  var packed: [Float]  // @vector(3) @store(as: packed)
  var unique: [Float]  // @vector(3) @unique
  var plain: [Float]  // @vector(3) @index
}

struct Box: Sendable {
  var corner: [Float]  // @vector(3) @index(hnsw: cosine)
}

// @table
struct Key: Sendable {
  let embedding: [Float]  // @primaryKey @vector(3)
}

// @table(sql: "CREATE TABLE old (id INTEGER PRIMARY KEY, embedding TEXT)")
struct Old: Sendable {
  let id: ID
  var embedding: [Float]?  // @vector(3)
}

// @view("SELECT id, embedding FROM item")
struct Embedded: Sendable {
  var id: Item.ID
  var embedding: [Float]  // @vector(3)
}
