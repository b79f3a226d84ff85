import Postil
import Todo

/// What a person types: `add Groceries Milk, Bread`.
enum Command {
  case show
  case new(list: String)
  case add(list: String, things: [String])
  case done(list: String, thing: String)
  case remove(list: String, thing: String)
  case top(list: String, thing: String)
  case share(list: String, user: String)
  case dismiss

  static let usage = """
    show                     prints the lists
    new LIST                 creates a list; its name is one word
    add LIST THING, THING…   adds things; of those that are on the list, one more
    done LIST THING          checks a thing off
    remove LIST THING        deletes a thing
    top LIST THING           moves a thing to the top
    share LIST NAME          gives the list to another user
    dismiss                  forgets what the server refused
    """

  init(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first, words.count) {
    case ("show", 1): self = .show
    case ("new", 2): self = .new(list: words[1])
    case ("add", 3):
      let things = words[2].split(separator: ",").map { $0.drop { $0 == " " } }
      self = .add(list: words[1], things: things.map(String.init))
    case ("done", 3): self = .done(list: words[1], thing: words[2])
    case ("remove", 3): self = .remove(list: words[1], thing: words[2])
    case ("top", 3): self = .top(list: words[1], thing: words[2])
    case ("share", 3): self = .share(list: words[1], user: words[2])
    case ("dismiss", 1): self = .dismiss
    default: throw Misuse(description: "unknown command '\(line)'; the commands are:\n\(Self.usage)")
    }
  }

  func run(for user: User.ID, in db: some WriteTransaction) throws {
    switch self {
    case .show, .dismiss: break
    case .new(let title):
      guard try !TodoList.where({ $0.title == title }).exists(in: db) else { return }
      let list = try TodoList.Draft(title: title).insert(in: db)
      try TodoList.addToMembers(user, of: list.id, in: db)
    case .add(let title, let things):
      let list = try find(title, in: db)
      for thing in things {
        if var item = try list.items.where({ $0.text == thing }).fetchOne(in: db) {
          item.amount += 1
          try item.update(in: db)
        } else {
          try Item.Draft(listID: list.id, text: thing).insert(in: db)
        }
      }
    case .done(let title, let thing):
      var item = try find(thing, on: find(title, in: db), in: db)
      item.isDone = true
      try item.update(in: db)
    case .remove(let title, let thing):
      try find(thing, on: find(title, in: db), in: db).delete(in: db)
    case .top(let title, let thing):
      let list = try find(title, in: db)
      try list.insertIntoItems(find(thing, on: list, in: db), at: 0, in: db)
    case .share(let title, let name):
      guard let other = try User.where({ $0.name == name }).fetchOne(in: db) else {
        throw Misuse(description: "there is no user '\(name)'")
      }
      try find(title, in: db).addToMembers(other, in: db)
    }
  }

  private func find(_ title: String, in db: some ReadTransaction) throws -> TodoList {
    guard let list = try TodoList.where({ $0.title == title }).fetchOne(in: db) else {
      throw Misuse(description: "there is no list '\(title)'")
    }
    return list
  }

  private func find(_ thing: String, on list: TodoList, in db: some ReadTransaction) throws -> Item {
    guard let item = try list.items.where({ $0.text == thing }).fetchOne(in: db) else {
      throw Misuse(description: "there is no '\(thing)' on the list '\(list.title)'")
    }
    return item
  }
}

/// What a person typed isn't possible.
struct Misuse: Error, CustomStringConvertible {
  let description: String
}
