import Foundation
import Host
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct FilesTests {
  @Test func aFileIsReadUpToALimit() throws {
    let folder = try Folder()
    let path = try folder.file("a", "five5")
    #expect(readFile(path, limit: 5) == .success(Array("five5".utf8)))
    #expect(readFile(path, limit: 4) == .failure(Problem(path, "longer than 4 bytes")))
    let empty = try folder.file("empty", "")
    #expect(readFile(empty, limit: 0) == .success([]))
    let long = String(repeating: "0123456789", count: 100_000)
    #expect(readFile(try folder.file("long", long), limit: 1 << 20) == .success(Array(long.utf8)))
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = try Folder()
    let missing = try folder.file("missing")
    #expect(readFile(missing, limit: 9) == .failure(Problem(missing, "No such file or directory")))
    #expect(readFile(folder.path, limit: 9) == .failure(Problem(folder.path, "Is a directory")))
    #expect(readFile("/dev/zero", limit: 9) == .failure(Problem("/dev/zero", "a device, not a regular file")))
    #expect(readFile("a\0b", limit: 9) == .failure(Problem("a\0b", "the path holds a NUL byte")))
    let fifo = try folder.file("fifo")
    let made = unsafe mkfifo(fifo, 0o600)
    #expect(made == 0)
    #expect(readFile(fifo, limit: 9) == .failure(Problem(fifo, "a FIFO, not a regular file")))
  }

  @Test func aFileIsReplacedAtOnceOrNotAtAll() throws {
    let folder = try Folder()
    let path = try folder.file("a", "old")
    #expect(replaceFile(path, with: Array("new".utf8)) == nil)
    #expect(folder.text("a") == "new")
    let missing = try folder.file("missing")
    #expect(replaceFile(missing, with: []) == Problem(missing, "No such file or directory"))
    #expect(replaceFile(folder.path, with: []) == Problem(folder.path, "not a regular file"))
    #expect(try list(folder.path).get().map(\.name) == ["a"])
  }

  @Test func aFileThatWasChangedSinceItWasReadIsLeftAlone() throws {
    let folder = try Folder()
    let path = try folder.file("a", "old")
    let then = try #require(stamp(path))
    let (old, new) = (Array("old".utf8), Array("new".utf8))
    let changed = Problem(path, "was changed meanwhile, and is left as it is")
    // Other bytes, also of the same length; a stamp of another file; a file that is gone.
    #expect(replaceFile(path, holding: Array("odd".utf8), then, with: new) == changed)
    #expect(replaceFile(path, holding: Array("ol".utf8), then, with: new) == changed)
    let second = try folder.file("b", "old")
    let other = try #require(stamp(second))
    #expect(replaceFile(path, holding: old, other, with: new) == changed)
    #expect(folder.text("a") == "old")
    #expect(replaceFile(path, holding: old, then, with: new) == nil)
    #expect(folder.text("a") == "new")
    #expect(replaceFile(path, holding: old, then, with: []) == changed)
    #expect(stamp(folder.path + "/none") == nil)
    #expect(try list(folder.path).get().map(\.name) == ["a", "b"])
  }

  @Test func partsOfAFileAreHandedOnUntilItIsEnough() throws {
    let folder = try Folder()
    let path = try folder.file("long", String(repeating: "0123456789", count: 100_000))
    var parts: [Int] = []
    let whole = readParts(path) { part in
      parts.append(part.count)
      return true
    }
    #expect(whole == nil)
    #expect(parts.count > 1 && parts.reduce(0, +) == 1_000_000)
    var count = 0
    let begun = readParts(path) { _ in
      count += 1
      return count < 3
    }
    #expect(begun == nil)
    #expect(count == 3)
    #expect(readParts(folder.path) { _ in true } == Problem(folder.path, "Is a directory"))
  }

  @Test func aPipeIsReadWhereItIsWanted() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("through a pipe".utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(readFile(path, limit: 99, acceptsPipes: true) == .success(Array("through a pipe".utf8)))
  }

  #if os(Linux)
    @Test func aFileThatSaysItIsEmptyIsReadToItsEnd() throws {
      let bytes = try readFile("/proc/self/status", limit: 1 << 20).get()
      #expect(bytes.starts(with: Array("Name:".utf8)))
      #expect(readFile("/proc/self/status", limit: 9) == .failure(Problem("/proc/self/status", "longer than 9 bytes")))
    }
  #endif

  @Test func aDirectoryIsListedInOrder() throws {
    let folder = try Folder()
    for name in ["b", "a", "é", ".hidden"] { _ = try folder.file(name, "x") }
    try FileManager.default.createDirectory(atPath: folder.path + "/d", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "d")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/lost", withDestinationPath: "nowhere")
    let entries = try list(folder.path).get()
    #expect(entries.map(\.name) == [".hidden", "a", "b", "d", "link", "lost", "é"])
    #expect(entries.map(\.kind) == [.file, .file, .file, .directory, .directory, .other, .file])
    let missing = folder.path + "/missing"
    #expect(list(missing) == .failure(Problem(missing, "No such file or directory")))
  }

  @Test func aPathIsResolved() throws {
    let folder = try Folder()
    let file = try folder.file("a", "")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "a")
    #expect(resolve(folder.path + "/./link") == resolve(file))
    #expect(resolve(file)?.hasSuffix("/a") == true)
    #expect(resolve(folder.path + "/missing") == nil)
    #expect(resolve("a\0b") == nil)
  }

  @Test func theEnvironmentIsThatOfTheProcess() {
    #expect(environment() == ProcessInfo.processInfo.environment)
    #expect(environment()["PATH"] != nil)
  }

  @Test func aReaderThatClosesEarlyIsNoError() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(writeAll(Array("x".utf8), to: descriptor, subject: "it") == .taken)
    try pipe.fileHandleForReading.close()
    #expect(writeAll(Array("x".utf8), to: descriptor, subject: "it") == .closed)
  }

  #if os(Linux)
    @Test func aFullDiskIsAnError() throws {
      let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
      let failure = Delivery.failed(Problem("it", "No space left on device"))
      #expect(writeAll([1], to: full.fileDescriptor, subject: "it") == failure)
    }
  #endif

  @Test func standardOutputIsTakenForTheConnection() throws {
    let (connection, error) = (Pipe(), Pipe())
    let output = connection.fileHandleForWriting.fileDescriptor
    let streams = Streams.claim(output: output, error: error.fileHandleForWriting.fileDescriptor)
    defer { close(streams.output) }
    #expect(streams.output != output)
    #expect(fcntl(streams.output, F_GETFD) & FD_CLOEXEC != 0)
    #expect(writeAll(Array("stray".utf8), to: output, subject: "it") == .taken)
    #expect(writeAll(Array("message".utf8), to: streams.output, subject: "it") == .taken)
    #expect(String(decoding: error.fileHandleForReading.availableData, as: UTF8.self) == "stray")
    #expect(String(decoding: connection.fileHandleForReading.availableData, as: UTF8.self) == "message")
  }
}
