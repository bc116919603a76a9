/// The topics there are, and their partitions' logs.
final class Topics {
    private var logs: [String: [PartitionLog]] = [:]
    private let defaultPartitions: Int
    private let keepBytes: Int

    /// `keepBytes`: what a partition keeps.
    init(defaultPartitions: Int, keepBytes: Int) {
        (self.defaultPartitions, self.keepBytes) = (defaultPartitions, keepBytes)
    }

    /// Makes a topic; one that exists is left as it is.
    func make(_ name: String, partitions: Int? = nil) {
        guard logs[name] == nil, Self.isTopicName(name) else { return }
        logs[name] = (0..<(partitions ?? defaultPartitions)).map { _ in PartitionLog(keepBytes: keepBytes) }
    }

    var names: [String] { logs.keys.sorted() }
    func partitionCount(of name: String) -> Int? { logs[name]?.count }

    func log(_ topic: String, _ partition: Int32) -> PartitionLog? {
        guard let logs = logs[topic], logs.indices.contains(Int(partition)) else { return nil }
        return logs[Int(partition)]
    }

    /// Kafka's rule: 1 to 249 of letters, digits, `.`, `_`, `-`.
    static func isTopicName(_ name: String) -> Bool {
        1...249 ~= name.utf8.count && name != "." && name != ".." && name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}
