package import Candidates

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Maps a file of our own, which nobody changes in its place: it is replaced as a whole, and the old one stays mapped.
///
/// - Parameter path: A regular file of this user.
/// - Returns: Its bytes, which are let go when nobody holds them any more.
package func mapFile(_ path: String) -> Result<IndexBytes, Problem> {
  guard !path.utf8.contains(0) else { return .failure(Problem(path, "the path holds a NUL byte")) }
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard descriptor >= 0 else { return .failure(Problem(path, code: errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { return .failure(Problem(path, code: errno)) }
  guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
    return .failure(Problem(path, "is no file that only its user can change"))
  }
  let size = Int(status.st_size)
  guard size > 0 else { return .failure(Problem(path, "is empty")) }
  guard let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), unsafe start != MAP_FAILED else {
    return .failure(Problem(path, code: errno))
  }
  return .success(
    IndexBytes(address: UInt(bitPattern: start), count: size) { address, count in
      unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), count)
    })
}
