// @table
struct Item: Sendable {
  let id: ID
}

// @view("SELECT id FROM second")
struct First: Sendable { var id: Item.ID }

// @view("SELECT id FROM third")
struct Second: Sendable { var id: Item.ID }

// @view("SELECT id FROM first UNION SELECT id FROM item")
struct Third: Sendable { var id: Item.ID }

// @view("SELECT id FROM itself")
struct Itself: Sendable { var id: Item.ID }
