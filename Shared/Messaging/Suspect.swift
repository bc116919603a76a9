import Contracts
import GRDB
import Kernel

/// The message that the previous process was handling when it ended: the writer applies it and those before it one at a
/// time.
struct Suspect {
    /// Names the log: the same offset in another cluster is another message.
    private var log: UInt64 = 0
    private var offset: Int64?
    /// The message crashed too many processes.
    private(set) var refusedOffset: Int64?

    init() {}
    init(_ crashes: CrashLedger?, _ topic: TopicPartition, of cluster: String) {
        log = CrashLedger.logHash(topic, of: cluster)
        for key in crashes?.messages(of: log) ?? [] {
            offset = max(offset ?? 0, Int64(key.b))
            if crashes?.isRefused(key) == true { refusedOffset = Int64(key.b) }
        }
    }

    func key(_ offset: Int64) -> CrashLedger.Key { CrashLedger.Key(.message, log, UInt64(bitPattern: offset)) }
    func isAhead(of next: Int64) -> Bool { offset.map { next <= $0 } ?? false }

    /// The file has passed the message: the writer applies batches again.
    mutating func passed(_ next: Int64, _ crashes: CrashLedger?) {
        guard let offset, next > offset else { return }
        for key in crashes?.messages(of: log) ?? [] { crashes?.forget(key) }
        (self.offset, refusedOffset) = (nil, nil)
    }
}

extension CrashLedger {
    static func logHash(_ topic: TopicPartition, of cluster: String) -> UInt64 {
        Key.hash([Array(topic.topic.utf8), Array("\(topic.partition)".utf8), Array(cluster.utf8)], 0xCBF2_9CE4_8422_2325)
    }
    /// The key of a message of a log.
    public static func message(_ offset: Int64, in topic: TopicPartition, of cluster: String) -> Key {
        Key(.message, logHash(topic, of: cluster), UInt64(bitPattern: offset))
    }
    /// The suspects of one log.
    func messages(of log: UInt64) -> [Key] { keys { $0.work == .message && $0.a == log } }
}

extension ShardWriter {
    /// Reads dead letters of the shard that the file does not know: a file that was recreated, from a snapshot or from
    /// nothing, must skip the same records again at the same offsets. An intact file has nothing new to read.
    func learnSkipped(on clusterID: String) throws {
        let letters = TopicPartition(Topics.deadLetters(service), partition), positions = ReadPositions(file.pool)
        let kept = try cluster.watermarks(letters)
        var next = max(kept.lowerBound, try positions.known(of: letters, on: clusterID) ?? kept.lowerBound)
        guard next < kept.upperBound else { return }
        let queue = try reader.open(letters, from: .offset(next))
        defer { queue.close() }
        var deadline = ContinuousClock.now + .seconds(10)
        while next < kept.upperBound, !stop.isRaised {
            let records = try queue.read(max: 500, wait: .milliseconds(200))
            guard let last = records.last else {
                guard .now < deadline else { throw LogError(kind: .timedOut, isRetriable: true, description: "cannot read \(letters) at \(next)") }
                continue
            }
            deadline = .now + .seconds(10)
            let found = records.compactMap { record in record.value.flatMap { try? JSON.decode(DeadLetter.self, from: $0) } }
            if !found.isEmpty { try file.pool.write { db in for letter in found { try SkippedMessages.learn(letter, topic: topic, db) } } }
            next = last.offset + 1
        }
        try positions.set([letters: next], in: clusterID)
    }
}
