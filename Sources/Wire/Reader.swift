/// A value of a message together with its path, so that a wrong one can be named.
///
/// Every refusal is −32602: `expected a string at params.textDocument.uri`.
package struct Reader: Equatable, Sendable {
  /// The value; `null` where there is none.
  package let value: JSON
  /// Where it stands: `params.contentChanges[0].range`.
  package let path: String

  /// A reader of a value, absent counted as `null`.
  package init(_ value: JSON?, path: String = "params") {
    self.value = value ?? .null
    self.path = path
  }

  /// The member under a key; a missing one reads as `null`, which is refused by whatever is asked of it next.
  package func member(_ key: String) throws(ResponseError) -> Reader {
    guard case .object = value else { throw expected("an object") }
    return Reader(value[key], path: "\(path).\(key)")
  }

  /// The member under a key, or nil where it is absent or `null`, or where this is no object.
  package func optional(_ key: String) -> Reader? {
    switch value[key] {
    case nil, .null: nil
    case .some(let found): Reader(found, path: "\(path).\(key)")
    }
  }

  /// The string that stands here.
  package func string() throws(ResponseError) -> String {
    guard case .string(let text) = value else { throw expected("a string") }
    return text
  }

  /// The integer that stands here; `1.0` is one.
  package func int() throws(ResponseError) -> Int {
    guard let number = value.whole else { throw expected("an integer") }
    return number
  }

  /// The truth value that stands here.
  package func bool() throws(ResponseError) -> Bool {
    guard case .bool(let bool) = value else { throw expected("true or false") }
    return bool
  }

  /// The elements of the array that stands here.
  package func array() throws(ResponseError) -> [Reader] {
    guard case .array(let values) = value else { throw expected("an array") }
    return values.enumerated().map { Reader($0.element, path: "\(path)[\($0.offset)]") }
  }

  /// The members of the object that stands here, in their order.
  package func members() throws(ResponseError) -> [(String, Reader)] {
    guard case .object(let members) = value else { throw expected("an object") }
    return members.map { ($0.key, Reader($0.value, path: "\(path).\($0.key)")) }
  }

  /// The error that something else was expected here.
  package func expected(_ what: String) -> ResponseError { .invalidParams("expected \(what) at \(path)") }
}
