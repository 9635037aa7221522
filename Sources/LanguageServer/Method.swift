/// Every request that a client may send; the raw value is the method's name on the wire.
package enum RequestMethod: String, CaseIterable, Sendable {
  case initialize
  case shutdown
  case completion = "textDocument/completion"
  case completionResolve = "completionItem/resolve"
  case diagnostic = "textDocument/diagnostic"
  case hover = "textDocument/hover"
  case documentSymbol = "textDocument/documentSymbol"
  case semanticTokensFull = "textDocument/semanticTokens/full"
  case semanticTokensDelta = "textDocument/semanticTokens/full/delta"
  case semanticTokensRange = "textDocument/semanticTokens/range"
  case fields = "tokenField/fields"
  case tokenize = "tokenField/tokenize"
}

/// Every notification that a client may send and that is acted on.
package enum NotificationMethod: String, CaseIterable, Sendable {
  case initialized
  case exit
  case cancelRequest = "$/cancelRequest"
  case setTrace = "$/setTrace"
  case didOpen = "textDocument/didOpen"
  case didChange = "textDocument/didChange"
  case didClose = "textDocument/didClose"
  case didSave = "textDocument/didSave"
  case didChangeConfiguration = "workspace/didChangeConfiguration"
}

/// Every request that the server sends, and only to clients that announced that they take it.
package enum AskedMethod: String, CaseIterable, Sendable {
  case diagnosticRefresh = "workspace/diagnostic/refresh"
  case semanticTokensRefresh = "workspace/semanticTokens/refresh"
}

/// Every notification that the server sends.
package enum PushMethod: String, CaseIterable, Sendable {
  case publishDiagnostics = "textDocument/publishDiagnostics"
  case logTrace = "$/logTrace"
}
