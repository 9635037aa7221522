import Candidates
import Fields
import Wire

/// What a field looks like now.
extension Session {
  /// What is drawn of a field beside its chips.
  func header(_ editor: Editor, _ index: Int, _ id: String, in document: Document) -> FieldHeader {
    let field = document.finding.fields[index]
    let own = document.editing.fieldStates[field.name]
    func text(_ key: String) -> String? { settings.field(field.name).text(key) }
    let isEditing = document.editing.focus == id
    let total = editor.tokenCount
    let isEmpty = total == 0 && editor.draft.isEmpty
    let placeholder = text("placeholder")
    let error = own?.error ?? missing(index, id, in: document)
    let idle = text("title") ?? placeholder
    // What a client says wins, as in the state.
    let title = error ?? own?.title ?? (isEditing ? text("selectedTitle") ?? idle : idle)
    var header = FieldHeader(
      label: settings.field(field.name).label(field),
      direction: direction(field, editor.list.reading, editor.value).rawValue,
      total: total,
      max: editor.policy.max.flatMap { $0 > 0 ? $0 : nil })
    header.title = title
    // Being in the field alone does not show its title (semantics.md E3).
    header.titleIsVisible =
      title != nil && (!isEmpty || error != nil || settings.field(field.name).flag("titleAlways"))
    header.placeholder = isEmpty ? placeholder : nil
    header.error = error
    header.icon = text("icon")
    header.accessory = isEditing ? text("accessory") : nil
    header.state = editor.policy.isReadOnly ? .disabled : error != nil ? .error : isEditing ? .editing : .normal
    return header
  }

  /// That nothing stands in a field, in words; nil where that is not said.
  private func missing(_ index: Int, _ id: String, in document: Document) -> String? {
    guard document.editing.judging.missing.contains(id) else { return nil }
    let fault = document.missingValue(index)
    guard settings.severity(fault) != nil else { return nil }
    return fault.rule.message(fault, text: document.finding.fields[index].name)
  }

  /// The pieces of some of a field's entries, with what stands between them, in bytes of the document.
  ///
  /// - Parameters:
  ///   - entries: which of the entries.
  ///   - editor: the field as it is edited now.
  ///   - index: its number.
  ///   - crossed: what is wrong between it and other fields, in bytes of its value.
  ///   - former: the pieces that were sent, moved along with the text: what nobody touched reads as it did.
  ///   - document: the document.
  /// - Returns: the pieces in the order of the text.
  func chips(
    _ entries: Range<Int>, of editor: Editor, _ index: Int, crossed: [Range<Int>], after former: [Chip],
    in document: Document
  ) -> [Chip] {
    let field = document.finding.fields[index]
    let base = field.valueRange.lowerBound
    // Where the client says that one is elsewhere, nothing is being typed here.
    let isLeft = document.editing.isLeft || document.editing.caret.map { !field.valueRange.touches($0) } ?? false
    let work = isLeft ? nil : editor.workEntry
    let faults = document.shownFaults(ofField: index, settings)
    let marks = editor.list.reading.marks
    let from = entries.lowerBound == 0 ? 0 : editor.list.entries[entries.lowerBound].range.lowerBound
    let to =
      entries.upperBound < editor.list.entries.count
      ? editor.list.entries[entries.upperBound].range.lowerBound : editor.value.count
    var mark = marks.firstIndexSorted { $0.range.lowerBound >= from }
    var chips: [Chip] = []
    func addMarks(before end: Int) {
      while mark < marks.count, marks[mark].range.lowerBound < end {
        let range = marks[mark].range
        mark += 1
        let kind: Chip.Kind
        switch marks[mark - 1].kind {
        case .separator: kind = .separator
        case .comment: kind = .comment
        case .groupName, .groupEnd: continue
        }
        chips.append(
          Chip(
            range: range.shifted(by: base), display: String(decoding: editor.value[range], as: UTF8.self), kind: kind))
      }
    }
    var known = 0
    for entry in entries {
      let range = editor.list.entries[entry].range
      addMarks(before: range.lowerBound)
      while mark < marks.count, marks[mark].range.lowerBound < range.upperBound { mark += 1 }
      var chip = Chip(range: range.shifted(by: base), display: "", kind: .token)
      if entry == work { chip.kind = editor.work?.origin == nil ? .draft : .edit }
      while known < former.count, former[known].range.lowerBound < chip.range.lowerBound { known += 1 }
      // A reference shows what stands elsewhere.
      let isReference = editor.list.reading.tokens[editor.list.entries[entry].tokens].contains(where: \.isReference)
      let isKnown = known < former.count && former[known].range == chip.range && !former[known].isTorn && !isReference
      let own = isKnown ? reuse(former[known], for: &chip) : word(&chip, entry, of: editor, field)
      judge(&chip, own, entry, of: editor, field, faults, crossed)
      if chip.kind == .token, document.isPendingFile(index) { chip.kind = .pending }
      chip.data = Self.data(at: chip.range, document.editing.notes)
      chips.append(chip)
    }
    addMarks(before: to)
    return chips
  }

