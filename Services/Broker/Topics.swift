/// The topics there are, and their partitions' logs. The mock broker knows the same topics: it answers for metadata and for groups.
final class Topics {
    private var logs: [String: [PartitionLog]] = [:]
    private let defaultPartitions: Int
    private let keepBytes: Int
    private let tellMock: (String, Int) -> Void

    /// `keepBytes`: what a partition keeps. `tellMock` makes the topic in the mock broker.
    init(defaultPartitions: Int, keepBytes: Int, tellMock: @escaping (String, Int) -> Void) {
        (self.defaultPartitions, self.keepBytes, self.tellMock) = (defaultPartitions, keepBytes, tellMock)
    }

    /// Makes a topic; one that exists is left as it is.
    func make(_ name: String, partitions: Int? = nil) {
        guard logs[name] == nil, Self.isTopicName(name) else { return }
        let count = partitions ?? defaultPartitions
        tellMock(name, count)
        logs[name] = (0..<count).map { _ in PartitionLog(keepBytes: keepBytes) }
    }

    func log(_ topic: String, _ partition: Int32) -> PartitionLog? {
        guard let logs = logs[topic], logs.indices.contains(Int(partition)) else { return nil }
        return logs[Int(partition)]
    }

    /// Kafka's rule: 1 to 249 of letters, digits, `.`, `_`, `-`.
    private static func isTopicName(_ name: String) -> Bool {
        1...249 ~= name.utf8.count && name != "." && name != ".." && name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}
