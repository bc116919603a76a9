import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import NotificationsDelivery
import NotificationsService
import ServiceKit
import Storage
import Testing
import TestKit

@Suite("A sender beside a file that still replays its log")
struct CatchingUpTests {
    @Test("What the file wants is not sent while results of it may be in the part of the log that is not applied yet")
    func waits() async throws {
        let mail = try await MailPeer(MailPeer.Script())
        let settings: JSONValue =
            ["email": ["host": "127.0.0.1", "port": .int(mail.port), "security": "none", "fromAddress": "no-reply@test.example"]]
        let scene = try DeliveryScene(DeliveryScene.definition(channels: settings))
        try scene.scene.issue(order: "o-1")
        let first = try #require(try scene.queued().first)
        // The log holds more than the file has applied: the result of the first delivery, say.
        let log = InMemoryLog(defaultPartitions: 1)
        let topic = Topics.commands("notifications")
        let producer = try log.makeProducer(name: "test")
        for _ in 1...3 { _ = try producer.append([OutgoingRecord(topic: topic, key: nil, value: [])], timeout: .seconds(5)) }
        let watch = ClusterWatch(log, logger: Logger(label: "test"))
        watch.refresh()
        let file = scene.shard.file
        func applied(_ offset: Int) throws {
            try file.pool.write {
                try $0.execute(sql: "UPDATE souk_log SET cluster_id = ?, next_offset = ?", arguments: [watch.clusterID, offset])
            }
        }
        try applied(2)
        let stop = StopSignal()
        let journal = NSTemporaryDirectory() + "souk-journal-\(UUID().uuidString).sqlite"
        let context = SideEffectContext(service: "notifications", partition: 0, reader: file.pool, journalPath: journal, environment: [:],
            dataDirectory: "/nowhere", clock: { NotificationScene.now },
                                     metrics: Metrics(), logger: Logger(label: "test"), stop: stop,
                                     follow: PlaceInLog(cluster: log, watch: watch, file: file, topic: TopicPartition(topic, 0)),
                                     producer: producer)
        let sender = try DeliverySender<Notifications>(context)
        let thread = BlockingThread(name: "sender") { sender.run() }
        #expect(try await !eventually(.milliseconds(500)) { !mail.mails.isEmpty })
        try scene.report(first, .accepted)
        try scene.scene.issue(order: "o-2")
        try applied(3)
        #expect(try await eventually { !mail.mails.isEmpty })
        stop.raise()
        thread.join()
        #expect(mail.mails.count == 1)
        let second = try #require(try scene.queued().first).id
        #expect(mail.mails.first?.text.contains("Message-ID: <\(second)@test.example>") == true)
        for name in [journal, journal + "-wal", journal + "-shm"] { try? FileManager.default.removeItem(atPath: name) }
    }
}
