import Candidates
import Fields

/// What keys and operations do in a field: by its syntax, by the settings, and by what a client said of it.
extension Session {
  func policy(_ field: Field, _ document: Document) -> EditingPolicy {
    let own = settings.field(field.name)
    var policy = own.policy(field.grammar, field.surroundings.custom)
    let limits = [document.context.options(field).max, field.limit].compactMap { $0 }
    policy.max = limits.min()
    policy.isReadOnly =
      policy.isReadOnly || document.finding.isReceived || field.surroundings.isTorn
      || document.editing.fieldStates[field.name]?.isEnabled == false
    if policy.freeText == .none {
      let directory = directory
      let people = field.grammar == .trailers ? repository(document.uri)?.people : nil
      let tree = tree(document.uri)
      policy.known = KnownContents {
        directory.person(address: $0) != nil || directory.isAlias($0) || people?.knows(address: $0) ?? false
          || tree?.maintainers.knows(address: $0) ?? false
      }
    }
    return policy
  }
}
