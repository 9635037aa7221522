/// The columns of a record that are shown, taken apart when they are asked for.
struct Columns {
  private let parts: [ArraySlice<UInt8>]

  init(_ bytes: ArraySlice<UInt8>) {
    parts = bytes.split(separator: StreamLine.tab, omittingEmptySubsequences: false)
  }

  private func text(_ column: StreamLine.Column) -> String {
    String(decoding: bytes(column), as: UTF8.self)
  }

  private func items(_ column: StreamLine.Column) -> [String] {
    let bytes = bytes(column)
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: StreamLine.item, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func bytes(_ column: StreamLine.Column) -> ArraySlice<UInt8> {
    let place = column.rawValue - StreamLine.Column.address.rawValue
    return parts.indices.contains(place) ? parts[place] : []
  }

  var address: String { text(.address) }
  var name: String { text(.name) }
  var organisation: String { text(.organisation) }
  var note: String { text(.note) }
  var key: String { text(.key) }
  var categories: [String] { items(.categories) }
  var others: [String] { items(.others) }
  /// The names beside the name: the alias key, which is what people type, first.
  var nicknames: [String] { (key.isEmpty ? [] : [key]) + items(.nicknames) }

  /// The members of a group.
  var members: [Mailbox] {
    let items = items(.address)
    return stride(from: 0, to: items.count, by: 2).map { place in
      Mailbox(name: place + 1 < items.count ? items[place + 1] : "", address: items[place])
    }
  }
}
