import Fields
import Wire

/// `tokenField/layout` and `tokenField/collapse`: how a field is drawn in cells of a terminal (Protocol/README.md).
///
/// They look and never edit.
extension Session {
  /// `tokenField/layout`: the fields as rows of tokens with a place to type.
  func layout(_ params: Reader) throws(ResponseError) -> JSON {
    var space = LayoutSpace(width: try Self.cells(params.member("width"), from: 1))
    func number(_ key: String, from least: Int, _ standard: Int) throws(ResponseError) -> Int {
      guard let reader = params.optional(key) else { return standard }
      return try Self.cells(reader, from: least)
    }
    space.accessory = try number("accessory", from: 0, space.accessory)
    space.padding = try number("padding", from: 0, space.padding)
    space.gap = try number("gap", from: 0, space.gap)
    space.minInputCells = try number("minInputCells", from: 1, space.minInputCells)
    space.tab = try number("tab", from: 1, space.tab)
    if let reader = params.optional("maxRows") { space.maxRows = try Self.cells(reader, from: 1) }
    let isLabelled = try params.optional("label")?.bool() ?? false
    guard let document = try document(params) else { return [] }
    var cursor = cursor(document.text)
    return .array(
      try drawn(params, document).map { index, editor in
        let field = document.finding.fields[index]
        let label = document.editing.fieldStates[field.name]?.title ?? settings.field(field.name).label(field)
        space.label = isLabelled && !label.isEmpty ? "\(label):" : ""
        let pieces = editor.pieces
        let invalid = pieces.pieces.indices.filter { Self.isInvalid(pieces.pieces[$0].entry, of: editor.list) }
        let layout = FieldLayout(pieces, invalid: Set(invalid), in: space)
        let rows = layout.rows.map { row in
          JSON.array(row.map { json($0, pieces.pieces, editor.list, field, &cursor) })
        }
        var members = place(index, field, editor)
        members += [
          JSON.Member(key: "label", value: .string(layout.label)), JSON.Member(key: "rows", value: .array(rows)),
          JSON.Member(key: "top", value: .integer(layout.top)),
          JSON.Member(key: "height", value: .integer(layout.height)),
          JSON.Member(key: "draft", value: layout.draft.map(Self.json) ?? JSON.null),
          JSON.Member(key: "hidden", value: .integer(layout.hidden)),
          JSON.Member(key: "counter", value: Self.json(layout.counter)),
          JSON.Member(key: "placeholder", value: placeholder(field, pieces).map { .string($0) } ?? JSON.null),
        ]
        return .object(members)
      })
  }

  /// `tokenField/collapse`: the fields on one row each.
  func collapse(_ params: Reader) throws(ResponseError) -> JSON {
    var style = CollapsedField.Style(width: try Self.cells(params.member("width"), from: 1))
    if let reader = params.optional("format") {
      guard let form = HiddenCounter.Form(rawValue: try reader.string()) else {
        throw reader.expected("one of " + HiddenCounter.Form.allCases.map(\.rawValue).joined(separator: ", "))
      }
      style.form = form
    }
    style.joiner = try params.optional("joiner")?.string() ?? style.joiner
    let isForced = try params.optional("always")?.bool() ?? false
    guard let document = try document(params) else { return [] }
    var cursor = cursor(document.text)
    return .array(
      try drawn(params, document).map { index, editor in
        let field = document.finding.fields[index]
        // One who types sees what there is.
        let isOpen = editor.mode != .idle && !isForced
        let list = editor.list
        let invalid = list.entries.indices.map { Self.isInvalid($0, of: list) }
        let row = CollapsedField(isOpen ? [] : invalid, style) { editor.label(ofEntry: $0) }
        var tokens: [Int: Int] = [:]
        for (index, token) in editor.tokens.enumerated() { if let entry = token.entry { tokens[entry] = index } }
        let pieces = row.chips.indices.map {
          Pieces.Piece(entry: $0, token: tokens[$0], text: row.chips[$0].text)
        }
        let words = list.entries.isEmpty && !isOpen ? placeholder(field, editor.pieces) : nil
        let empty = words.map { Cells.cut(Cells.shown($0), to: style.width) }
        var members = place(index, field, editor)
        members += [
          JSON.Member(key: "collapsed", value: .bool(row.rest.hidden > 0 || row.chips.contains(where: \.isCut))),
          JSON.Member(
            key: "chips", value: .array(row.chips.map { json($0, pieces, list, field, &cursor) })),
          JSON.Member(key: "counter", value: Self.json(row.counter)),
          JSON.Member(key: "hidden", value: .integer(row.rest.hidden)),
          JSON.Member(key: "invalid", value: .integer(row.rest.invalid)),
          JSON.Member(key: "text", value: .string(row.text)), JSON.Member(key: "cells", value: .integer(row.cells)),
          JSON.Member(key: "placeholder", value: empty.map { .string($0.text) } ?? JSON.null),
        ]
        return .object(members)
      })
  }

