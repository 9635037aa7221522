/// Why a request has no result: the error object of a JSON-RPC response.
///
/// [JSON-RPC 2.0, section 5.1](https://www.jsonrpc.org/specification#error_object) and
/// [LSP 3.17, ErrorCodes](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#errorCodes).
package struct ResponseError: Error, Equatable, Sendable {
  /// The number a program acts on.
  package var code: Int
  /// One sentence for a human.
  package var message: String
  /// More about the error, in a shape the method defines.
  package var data: JSON?

  /// An error of any code.
  package init(code: Int, message: String, data: JSON? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The body is no JSON (−32700).
  package static func parseError(_ message: String) -> ResponseError { ResponseError(code: -32700, message: message) }

  /// The JSON is no message, or one that is not allowed now (−32600).
  package static func invalidRequest(_ message: String) -> ResponseError {
    ResponseError(code: -32600, message: message)
  }

  /// No such request (−32601).
  package static func methodNotFound(_ message: String) -> ResponseError {
    ResponseError(code: -32601, message: message)
  }

  /// The parameters have another shape than the method asks for (−32602).
  package static func invalidParams(_ message: String) -> ResponseError {
    ResponseError(code: -32602, message: message)
  }

  /// A fault of the answering side (−32603).
  package static func internalError(_ message: String) -> ResponseError {
    ResponseError(code: -32603, message: message)
  }

  /// A request came before `initialize` (−32002).
  package static func serverNotInitialized(_ message: String) -> ResponseError {
    ResponseError(code: -32002, message: message)
  }

  /// The document changed, so that the answer would be stale (−32801).
  package static func contentModified(_ message: String) -> ResponseError {
    ResponseError(code: -32801, message: message)
  }

  /// The client cancelled the request (−32800).
  package static func requestCancelled(_ message: String) -> ResponseError {
    ResponseError(code: -32800, message: message)
  }

  /// The request was well formed and could not be met (−32803).
  package static func requestFailed(_ message: String) -> ResponseError {
    ResponseError(code: -32803, message: message)
  }
}
