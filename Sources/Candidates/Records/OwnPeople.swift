extension Directory {
  /// The addresses that sources of a kind brought, each once, in the order of reading; every row is looked at.
  package func addresses(of kind: SourceFormat) -> [String] {
    guard let generation = visible else { return [] }
    let sources = Set(
      generation.reports.indices.filter { generation.reports[$0].kind == kind }.map(UInt16.init(clamping:)))
    if sources.isEmpty { return [] }
    var found: [String] = []
    var seen: Set<String> = []
    for (number, shelf) in generation.shelves.enumerated() {
      for (index, row) in shelf.rows.enumerated() where row.kind != .group && sources.contains(row.source) {
        let address = generation.columns(UInt32(number * Shelf.size + index)).address
        if !address.isEmpty, seen.insert(Address.key(address)).inserted { found.append(address) }
      }
    }
    return found
  }
}
