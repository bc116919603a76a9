import CLinux
import Glibc

/// One partition's records, in memory, as the batches the producers sent (record batch format 2,
/// https://kafka.apache.org/documentation/#recordbatch).
final class PartitionLog {
    struct Batch {
        let baseOffset: Int64
        let lastOffset: Int64
        let maxTimestamp: Int64
        var bytes: [UInt8]
    }

    /// The last batches of an idempotent producer: enough to know a resent one (librdkafka and Java keep at most five under way).
    private struct ProducerState {
        var epoch: Int16
        var recent: [(firstSequence: Int32, lastSequence: Int32, baseOffset: Int64)]
    }

    private var batches: [Batch] = []
    /// Batches before this index are dropped; the array is moved together now and then.
    private var first = 0
    private var sizeBytes = 0
    private(set) var startOffset: Int64 = 0
    private(set) var endOffset: Int64 = 0
    private var producers: [Int64: ProducerState] = [:]
    private var waiting: [ObjectIdentifier: Connection] = [:]
    private let keepBytes: Int

    init(keepBytes: Int) { self.keepBytes = keepBytes }

    /// Appends the batches of a Produce request. Returns the offset of the first record, or the protocol's error code.
    func append(_ records: UnsafeRawBufferPointer) -> Result<Int64, KafkaError> {
        var rest = records
        var answer: Int64?
        while !rest.isEmpty {
            guard let header = BatchHeader(rest) else { return .failure(.corruptMessage) }
            guard header.magic == 2 else { return .failure(.unsupportedForMessageFormat) }
            switch check(header) {
            case .failure(let error): return .failure(error)
            case .success(let known?): answer = answer ?? known
            case .success(nil):
                answer = answer ?? endOffset
                store(header, UnsafeRawBufferPointer(rebasing: rest[..<header.byteCount]))
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[header.byteCount...])
        }
        return .success(answer ?? endOffset)
    }

    /// The offset a batch has already, when it was sent before.
    private func check(_ header: BatchHeader) -> Result<Int64?, KafkaError> {
        guard header.producerID >= 0 else { return .success(nil) }
        let last = header.baseSequence &+ header.lastOffsetDelta
        if let state = producers[header.producerID] {
            guard header.producerEpoch >= state.epoch else { return .failure(.invalidProducerEpoch) }
            if header.producerEpoch == state.epoch, let newest = state.recent.last {
                let known = state.recent.first { $0.firstSequence == header.baseSequence && $0.lastSequence == last }
                if let known { return .success(known.baseOffset) }
                // Sequences run to 2^31-1 and begin again at 0.
                let expected = newest.lastSequence == .max ? 0 : newest.lastSequence + 1
                guard header.baseSequence == expected else { return .failure(.outOfOrderSequenceNumber) }
            }
        }
        // As Kafka does: a producer nothing is known of may begin anywhere.
        var state = producers[header.producerID] ?? ProducerState(epoch: header.producerEpoch, recent: [])
        if state.epoch != header.producerEpoch { state = ProducerState(epoch: header.producerEpoch, recent: []) }
        state.recent.append((header.baseSequence, last, endOffset))
        if state.recent.count > 5 { state.recent.removeFirst() }
        producers[header.producerID] = state
        return .success(nil)
    }

    private func store(_ header: BatchHeader, _ source: UnsafeRawBufferPointer) {
        var bytes = [UInt8](source)
        // Base offset and leader epoch are the broker's to fill in; the checksum does not cover them.
        withUnsafeBytes(of: endOffset.bigEndian) { bytes.replaceSubrange(0..<8, with: $0) }
        for index in 12..<16 { bytes[index] = 0 }
        let now = Self.now()
        Self.stamp(&bytes, now)
        let last = endOffset + Int64(header.lastOffsetDelta)
        batches.append(Batch(baseOffset: endOffset, lastOffset: last, maxTimestamp: now, bytes: bytes))
        endOffset = last + 1
        sizeBytes += bytes.count
        // The newest batch always stays, however large.
        while sizeBytes > keepBytes, batches.count - first > 1 {
            sizeBytes -= batches[first].bytes.count
            batches[first].bytes = []
            first += 1
            startOffset = batches[first].baseOffset
        }
        guard first > 1000, first > batches.count / 2 else { return }
        batches.removeFirst(first)
        first = 0
    }

