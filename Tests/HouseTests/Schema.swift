import Testing
import Wire

/// `Protocol/tokenfield.json`, in the shape of LSP's metaModel, and whether values are as it says.
///
/// A member that a structure does not list is wrong, unless the structure is `open`: what a client says of itself.
struct Schema: Sendable {
  let json: JSON
  private let structures: [String: JSON]
  private let enumerations: [String: JSON]

  /// The schema of this repository.
  static func load() throws -> Schema {
    Schema(try JSON.parse(Array(House.text("Protocol/tokenfield.json").utf8)))
  }

  init(_ json: JSON) {
    self.json = json
    structures = Self.byName(json["structures"])
    enumerations = Self.byName(json["enumerations"])
  }

  private static func byName(_ list: JSON?) -> [String: JSON] {
    let pairs = (list?.elements ?? []).map { ($0["name"]?.text ?? "", $0) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The entries of a section.
  func section(_ name: String) -> [JSON] { json[name]?.elements ?? [] }

  /// The request or notification of that name.
  func method(_ name: String, in section: String) -> JSON? {
    self.section(section).first { $0["method"]?.text == name }
  }

  /// The type of that name.
  static func reference(_ name: String) -> JSON { ["kind": "reference", "name": .string(name)] }

  /// Everything that is wrong with a value of a type, each with its path; none for a type of nil and no value.
  func faults(_ value: JSON?, _ type: JSON?, at path: String) -> [String] {
    guard let type else { return value == nil ? [] : ["\(path): expected nothing"] }
    guard let value else { return ["\(path) is missing"] }
    switch type["kind"]?.text {
    case "base": return fits(value, base: type["name"]?.text ?? "") ? [] : [expected(type["name"], path, value)]
    case "stringLiteral": return value == type["value"] ? [] : [expected(type["value"], path, value)]
    case "literal": return faults(value, properties: type["value"]?["properties"]?.elements ?? [], false, path)
    case "reference": return faults(value, reference: type["name"]?.text ?? "", path)
    case "array":
      guard case .array(let elements) = value else { return [expected("an array", path, value)] }
      return elements.enumerated().flatMap { faults($0.element, type["element"], at: "\(path)[\($0.offset)]") }
    case "or":
      let all = (type["items"]?.elements ?? []).map { faults(value, $0, at: path) }
      if all.contains([]) { return [] }
      // Of several that do not fit, one of the right kind says most.
      return all.first { !$0.contains { $0.hasPrefix("\(path): ") } } ?? all.first ?? ["\(path): no type"]
    default: return ["\(path): unknown kind of type \(type.text ?? "")"]
    }
  }

  private func faults(_ value: JSON, reference name: String, _ path: String) -> [String] {
    switch name {
    case "LSPAny": return []
    case "LSPObject":
      if case .object = value { return [] }
      return [expected("an object", path, value)]
    default: break
    }
    if let enumeration = enumerations[name] {
      let values = (enumeration["values"]?.elements ?? []).compactMap { $0["value"] }
      return values.contains(value) ? [] : [expected(.string(name), path, value)]
    }
    guard let structure = structures[name] else { return ["\(path): no structure \(name)"] }
    return faults(value, properties: properties(of: structure), structure["open"] == true, path)
  }

  /// The properties of a structure, with those of the ones that it extends.
  private func properties(of structure: JSON) -> [JSON] {
    let inherited = (structure["extends"]?.elements ?? []).compactMap { structures[$0["name"]?.text ?? ""] }
    return inherited.flatMap { properties(of: $0) } + (structure["properties"]?.elements ?? [])
  }

  private func faults(_ value: JSON, properties: [JSON], _ isOpen: Bool, _ path: String) -> [String] {
    guard case .object(let members) = value else { return [expected("an object", path, value)] }
    var faults: [String] = []
    for property in properties {
      let name = property["name"]?.text ?? ""
      if value[name] == nil, property["optional"] == true { continue }
      faults += self.faults(value[name], property["type"], at: "\(path).\(name)")
    }
    let known = Set(properties.compactMap { $0["name"]?.text })
    if !isOpen { faults += members.filter { !known.contains($0.key) }.map { "\(path).\($0.key) is in no schema" } }
    let keys = members.map(\.key)
    if Set(keys).count < keys.count { faults.append("\(path) has a member twice") }
    return faults
  }

  private func fits(_ value: JSON, base: String) -> Bool {
    switch (base, value) {
    case ("string", .string), ("DocumentUri", .string), ("URI", .string), ("boolean", .bool), ("null", .null),
      ("integer", .integer):
      true
    case ("uinteger", .integer(let number)): number >= 0
    default: false
    }
  }

  private func expected(_ what: JSON?, _ path: String, _ value: JSON) -> String {
    var output: [UInt8] = []
    value.print(into: &output)
    return "\(path): expected \(what?.text ?? ""), found \(String(decoding: output.prefix(80), as: UTF8.self))"
  }
}

extension JSON {
  /// The elements of an array; none of anything else.
  var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a string; nil of anything else.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
