import Postil
import SwiftData
import SwiftUI

/// A file that imports SwiftData too, as Docs/FromSwiftData.md describes: the module chooses between the types of the same name.
enum BesideSwiftData {
  static var reminders: Postil.Query<Reminder> { Reminder.order { $0.title } }

  static func title<M: Postil.Model>(of model: M.Type) -> String { model.table.name }
}
