import Kafka
import Messaging
import TestKit
import Testing

@Suite("Reading several partitions in one queue", .serialized)
struct FixedReaderTests {
    @Test("""
        A fixed reader begins where it is told, and two of one group read the same partitions side by side: no coordinator is asked (12.A1)
        """)
    func starts() throws {
        let bus = try Bus(partitions: 2)
        try bus.append(["a", "b"], partition: 0)
        try bus.append(["c"], partition: 1)
        let group = "\(bus.topic).fixed"
        let first = try bus.cluster.makeFixedReader(name: "a", group: group, from: [bus.partition(0): .offset(1)])
        #expect(try first.read(count: 1).map(text) == ["b"])
        let second = try bus.cluster.makeFixedReader(name: "b", group: group, from: [bus.partition(0): .end, bus.partition(1): .beginning])
        #expect(try second.read(count: 1).map(text) == ["c"])
        try bus.append(["d"], partition: 0)
        #expect(try second.read(count: 1).map(text) == ["d"])
        #expect(try first.read(count: 1).map(text) == ["d"])
        first.close()
        second.close()
        #expect(throws: LogError.self) { try second.read(max: 1, wait: .zero) }
    }

    @Test("A position that is not in the log goes on at the oldest record")
    func outOfRange() throws {
        let bus = try Bus()
        try bus.append(["0", "1"])
        let reader = try bus.cluster.makeFixedReader(name: "r", group: "\(bus.topic).g", from: [bus.partition(): .offset(99)])
        #expect(try reader.read(count: 2).map(text) == ["0", "1"])
        reader.close()
    }

    @Test("Lag monitors see how far a fixed reader is: the last word counts, and closing sends it")
    func commits() throws {
        let bus = try Bus(partitions: 2)
        try bus.append((0..<5).map(String.init), partition: 0)
        let group = "\(bus.topic).g"
        let reader =
            try bus.cluster.makeFixedReader(name: "r", group: group, from: [bus.partition(0): .beginning, bus.partition(1): .beginning])
        _ = try reader.read(count: 5)
        for offset in 1...4 { reader.commit(before: [bus.partition(0): Int64(offset)]) }
        #expect(try eventually {
            _ = try reader.read(max: 1, wait: .milliseconds(20))
            return try bus.cluster.committedOffsets(group: group, [bus.partition(0)]) == [bus.partition(0): 4]
        })
        reader.commit(before: [bus.partition(0): 5, bus.partition(1): 0])
        reader.close()
        #expect(try eventually {
            try bus.cluster.committedOffsets(group: group, [bus.partition(0), bus.partition(1)])
                == [bus.partition(0): 5, bus.partition(1): 0]
        })
    }
}