  /// What an empty field that nobody types in shows; nil for nothing.
  private func placeholder(_ field: Field, _ pieces: Pieces) -> String? {
    guard pieces.pieces.isEmpty, pieces.input?.text.isEmpty ?? true else { return nil }
    return settings.field(field.name).text("placeholder")
  }

  /// The fields that a request names, or all, each as it is edited with the caret of the request.
  private func drawn(_ params: Reader, _ document: Document) throws(ResponseError) -> [(Int, Editor)] {
    var caret: Int?
    if let position = params.optional("position") {
      caret = document.text.offset(of: try Self.position(position), client.encoding).offset
    }
    let name = try params.optional("field")?.string().lowercased()
    let own = caret.flatMap(document.fieldIndex(at:))
    return document.finding.fields.indices.compactMap { index in
      let field = document.finding.fields[index]
      guard name == nil || field.name.lowercased() == name else { return nil }
      return (
        index, document.editor(index, caret: index == own ? caret : nil, policy: policy(field, document))
      )
    }
  }

  /// What every answer says of a field: which it is, and how it runs.
  private func place(_ index: Int, _ field: Field, _ editor: Editor) -> [JSON.Member] {
    let direction = direction(field, editor.list.reading, editor.value)
    return [
      JSON.Member(key: "field", value: .string(field.name)), JSON.Member(key: "index", value: .integer(index)),
      JSON.Member(key: "direction", value: .string(direction.rawValue)),
      JSON.Member(key: "editing", value: .bool(editor.mode != .idle)),
    ]
  }

  /// A number of cells; one that is too small is refused, one that is too large drawn in.
  private static func cells(_ reader: Reader, from least: Int) throws(ResponseError) -> Int {
    let number = try reader.int()
    guard number >= least else { throw reader.expected("a number of cells from \(least)") }
    return min(number, LayoutSpace.widest)
  }

  /// Whether an entry has an error or a warning.
  private static func isInvalid(_ entry: Int, of list: EntryList) -> Bool {
    faults(in: list.entries[entry].range, of: list.reading.faults).contains {
      $0.severity == .error || $0.severity == .warning
    }
  }

  private func json(
    _ chip: PlacedChip, _ pieces: [Pieces.Piece], _ list: EntryList, _ field: Field, _ cursor: inout PositionCursor
  ) -> JSON {
    let piece = pieces[chip.piece]
    let range = list.entries[piece.entry].range.shifted(by: field.valueRange.lowerBound)
    return [
      "token": piece.token.map { .integer($0) } ?? JSON.null, "text": .string(chip.text),
      "column": .integer(chip.column), "cells": .integer(chip.cells), "cut": .bool(chip.isCut),
      "range": json(range, &cursor),
    ]
  }

  private static func json(_ draft: FieldLayout.Draft) -> JSON {
    [
      "text": .string(draft.text), "row": .integer(draft.row), "column": .integer(draft.column),
      "cells": .integer(draft.cells), "rows": .integer(draft.rows),
    ]
  }

  private static func json(_ counter: PlacedChip?) -> JSON {
    guard let counter else { return .null }
    return ["text": .string(counter.text), "column": .integer(counter.column), "cells": .integer(counter.cells)]
  }
}

extension Session {
  /// The direction of a field: as it is set, else that of the first letter in what is shown of it.
  func direction(_ field: Field, _ reading: Reading, _ value: [UInt8]) -> TextDirection {
    if let set = settings.field(field.name).text("direction").flatMap(TextDirection.init(rawValue:)) { return set }
    return field.grammar.direction(reading, in: value) ?? .ltr
  }
}
