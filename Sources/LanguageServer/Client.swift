import Fields
import Wire

/// What a client said of itself in `initialize`.
struct Client: Equatable, Sendable {
  /// The first encoding of the client's list that is known here; UTF-16 when it lists none.
  var encoding = PositionEncoding.utf16
  /// Whether it asks for diagnostics itself, so that none are pushed to it.
  var pullsDiagnostics = false
  /// Whether it can be told to ask for diagnostics again.
  var refreshesDiagnostics = false
  /// Whether it shows how far slow work has come.
  var showsProgress = false
  /// Whether it can be told to ask for semantic tokens again.
  var refreshesSemanticTokens = false
  /// Whether it can be asked to tell of files that change.
  var watchesFiles = false
  /// Whether it can be asked to make an edit.
  var appliesEdits = false
  /// Whether such an edit may name the version that it is meant for.
  var takesDocumentChanges = false
  /// Whether an edit may say what it is for, and ask for a confirmation; only within document changes.
  var takesAnnotations = false
  /// Whether an edit may rename files; only within document changes.
  var renamesFiles = false
  /// Whether it asks what would be renamed before it asks for a new name.
  var preparesRename = false
  /// Whether a completion item may hold `$0`.
  var takesSnippets = false
  /// Whether a completion item may say more beside its label.
  var takesLabelDetails = false
  /// Whether documentation may be Markdown.
  var takesMarkdown = false
  /// Whether document symbols may be nested; a client that says nothing about symbols at all gets them nested.
  var nestsSymbols = true
  /// Whether a code action may be more than a command.
  var takesCodeActions = false
  /// Whether a diagnostic may point to other places.
  var takesRelatedInformation = false
  /// Whether a diagnostic may be marked as unnecessary.
  var takesTags = false
  /// Whether it draws chips and takes events: the pushes of this project.
  var drawsChips = false
  /// Whether it folds whole lines only.
  var foldsLinesOnly = false
  /// How many folds of a document it takes at most; nil for any number.
  var foldingLimit: Int?
  /// Whether a fold may say what is shown in its place.
  var takesFoldedText = false
  /// Whether it shows text from right to left as such, so that arrow keys mean places on the screen.
  var isBidirectional = false
  /// The paths of the folders that it has open.
  var roots: [String] = []
  /// The process to be watched, if the client named one.
  var process: Int?

  /// Reads the parameters of `initialize`; whatever is absent or ill typed is taken as not announced.
  init(_ params: JSON?) {
    let capabilities = params?["capabilities"]
    let document = capabilities?["textDocument"]
    if case .array(let names) = capabilities?["general"]?["positionEncodings"] {
      for case .string(let name) in names {
        guard let known = PositionEncoding(rawValue: name) else { continue }
        encoding = known
        break
      }
    }
    pullsDiagnostics = Self.isObject(document?["diagnostic"])
    let workspace = capabilities?["workspace"]
    showsProgress = capabilities?["window"]?["workDoneProgress"] == .bool(true)
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"] == .bool(true)
    refreshesSemanticTokens = workspace?["semanticTokens"]?["refreshSupport"] == .bool(true)
    watchesFiles = workspace?["didChangeWatchedFiles"]?["dynamicRegistration"] == .bool(true)
    appliesEdits = workspace?["applyEdit"] == .bool(true)
    takesDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"] == .bool(true)
    takesAnnotations =
      takesDocumentChanges && Self.isObject(workspace?["workspaceEdit"]?["changeAnnotationSupport"])
    if takesDocumentChanges, case .array(let kinds) = workspace?["workspaceEdit"]?["resourceOperations"] {
      renamesFiles = kinds.contains(.string("rename"))
    }
    preparesRename = document?["rename"]?["prepareSupport"] == .bool(true)
    let item = document?["completion"]?["completionItem"]
    takesSnippets = item?["snippetSupport"] == .bool(true)
    takesLabelDetails = item?["labelDetailsSupport"] == .bool(true)
    if case .array(let formats) = document?["hover"]?["contentFormat"] {
      takesMarkdown = formats.contains(.string("markdown"))
    }
    if let symbols = document?["documentSymbol"], symbols != .null {
      nestsSymbols = symbols["hierarchicalDocumentSymbolSupport"] == .bool(true)
    }
    takesCodeActions = Self.isObject(document?["codeAction"]?["codeActionLiteralSupport"])
    let diagnostics = document?["publishDiagnostics"]
    takesRelatedInformation = diagnostics?["relatedInformation"] == .bool(true)
    takesTags = Self.isObject(diagnostics?["tagSupport"])
    let own = capabilities?["experimental"]?["tokenField"]
    drawsChips = Self.isObject(own) || own == .bool(true)
    let folding = document?["foldingRange"]
    foldsLinesOnly = folding?["lineFoldingOnly"] == .bool(true)
    if case .integer(let limit) = folding?["rangeLimit"], limit >= 0 { foldingLimit = limit }
    takesFoldedText = folding?["foldingRange"]?["collapsedText"] == .bool(true)
    if case .array(let folders) = params?["workspaceFolders"] {
      roots = folders.compactMap { $0["uri"]?.string.flatMap(FilePath.of(uri:)) }
    } else if let root = params?["rootUri"]?.string.flatMap(FilePath.of(uri:)) {
      roots = [root]
    }
    isBidirectional = own?["bidi"] == .bool(true)
    if case .integer(let id) = params?["processId"], id > 0 { process = id }
  }

  private static func isObject(_ value: JSON?) -> Bool {
    if case .object = value { true } else { false }
  }
}
