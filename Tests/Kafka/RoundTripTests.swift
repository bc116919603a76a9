import Kafka
import Messaging
import TestKit
import Testing

@Test("What is appended is read back, in order")
func appendedIsReadBack() throws {
    let broker = try EmbeddedBroker.start()
    let cluster = KafkaCluster(KafkaSettings(bootstrapServers: broker.bootstrapServers))
    try cluster.ensureTopics([TopicSpecification("t", partitions: 2)])
    let producer = try cluster.makeProducer(name: "p")
    let positions = try producer.append((0..<100).map { OutgoingRecord(topic: "t", partition: 1, key: [1], value: Array("\($0)".utf8),
                       headers: [RecordHeader("a", "b"), RecordHeader("a", nil as [UInt8]?)]) }, timeout: .seconds(10))
    #expect(positions.count == 100)
    let reader = try cluster.makeReader(name: "r", group: "g")
    let partition = try reader.open(TopicPartition("t", 1), from: .beginning)
    var got: [IncomingRecord] = []
    while got.count < 100 { got += try partition.read(max: 1000, wait: .seconds(10)) }
    #expect(got.map(\.value) == (0..<100).map { Array("\($0)".utf8) })
    #expect(got[0].headers == [RecordHeader("a", "b"), RecordHeader("a", nil as [UInt8]?)])
    partition.commit(before: 100)
    producer.close(flushTimeout: .seconds(1))
    reader.close()
    #expect(try cluster.committedOffsets(group: "g", [TopicPartition("t", 1)]) == [TopicPartition("t", 1): 100])
    #expect(try cluster.watermarks(TopicPartition("t", 1)) == 0..<100)
    broker.stop()
}
