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

    /// A string with a 16-bit length; nil is null.
    mutating func write(_ text: String?) {
        guard let text else { return write(Int16(-1)) }
        write(text)
    }

    /// Bytes with a 32-bit length.
    mutating func write(_ bytes: [UInt8]) {
        write(Int32(bytes.count))
        bytes.withUnsafeBytes { append($0) }
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
