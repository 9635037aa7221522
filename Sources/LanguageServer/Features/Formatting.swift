package import Fields
import Wire

// LSP 3.17, "Document Formatting Request" and "Document Range Formatting Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_formatting

extension Document {
  /// The edits that write the lists of people in a mail header as one would write them anew, in bytes of the document.
  ///
  /// - Parameters:
  ///   - range: the part of the text whose fields are meant; nil for all.
  ///   - isFixed: whether a field is not to be changed.
  /// - Returns: edits in order; none for a message that was received, and for any other text.
  func formatting(_ range: Range<Int>? = nil, unless isFixed: (Field) -> Bool) -> [Change] {
    guard isDraft else { return [] }
    return finding.fields.flatMap { field -> [Change] in
      guard field.grammar == .addressList, !field.nameRange.isEmpty, range.map(field.range.touches) ?? true,
        !isFixed(field)
      else { return [] }
      return EntryList(value(field), field.grammar, options(field, caret: nil)).formatting()
        .map { Change($0.range.shifted(by: field.valueRange.lowerBound), $0.text) }
    }
  }
}

extension Session {
  /// `textDocument/formatting`: all lists of people in the header of a draft.
  func formatting(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    return formatting(nil, in: document)
  }

  /// `textDocument/rangeFormatting`: those of the fields that a range touches.
  func rangeFormatting(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    return formatting(try range(params.member("range"), in: document.text), in: document)
  }

  private func formatting(_ range: Range<Int>?, in document: Document) -> JSON {
    guard !document.isDoubtful else { return [] }
    let changes = document.formatting(range) { field in
      let policy = policy(field, document)
      return policy.isReadOnly || !policy.fixed.isEmpty
    }
    var cursor = cursor(document.text)
    return .array(changes.map { json($0, &cursor) })
  }
}

extension Check {
  /// The edits that write the lists of people in the header of a draft as one would write them anew, in bytes of it.
  ///
  /// - Parameters: as of `init`.
  /// - Returns: changes in order and apart from each other; none for a message that was received.
  package static func formattingChanges(
    _ text: [UInt8], languageId: String, path: String, settings: Settings
  ) -> [Change] {
    Document(uri: path, languageId: languageId, version: 0, text: text, context: settings.readingContext)
      .formatting { settings.isReadOnly(field: $0.name) }
  }
}
