import Contracts
import GRDB
import Kernel

/// The message that the previous process was handling when it ended: the writer applies it and those before it one at a
/// time.
struct Suspect {
    /// Names the log: the same offset in another cluster is another message.
    private var log: UInt64 = 0
    /// Names the early arrivals of the log: their offsets lie behind the writer's position.
    private var arrivals: UInt64 = 0
    private var offset: Int64?
    /// Messages that crashed too many processes.
    private(set) var refused: Set<Int64> = []
    private(set) var refusedArrivals: Set<Int64> = []

    init() {}
    init(_ crashes: CrashLedger?, _ topic: TopicPartition, of cluster: String) {
        log = CrashLedger.logHash(topic, of: cluster)
        arrivals = CrashLedger.logHash(topic, of: cluster, "early")
        guard let crashes else { return }
        for key in crashes.messages(of: log) {
            // A damaged ledger may hold any number.
            let suspected = Int64(bitPattern: key.b)
            offset = max(offset ?? 0, suspected)
            if crashes.isRefused(key) { refused.insert(suspected) }
        }
        refusedArrivals = Set(crashes.messages(of: arrivals).filter { crashes.isRefused($0) }.map { Int64(bitPattern: $0.b) })
    }

    func key(_ offset: Int64) -> CrashLedger.Key { CrashLedger.Key(.message, log, UInt64(bitPattern: offset)) }
    func key(arrival offset: Int64) -> CrashLedger.Key { CrashLedger.Key(.message, arrivals, UInt64(bitPattern: offset)) }
    func isAhead(of next: Int64) -> Bool { offset.map { next <= $0 } ?? false }

    /// The file has passed the message: the writer applies batches again.
    /// - Parameter takenUp: early arrivals that were decided.
    mutating func passed(_ next: Int64, takenUp: [Int64], _ crashes: CrashLedger?) {
        for offset in takenUp {
            crashes?.forget(key(arrival: offset))
            refusedArrivals.remove(offset)
        }
        guard let offset, next > offset else { return }
        for key in crashes?.messages(of: log) ?? [] { crashes?.forget(key) }
        (self.offset, refused) = (nil, [])
    }
}

extension CrashLedger {
    static func logHash(_ topic: TopicPartition, of cluster: String, _ more: String...) -> UInt64 {
        Key.hash(([topic.topic, "\(topic.partition)", cluster] + more).map { Array($0.utf8) }, 0xCBF2_9CE4_8422_2325)
    }
    /// The key of a message of a log.
    public static func message(_ offset: Int64, in topic: TopicPartition, of cluster: String) -> Key {
        Key(.message, logHash(topic, of: cluster), UInt64(bitPattern: offset))
    }
    /// The key of a message that arrived before its tenant's definition, while it is taken up.
    public static func arrival(_ offset: Int64, in topic: TopicPartition, of cluster: String) -> Key {
        Key(.message, logHash(topic, of: cluster, "early"), UInt64(bitPattern: offset))
    }
    /// The suspects of one log.
    func messages(of log: UInt64) -> [Key] { keys { $0.work == .message && $0.a == log } }
}

extension ShardWriter {
    /// Reads dead letters of the shard that the file does not know: a file that was recreated, from a snapshot or from
    /// nothing, must skip the same records again at the same offsets. An intact file has nothing new to read.
    func learnSkipped(on clusterID: String) throws {
        let deadLetters = TopicPartition(Topics.deadLetters(service), partition), positions = ReadPositions(file.pool)
        let kept = try cluster.watermarks(deadLetters)
        var next = max(kept.lowerBound, try positions.known(of: deadLetters, on: clusterID) ?? kept.lowerBound)
        guard next < kept.upperBound else { return }
        let queue = try reader.open(deadLetters, from: .offset(next))
        defer { queue.close() }
        var deadline = ContinuousClock.now + .seconds(10)
        while next < kept.upperBound, !stop.isRaised {
            let records = try queue.read(max: 500, wait: .milliseconds(200))
            guard let last = records.last else {
                guard .now < deadline else {
                    throw LogError(kind: .timedOut, isRetriable: true, description: "cannot read \(deadLetters) at \(next)")
                }
                continue
            }
            deadline = .now + .seconds(10)
            let found = records.compactMap { record in record.value.flatMap { try? JSON.decode(DeadLetter.self, from: $0) } }
            if !found.isEmpty {
                try file.pool.write { db in for deadLetter in found { try SkippedMessages.learn(deadLetter, topic: topic, db) } }
            }
            next = last.offset + 1
        }
        try positions.set([deadLetters: next], in: clusterID)
    }
}
