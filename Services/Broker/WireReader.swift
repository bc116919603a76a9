/// Reads Kafka's primitive types off the front of some bytes. Every step is nil at the end: a request that cannot be
/// read ends its connection.
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    mutating func integer<T: FixedWidthInteger>(_: T.Type) -> T? {
        guard position + MemoryLayout<T>.size <= bytes.count else { return nil }
        defer { position += MemoryLayout<T>.size }
        return T(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    /// A string with a 16-bit length; nil also for the null string.
    mutating func string() -> String? {
        guard let length = integer(Int16.self), length >= 0, position + Int(length) <= bytes.count else { return nil }
        defer { position += Int(length) }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(length)]), as: UTF8.self)
    }

    /// A string that may be null.
    mutating func nullableString() -> String?? {
        guard let length = integer(Int16.self) else { return nil }
        guard length >= 0 else { return .some(nil) }
        guard position + Int(length) <= bytes.count else { return nil }
        defer { position += Int(length) }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(length)]), as: UTF8.self)
    }

    mutating func skipNullableString() -> Void? {
        guard let length = integer(Int16.self) else { return nil }
        return skip(max(0, Int(length)))
    }

    /// A byte string with a 32-bit length; null is empty.
    mutating func byteString() -> UnsafeRawBufferPointer? {
        guard let length = integer(Int32.self) else { return nil }
        let start = position
        guard skip(max(0, Int(length))) != nil else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    mutating func skip(_ count: Int) -> Void? {
        guard position + count <= bytes.count else { return nil }
        position += count
        return ()
    }

    /// An array with a 32-bit count; a null array is empty.
    mutating func array(_ element: (inout WireReader) -> Void?) -> Void? {
        guard let count = integer(Int32.self) else { return nil }
        for _ in 0..<max(0, count) {
            guard element(&self) != nil else { return nil }
        }
        return ()
    }

    /// Reads an array and writes one of the same length.
    mutating func mapArray(to out: inout ByteBuffer, _ element: (inout WireReader, inout ByteBuffer) -> Void?) -> Void? {
        guard let count = integer(Int32.self) else { return nil }
        out.write(max(0, count))
        for _ in 0..<max(0, count) {
            guard element(&self, &out) != nil else { return nil }
        }
        return ()
    }
}
