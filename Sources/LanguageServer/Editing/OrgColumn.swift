import Fields

extension ActingResult {
  /// Lets the tags of headlines of Org end where they ended.
  mutating func keepColumns(in document: Document) {
    guard !changes.isEmpty, document.finder == .org else { return }
    let columns = OrgColumns(document.finding.fields, in: document.text)
    for (index, editor) in fields.sorted(by: { $0.key < $1.key }) {
      if let change = columns.change(of: document.finding.fields[index], for: editor.value) { changes.append(change) }
    }
  }
}
