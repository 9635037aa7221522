/// Every request that a client may send; the raw value is the method's name on the wire.
package enum RequestMethod: String, CaseIterable, Sendable {
  case initialize
  case shutdown
  case completion = "textDocument/completion"
  case completionResolve = "completionItem/resolve"
  case diagnostic = "textDocument/diagnostic"
  case hover = "textDocument/hover"
  case documentSymbol = "textDocument/documentSymbol"
  case codeAction = "textDocument/codeAction"
  case semanticTokensFull = "textDocument/semanticTokens/full"
  case semanticTokensDelta = "textDocument/semanticTokens/full/delta"
  case semanticTokensRange = "textDocument/semanticTokens/range"
  case formatting = "textDocument/formatting"
  case rangeFormatting = "textDocument/rangeFormatting"
  case foldingRange = "textDocument/foldingRange"
  case selectionRange = "textDocument/selectionRange"
  case documentHighlight = "textDocument/documentHighlight"
  case references = "textDocument/references"
  case prepareRename = "textDocument/prepareRename"
  case rename = "textDocument/rename"
  case workspaceSymbol = "workspace/symbol"
  case inlayHint = "textDocument/inlayHint"
  case inlayHintResolve = "inlayHint/resolve"
  case fields = "tokenField/fields"
  case tokenize = "tokenField/tokenize"
  case state = "tokenField/state"
  case key = "tokenField/key"
  case select = "tokenField/select"
  case unselect = "tokenField/unselect"
  case commit = "tokenField/commit"
  case cancel = "tokenField/cancel"
  case add = "tokenField/add"
  case remove = "tokenField/remove"
  case replace = "tokenField/replace"
  case edit = "tokenField/edit"
  case set = "tokenField/set"
  case clear = "tokenField/clear"
  case move = "tokenField/move"
  case copy = "tokenField/copy"
  case cut = "tokenField/cut"
  case paste = "tokenField/paste"
  case sort = "tokenField/sort"
  case unique = "tokenField/unique"
  case convert = "tokenField/convert"
  case expand = "tokenField/expand"
  case accept = "tokenField/accept"
  case navigate = "tokenField/navigate"
  case check = "tokenField/check"
  case layout = "tokenField/layout"
  case collapse = "tokenField/collapse"
  case setFieldState = "tokenField/setFieldState"
  case chips = "tokenField/chips"
  case why = "tokenField/why"
  case pin = "tokenField/pin"
  case never = "tokenField/never"
  case forget = "tokenField/forget"
  case remember = "tokenField/remember"
  case executeCommand = "workspace/executeCommand"

  /// The requests whose answer is an outcome; each is also a command for clients that know only LSP.
  package static let acting: [RequestMethod] = [
    .key, .select, .unselect, .commit, .cancel, .add, .remove, .replace, .edit, .set, .clear, .move, .copy, .cut,
    .paste, .sort, .unique, .convert, .expand, .accept, .navigate,
  ]
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
  case didChangeWatchedFiles = "workspace/didChangeWatchedFiles"
  case cancelProgress = "window/workDoneProgress/cancel"
  case didMoveCaret = "tokenField/didMoveCaret"
  case didFocus = "tokenField/didFocus"
  case didBlur = "tokenField/didBlur"
}

/// Every request that the server sends, and only to clients that announced that they take it.
package enum AskedMethod: String, CaseIterable, Sendable {
  case diagnosticRefresh = "workspace/diagnostic/refresh"
  case semanticTokensRefresh = "workspace/semanticTokens/refresh"
  case applyEdit = "workspace/applyEdit"
  case registerCapability = "client/registerCapability"
  case createProgress = "window/workDoneProgress/create"
}

/// Every notification that the server sends.
package enum PushMethod: String, CaseIterable, Sendable {
  case publishDiagnostics = "textDocument/publishDiagnostics"
  case logTrace = "$/logTrace"
  case showMessage = "window/showMessage"
  case progress = "$/progress"
  case publishChips = "tokenField/publishChips"
  case event = "tokenField/event"
  case suggestions = "tokenField/suggestions"
}
