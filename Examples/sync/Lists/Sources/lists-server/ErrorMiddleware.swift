import Hummingbird
import Postil
import PostilPostgreSQL
import PostilSyncServer

/// Responds to errors with HTTP statuses. A device sends its message again after any of them, so nothing is lost.
struct ErrorMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ListsContext, next: (Request, ListsContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as SyncRequestError {
      throw HTTPError(error.status, message: "\(error)")
    } catch ConstraintViolation.unique {
      throw HTTPError(.conflict, message: "somebody else has this name")
    } catch let error where error is StoreOverload || error is TransactionConflict || error is ConnectionLost {
      context.logger.error("\(error)")
      throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "the database is busy; try again")
    } catch let error where !(error is any HTTPResponseError) {
      // The reason is for the operator, not for the client.
      context.logger.error("\(error)")
      throw HTTPError(.internalServerError)
    }
  }
}

extension SyncRequestError {
  var status: HTTPResponse.Status {
    switch self {
    case .otherUser: .forbidden
    case .tooLarge: .contentTooLarge
    case .malformed: .badRequest
    }
  }
}
