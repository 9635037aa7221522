extension RandomAccessCollection where Index == Int {
  /// The first index whose element answers yes, where all behind it do as well; the end when none does.
  package func firstIndexSorted(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
