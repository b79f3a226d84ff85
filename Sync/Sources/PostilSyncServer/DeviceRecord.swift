import PostilSyncModels

/// What the server knows of a device.
struct DeviceRecord: Sendable {
  /// The number of the last transaction that was processed, and its time by the device's clock.
  let processed: Int64
  let time: Int64
  /// The number of the last answer, and of the last one that the device has stored.
  let answer: Int64
  let received: Int64
  /// The number of the device's last load of all rows.
  let load: Int64

  static func read(_ device: String, in db: some ReadTransaction) throws -> DeviceRecord? {
    try RawSQL("SELECT processed, time, answer, received, load FROM postil_sync_device WHERE device = \(device)")
      .as(Int64.self, Int64.self, Int64.self, Int64.self, Int64.self).fetchOne(in: db)
      .map { DeviceRecord(processed: $0.0, time: $0.1, answer: $0.2, received: $0.3, load: $0.4) }
  }

  /// The record of a device. A new device is added. If the device loads all rows again, what was known of its rows is forgotten.
  /// - Throws: ``SyncRequestError/otherUser``
  static func open(
    _ request: SyncRequest, of owner: String, at time: Int64, _ tables: [SyncedTable], in db: some WriteTransaction
  ) throws -> DeviceRecord? {
    let device = request.device
    let user = try RawSQL("SELECT user_id FROM postil_sync_device WHERE device = \(device)").as(String.self)
      .fetchOne(in: db)
    if user == nil {
      try RawSQL(
        """
        INSERT INTO postil_sync_device (device, user_id, processed, time, answer, received, load, seen)
        VALUES (\(device), \(owner), 0, 0, 0, 0, 0, \(time))
        """
      ).execute(in: db)
    } else if user != owner {
      throw SyncRequestError.otherUser
    }
    let record = try read(device, in: db)
    guard let record, request.received == 0, request.load > record.load else { return record }
    for table in tables {
      try RawSQL("DELETE FROM \(identifier: table.knownName) WHERE device = \(device)").execute(in: db)
    }
    try RawSQL("UPDATE postil_sync_device SET load = \(request.load), received = 0 WHERE device = \(device)")
      .execute(in: db)
    return try read(device, in: db)
  }

  /// Whether the device has received other answers than the server knows of.
  func mustReset(for request: SyncRequest) -> Bool {
    request.load != load || request.received > answer || request.received < received
      || request.acknowledged > processed
  }

  /// Marks a transaction as processed.
  /// - Returns: `false` if it was processed before.
  static func begin(
    _ number: Int64, _ time: Int64, of device: String, in db: some WriteTransaction
  ) throws -> Bool {
    try RawSQL(
      """
      UPDATE postil_sync_device SET processed = \(number), time = \(time)
      WHERE device = \(device) AND processed < \(number)
      """
    ).execute(in: db) == 1
  }

  /// Takes the number of an answer.
  /// - Returns: `false` if another answer has it.
  static func take(
    _ number: Int64, of request: SyncRequest, at time: Int64, in db: some WriteTransaction
  ) throws -> Bool {
    try RawSQL(
      """
      UPDATE postil_sync_device SET answer = \(number), received = \(request.received), seen = \(time)
      WHERE device = \(request.device) AND answer = \(number - 1)
      """
    ).execute(in: db) == 1
  }
}
