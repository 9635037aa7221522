#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads a whole file of at most `limit` bytes.
///
/// A directory, a device and a FIFO are refused (a FIFO would block until somebody writes), unless `acceptsPipes`, for
/// a path from the command line such as `/dev/fd/63`. Nothing is executed, nothing is created.
package func readFile(_ path: String, limit: Int, acceptsPipes: Bool = false) -> Result<[UInt8], Problem> {
  switch openFile(path, acceptsPipes: acceptsPipes) {
  case .failure(let problem): return .failure(problem)
  case .success(let (descriptor, size)):
    defer { close(descriptor) }
    return readAll(descriptor, limit: limit, expecting: size, subject: path)
  }
}

/// Opens a file for reading, and says how long it says it is.
private func openFile(_ path: String, acceptsPipes: Bool) -> Result<(descriptor: Int32, size: Int), Problem> {
  if path.utf8.contains(0) { return .failure(Problem(path, "the path holds a NUL byte")) }
  let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (acceptsPipes ? 0 : O_NONBLOCK)
  var descriptor: Int32
  repeat { descriptor = unsafe open(path, flags) } while descriptor < 0 && errno == EINTR
  guard descriptor >= 0 else { return .failure(Problem(path, code: errno)) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else {
    defer { close(descriptor) }
    return .failure(Problem(path, code: errno))
  }
  let problem: Problem
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .success((descriptor, Int(status.st_size)))
  case S_IFIFO where acceptsPipes, S_IFCHR where acceptsPipes, S_IFSOCK where acceptsPipes:
    return .success((descriptor, 0))
  case S_IFDIR: problem = Problem(path, words(EISDIR))
  case S_IFIFO: problem = Problem(path, "a FIFO, not a regular file")
  case S_IFCHR, S_IFBLK: problem = Problem(path, "a device, not a regular file")
  default: problem = Problem(path, "not a regular file")
  }
  close(descriptor)
  return .failure(problem)
}

/// Hands on what can be read of a file, or of standard input without a path, part by part as it comes.
///
/// - Parameters:
///   - path: the file.
///   - size: how many bytes a part has at most.
///   - acceptsPipes: whether pipes such as `/dev/fd/63` are read as well.
///   - take: takes a part; false ends the reading.
/// - Returns: what ended it too early; nil for the end of the file, and when `take` ended it.
package func readParts(
  _ path: String?, size: Int = 64 << 10, acceptsPipes: Bool = true, take: (ArraySlice<UInt8>) -> Bool
) -> Problem? {
  guard let path else { return readParts(of: 0, size: size, subject: "standard input", take) }
  switch openFile(path, acceptsPipes: acceptsPipes) {
  case .failure(let problem): return problem
  case .success(let (descriptor, _)):
    defer { close(descriptor) }
    return readParts(of: descriptor, size: size, subject: path, take)
  }
}

private func readParts(
  of descriptor: Int32, size: Int, subject: String, _ take: (ArraySlice<UInt8>) -> Bool
) -> Problem? {
  var buffer = [UInt8](repeating: 0, count: max(size, 1))
  while true {
    switch readOnce(descriptor, into: &buffer, limit: buffer.count) {
    case .moved(let number):
      guard take(buffer[..<number]) else { return nil }
    case .blocked:
      var entry = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      wait(&entry, milliseconds: -1)
    case .over(0): return nil
    case .over(let code): return Problem(subject, code: code)
    }
  }
}

/// Reads standard input to its end, at most `limit` bytes.
package func readStandardInput(limit: Int) -> Result<[UInt8], Problem> {
  readAll(0, limit: limit, expecting: 0, subject: "standard input")
}

/// Reads to the end; a file may be longer or shorter by now than it said.
private func readAll(
  _ descriptor: Int32, limit: Int, expecting size: Int, subject: String
) -> Result<[UInt8], Problem> {
  let tooLong = Problem(subject, "longer than \(limit) bytes")
  guard size <= limit else { return .failure(tooLong) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(size)
  var buffer = [UInt8](repeating: 0, count: max(4096, min(1 << 18, size + 1)))
  while true {
    switch readOnce(descriptor, into: &buffer, limit: buffer.count) {
    case .moved(let number):
      guard bytes.count + number <= limit else { return .failure(tooLong) }
      bytes.append(contentsOf: buffer[..<number])
    case .blocked:
      var entry = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      wait(&entry, milliseconds: -1)
    case .over(0):
      return .success(bytes)
    case .over(let code):
      return .failure(Problem(subject, code: code))
    }
  }
}

/// One name in a directory.
package struct DirectoryEntry: Equatable, Sendable {
  /// What a name stands for, symbolic links followed.
  package enum Kind: Sendable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// Anything else, and links that lead nowhere.
    case other
  }

  /// The name alone, without the directory's path.
  package var name: String
  /// What it stands for.
  package var kind: Kind
}

/// The names in a directory, sorted by their bytes, without `.` and `..`; names that are not UTF-8 are left out.
package func list(_ directory: String) -> Result<[DirectoryEntry], Problem> {
  if directory.utf8.contains(0) { return .failure(Problem(directory, "the path holds a NUL byte")) }
  guard let stream = unsafe opendir(directory) else { return .failure(Problem(directory, code: errno)) }
  defer { unsafe closedir(stream) }
  var entries: [DirectoryEntry] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
      unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
    }
    guard let name, name != ".", name != ".." else { continue }
    entries.append(DirectoryEntry(name: name, kind: fileKind(directory + "/" + name) ?? .other))
  }
  return .success(entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
}

/// What a path stands for, links followed; nil when there is no such thing, or it cannot be seen.
package func fileKind(_ path: String) -> DirectoryEntry.Kind? {
  var status = stat()
  guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .file
  case S_IFDIR: return .directory
  default: return .other
  }
}

/// The absolute path of what `path` leads to, without links and dots; nil when there is no such thing.
package func resolve(_ path: String) -> String? {
  guard !path.utf8.contains(0), let real = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(real) }
  return unsafe String(validatingCString: real)
}

/// The environment's variables; of a name that stands twice the first counts, and bytes that are not UTF-8 are mended.
package func environment() -> [String: String] {
  var variables: [String: String] = [:]
  guard var place = unsafe Platform.environment else { return [:] }
  while let entry = unsafe place.pointee {
    let text = unsafe String(cString: entry)
    if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let name = String(text[..<sign])
      if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: sign)...]) }
    }
    unsafe place = place.successor()
  }
  return variables
}
