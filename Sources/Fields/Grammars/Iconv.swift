#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads bytes of other charsets through the C library; the one place of Fields that does.
enum Iconv {
  /// The text of bytes in a charset.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - charset: the charset by iconv's name; never one that came from outside.
  /// - Returns: the text; nil if iconv does not know the charset, or a byte of it means nothing.
  static func decode(_ bytes: [UInt8], from charset: String) -> String? {
    guard let converter = unsafe iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else {
      return nil
    }
    defer { unsafe _ = iconv_close(converter) }
    // A character has at most four bytes in UTF-8 and at least one elsewhere; composed ones may become two.
    let capacity = bytes.count * 8 + 16
    var input = bytes.map { CChar(bitPattern: $0) }
    var isWhole = false
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var room = capacity
      var left = input.count
      unsafe buffer.withMemoryRebound(to: CChar.self) { target in
        unsafe input.withUnsafeMutableBufferPointer { source in
          var to = target.baseAddress
          var from = source.baseAddress
          isWhole = unsafe iconv(converter, &from, &left, &to, &room) != -1
          // What a stateful converter still holds is written by a call without input.
          if isWhole { isWhole = unsafe iconv(converter, nil, nil, &to, &room) != -1 }
        }
      }
      count = capacity - room
    }
    return isWhole ? String(validating: output, as: UTF8.self) : nil
  }
}