  /// Takes over what a chip of the same text shows, and what kind of token it is by its words.
  private func reuse(_ former: Chip, for chip: inout Chip) -> Chip.Kind {
    (chip.display, chip.address, chip.mayHide) = (former.display, former.address, former.mayHide)
    (chip.isOutside, chip.words) = (former.isOutside, former.words)
    return former.words
  }

  /// Says of a chip what it shows, and what kind of token it is by its words.
  private func word(_ chip: inout Chip, _ entry: Int, of editor: Editor, _ field: Field) -> Chip.Kind {
    let list = editor.list
    let place = list.entries[entry]
    let name = field.grammar.display(place, list)
    chip.display = name
    var kind = Chip.Kind.token
    if place.group != nil {
      kind = .group
    } else if let token = list.reading.tokens[place.tokens].first {
      if field.holdsPeople { kind = dress(&chip, token, named: name, in: list, field) }
      let traits = field.grammar.traits(token, in: list.value, list.reading, editor.options)
      if traits.contains(Trait("sigil", .text("@"))) { kind = .mention }
      chip.address = chip.address?.shifted(by: field.valueRange.lowerBound)
    }
    chip.words = kind
    return kind
  }

  /// Says of a chip how it stands.
  private func judge(
    _ chip: inout Chip, _ own: Chip.Kind, _ entry: Int, of editor: Editor, _ field: Field, _ faults: [Fault],
    _ crossed: [Range<Int>]
  ) {
    if editor.policy.isReadOnly { chip.kind = .disabled }
    guard chip.kind == .token else { return }
    let place = editor.list.entries[entry]
    let faults = Self.faults(in: place.range, of: faults)
      .filter { settings.severity($0).map { $0 == .error || $0 == .warning } ?? false }
    if faults.contains(where: { $0.rule != .duplicate }) {
      chip.kind = .invalid
    } else if !faults.isEmpty || crossed.contains(place.range) {
      chip.kind = .duplicate
    } else if editor.policy.fixed.contains(where: { field.grammar.key(place, editor.list) == $0 }) {
      chip.kind = .fixed
    } else {
      chip.kind = own
    }
  }

  /// What a chip of somebody shows: the address too, unless the name says by itself who is meant.
  private func dress(_ chip: inout Chip, _ token: Token, named name: String, in list: EntryList, _ field: Field)
    -> Chip.Kind
  {
    let address = field.grammar.value(token, in: list.value)
    guard address.contains("@") else { return .token }
    chip.isOutside = settings.isOutside(address)
    let isKnown = directory.knows(address: address)
    if name != address {
      chip.address = token.angle
      // A name that looks like an address could pass for another one.
      chip.mayHide = isKnown && !chip.isOutside && !name.contains("@") && directory.isNamed(name, address: address)
      if !chip.mayHide { chip.display = "\(name) <\(address)>" }
    }
    return isKnown || directory.isEmpty ? .token : .unknown
  }

}
