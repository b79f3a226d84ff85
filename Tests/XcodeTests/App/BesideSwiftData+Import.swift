import Postil
import SwiftData
import SwiftUI

import struct Postil.Query

/// The import of a type chooses between the types of the same name, too.
extension BesideSwiftData {
  static var allReminders: Query<Reminder> { Reminder.all }
}
