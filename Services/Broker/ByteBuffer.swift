/// Bytes in a row: appended at the end, taken from the front. Big-endian integers, as Kafka writes them.
struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private var head = 0
    private var tail = 0

    init(capacity: Int = 16_384) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 16)
    }
    deinit { base.deallocate() }

    var count: Int { tail - head }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base + head, count: count) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + tail).copyMemory(from: source, byteCount: bytes.count)
        tail += bytes.count
    }

    mutating func write<T: FixedWidthInteger>(_ value: T) { withUnsafeBytes(of: value.bigEndian) { append($0) } }

    /// A string with a 16-bit length.
    mutating func write(_ text: String) {
        write(Int16(clamping: text.utf8.count))
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// A whole response: size, correlation id, body.
    mutating func writeResponse(_ correlationID: Int32, _ body: UnsafeRawBufferPointer) {
        write(Int32(body.count + 4))
        write(correlationID)
        append(body)
    }

    /// Lets `fill` write up to `room` bytes at the end; it returns how many it wrote, or less than one.
    mutating func fill(room: Int, _ fill: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
        reserve(room)
        let written = fill(base + tail, room)
        tail += max(0, written)
        return written
    }

    mutating func drop(_ count: Int) {
        head += count
        if head == tail { (head, tail) = (0, 0) }
        // One large record must not keep its memory for ever.
        guard count > 0, self.count == 0, capacity > 1 << 20 else { return }
        base.deallocate()
        capacity = 16_384
        base = .allocate(byteCount: capacity, alignment: 16)
    }

    private mutating func reserve(_ more: Int) {
        guard tail + more > capacity else { return }
        let used = count
        if used + more <= capacity / 2 {
            base.copyMemory(from: base + head, byteCount: used)
        } else {
            let larger = max(capacity * 2, used + more)
            let new = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
            new.copyMemory(from: base + head, byteCount: used)
            base.deallocate()
            (base, capacity) = (new, larger)
        }
        (head, tail) = (0, used)
    }
}

/// Reads Kafka's primitive types off the front of some bytes. Every step is nil at the end: a malformed request is passed on as it is.
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
