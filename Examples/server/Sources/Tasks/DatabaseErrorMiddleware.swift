import Hummingbird
import Postil
import PostilPostgreSQL

/// Responds to the typed errors of Postil with HTTP statuses. They are the same on both engines.
struct DatabaseErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as RecordNotFound {
      throw HTTPError(.notFound, message: "\(error)")
    } catch let error as ConstraintViolation {
      if case .unique = error { throw HTTPError(.conflict, message: "\(error)") }
      throw HTTPError(.unprocessableContent, message: "\(error)")
    } catch let error where error is StoreOverload || error is TransactionConflict || error is ConnectionLost {
      // The reason is for the operator, not for the client.
      context.logger.error("\(error)")
      throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "the database is busy; try again")
    } catch let error where !(error is any HTTPResponseError) {
      context.logger.error("\(error)")
      throw HTTPError(.internalServerError)
    }
  }
}