    /// Sets the batch's time to its arrival, like Kafka in topics with `message.timestamp.type=LogAppendTime`: no
    /// producer's clock influences it.
    private static func stamp(_ bytes: inout [UInt8], _ now: Int64) {
        bytes[22] |= 0b1000  // the low byte of the attributes: the batch's largest time is the broker's, and the time of all its records
        withUnsafeBytes(of: now.bigEndian) { bytes.replaceSubrange(35..<43, with: $0) }
        let checksum = bytes.withUnsafeBytes { souk_crc32c($0.baseAddress?.advanced(by: 21), $0.count - 21) }
        withUnsafeBytes(of: checksum.bigEndian) { bytes.replaceSubrange(17..<21, with: $0) }
    }

    /// Milliseconds since 1970.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Index of the batch that holds `offset`, or of the next one.
    private func index(of offset: Int64) -> Int {
        var (low, high) = (first, batches.count)
        while low < high {
            let middle = (low + high) / 2
            if batches[middle].lastOffset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Hands the batches from `offset` on to `each` while they fit into `maxBytes`; the first always does. Returns how many bytes that was.
    func read(from offset: Int64, maxBytes: Int, _ each: (UnsafeRawBufferPointer) -> Void) -> Int {
        var taken = 0
        for batch in batches[index(of: offset)...] {
            guard taken == 0 || taken + batch.bytes.count <= maxBytes else { break }
            batch.bytes.withUnsafeBytes(each)
            taken += batch.bytes.count
        }
        return taken
    }

    /// Bytes `read` would hand out.
    func readableBytes(from offset: Int64, maxBytes: Int) -> Int {
        var taken = 0
        for batch in batches[index(of: offset)...] {
            guard taken == 0 || taken + batch.bytes.count <= maxBytes else { break }
            taken += batch.bytes.count
        }
        return taken
    }

    /// First offset of the first batch with a record at or after `timestamp`; nil when there is none.
    func offset(at timestamp: Int64) -> (offset: Int64, timestamp: Int64)? {
        batches[first...].first { $0.maxTimestamp >= timestamp }.map { ($0.baseOffset, $0.maxTimestamp) }
    }

    // MARK: Waiting fetches

    func addWaiting(_ connection: Connection) { waiting[ObjectIdentifier(connection)] = connection }
    func removeWaiting(_ connection: Connection) { waiting[ObjectIdentifier(connection)] = nil }
    func releaseWaiting() {
        // A copy: whoever is released takes itself off the list.
        for connection in Array(waiting.values) { connection.somethingWasAppended() }
    }
}

/// The fixed start of a record batch, 61 bytes.
struct BatchHeader {
    let byteCount: Int
    let magic: Int8
    let lastOffsetDelta: Int32
    let maxTimestamp: Int64
    let producerID: Int64
    let producerEpoch: Int16
    let baseSequence: Int32

    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = WireReader(bytes)
        guard reader.skip(8) != nil, let length = reader.integer(Int32.self), length > 0, Int(length) + 12 <= bytes.count,
            reader.skip(4) != nil, let magic = reader.integer(Int8.self)
        else { return nil }
        byteCount = Int(length) + 12
        self.magic = magic
        guard magic == 2 else {
            // Older formats are refused by their magic alone.
            (lastOffsetDelta, maxTimestamp, producerID, producerEpoch, baseSequence) = (0, 0, -1, -1, -1)
            return
        }
        guard byteCount >= 61, reader.skip(4 + 2) != nil, let delta = reader.integer(Int32.self), delta >= 0, reader.skip(8) != nil,
            let timestamp = reader.integer(Int64.self), let producer = reader.integer(Int64.self), let epoch = reader.integer(Int16.self),
            let sequence = reader.integer(Int32.self)
        else { return nil }
        (lastOffsetDelta, maxTimestamp, producerID, producerEpoch, baseSequence) = (delta, timestamp, producer, epoch, sequence)
    }
}
