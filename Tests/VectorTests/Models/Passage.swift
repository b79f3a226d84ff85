import Postil

/// A text and its embedding, and that of its image.
// @table
// @index(embedding, hnsw: cosine)
struct Passage: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String  // @unique
  var embedding: [Float]  // @vector(3)
  var image: [Float]?  // @vector(2) @index(hnsw: manhattan)
}

/// A name of the type that a vector has.
typealias Embedding = [Float]

/// A vector with several indexes.
// @table
// @index(numbers, hnsw: innerProduct)
// @check("json_array_length(numbers) > 2")
struct Signal: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var numbers: Embedding  // @index(hnsw: euclidean) @vector(3)
  let count: Int  // @generated("json_array_length(numbers)", stored)
  let first: Double?  // @generated("json_extract(numbers, '$[0]')", stored)
}
