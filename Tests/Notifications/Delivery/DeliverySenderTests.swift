import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import NotificationsDelivery
import NotificationsKit
import NotificationsService
import ServiceKit
import Storage
import Synchronization
import Testing
import TestKit

/// The service as its program runs it, over a log in memory, with real providers on loopback.
private final class Program: Sendable {
    let log: InMemoryLog
    let data: String
    private let runtime = Mutex<ServiceRuntime<Notifications>?>(nil)
    private let client: LogClient

    init() throws {
        data = NSTemporaryDirectory() + "souk-sender-\(UUID().uuidString)"
        log = InMemoryLog(defaultPartitions: 1)
        client = try LogClient(log, tenant: "eventpass")
        try FileManager.default.createDirectory(atPath: "\(data)/provider-secrets/eventpass", withIntermediateDirectories: true)
    }
    deinit {
        runtime.withLock { $0 }?.end()
        client.close()
        try? FileManager.default.removeItem(atPath: data)
    }
    func secret(_ name: String,
                _ value: String) throws { try value.write(toFile: "\(data)/provider-secrets/eventpass/\(name)", atomically: true,
        encoding: .utf8) }
    func start() throws {
        var settings = try ServiceSettings.fromEnvironment(["SOUK_DATA": data, "SOUK_PARTITIONS": "1", "SOUK_LOG_LEVEL": "critical"])
        settings.partitions = 1
        let made = try ServiceRuntime<Notifications>(settings: settings) { _ in log }
        made.begin()
        runtime.withLock { $0 = made }
    }
    func stop() {
        runtime.withLock { made in
            made?.end()
            made = nil
        }
    }
    /// As if the disk were new; the log is all there is.
    func loseFiles() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(data)/notifications") where name.hasPrefix("p0") {
            try FileManager.default.removeItem(atPath: "\(data)/notifications/\(name)")
        }
    }
    /// The file as it was before the result came: what a crash of the broker with the result on its way leaves behind.
    func rewindDelivery() throws {
        let message = try JSON.encode(ChannelMessage(channel: .email, to: "u-0@example.com", subject: "again", text: "again"))
        try DatabaseQueue(path: "\(data)/notifications/p0.sqlite").write { db in
            try db.execute(sql: "UPDATE delivery SET state = 'queued', message = ?", arguments: [String(decoding: message, as: UTF8.self)])
            try db.execute(sql: "DELETE FROM souk_inbox WHERE type = ?", arguments: [DeliveryResult.type.rawValue])
        }
    }
    func openDeliveries() throws -> Int {
        try DatabaseQueue.reading("\(data)/notifications/p0.sqlite").read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM delivery WHERE state = 'queued'") ?? 0
        }
    }
    func post(_ message: some Message, id: String = UUID().uuidString) throws { try client.post(client.envelope(message, id: id),
        to: Topics.commands("notifications")) }
    func results() throws -> [DeliveryResult] {
        log.records(of: Topics.commands("notifications")).filter { record in record.headers.contains { $0.name == "ce_type"
            && $0.value == Array(DeliveryResult.type.rawValue.utf8) } }
            .compactMap { try? JSON.decode(DeliveryResult.self, from: $0.value ?? []) }
    }

    static func definition(mail: MailPeer, _ lane: [String: JSONValue] = [:]) -> TenantDefinition {
        let settings: [String: JSONValue] = ["host": "127.0.0.1", "port": .int(mail.port), "security": "none",
            "fromAddress": "no-reply@test.example", "timeoutSeconds": 30]
        return DeliveryScene.definition(channels: ["email": .object(settings.merging(lane) { _, own in own })])
    }
    func begin(_ definition: TenantDefinition, people: Int = 1) throws {
        try post(ApplyTenant(definition))
        for number in 0..<people {
            try post(UserRegistered(userId: User.ID("u-\(number)"), name: "U", email: "u\(number)@example.com", roles: []))
        }
    }
    /// A critical mail.
    func issue(_ order: String, to user: String = "u-0") throws {
        try post(TicketsIssued(orderId: OrderID(order), eventId: "e-1", userId: User.ID(user), event: NotificationScene.event(),
                               tickets: [IssuedTicket(ticketId: TicketID(order), ticketTypeId: "t", holderId: User.ID(user), serial: "S")]))
    }
    /// A mail that is not critical: a reminder of somebody without a device.
    func remind(_ number: Int) throws {
        try post(ReminderDue(reminderId: "r", userId: User.ID("u-\(number)"), eventId: "e-1", title: "Tech", startDate: .now() + .days(1),
            venueName: "Serena", offsetMinutes: 60, reason: "ticket"))
    }
}

/// Polls until it holds; the time is for a machine that does other things as well.
func eventually(_ limit: Duration = .seconds(60), _ condition: () throws -> Bool) async throws -> Bool {
    var patience = Patience(limit)
    while !patience.isOver() {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return try condition()
}

@Suite("Senders, in the running program", .serialized)
struct DeliverySenderTests {
    @Test("""
        A message leaves once, the result comes back through the log, and neither a restart nor a shard rebuilt from its log sends it again
        """)
    func once() async throws {
        let mail = try await MailPeer(MailPeer.Script())
        let program = try Program()
        try program.begin(Program.definition(mail: mail))
        try program.start()
        for number in 1...3 { try program.issue("o-\(number)") }
        #expect(try await eventually { try program.results().count == 3 })
        #expect(try program.results().allSatisfy { $0.outcome == .accepted && $0.providerId == "2.0.0 queued as 1" })
        #expect(mail.mails.count == 3)
        program.stop()
        try program.start()
        try program.issue("o-4")
        #expect(try await eventually { try program.results().count == 4 })
        program.stop()
        try program.loseFiles()
        try program.start()
        try program.issue("o-5")
        #expect(try await eventually { try program.results().count == 5 })
        #expect(mail.mails.count == 5)
        #expect(Set(mail.mails.compactMap { $0.text.components("\r\n").first { $0.hasPrefix("Message-ID:") } }).count == 5)
        program.stop()
    }

    @Test("A result that a lost broker swallowed is told again from the sender's journal; the message is not sent again")
    func lostBroker() async throws {
        let mail = try await MailPeer(MailPeer.Script())
        let program = try Program()
        try program.begin(Program.definition(mail: mail))
        try program.start()
        try program.issue("o-1")
        #expect(try await eventually { try program.results().count == 1 })
        program.stop()
        // The file as it was before the result: the log forgets it, the shard never saw it.
        try program.rewindDelivery()
        program.log.wipe()
        try program.start()
        #expect(try await eventually { try program.results().count == 1 })
        #expect(try await eventually { try program.openDeliveries() == 0 })
        #expect(mail.mails.count == 1)
        program.stop()
    }

    @Test("A burst of other messages does not hold up a critical one")
    func burst() async throws {
        let mail = try await MailPeer(MailPeer.Script())
        let program = try Program()
        try program.begin(Program.definition(mail: mail, ["connections": 4, "perSecond": 20]), people: 100)
        try program.start()
        for number in 0..<100 { try program.remind(number) }
        #expect(try await eventually { mail.mails.count >= 10 })
        try program.issue("urgent", to: "u-99")
        #expect(try await eventually { mail.mails.contains { $0.text.contains("Your tickets") } })
        // A hundred at twenty a second take five seconds; the urgent one did not wait for the rest.
        #expect(mail.mails.count < 100)
        #expect(try await eventually { mail.mails.count == 101 })
        program.stop()
    }

    @Test("A secret that is not there yet holds messages up and loses none; the settings of another provider are taken up while running")
    func secretLater() async throws {
        var script = MailPeer.Script()
        script.account = ("john", "geheim")
        let mail = try await MailPeer(script)
        let program = try Program()
        try program.begin(Program.definition(mail: mail, ["username": "john", "passwordSecret": "smtp-password"]))
        try program.start()
        try program.issue("o-1")
        #expect(try await eventually { try program.results().map(\.code) == ["no-provider"] })
        try program.secret("smtp-password", "geheim\n")
        #expect(try await eventually { try program.results().last?.outcome == .accepted })
        #expect(mail.mails.map(\.user) == ["john"])
        let other = try await MailPeer(MailPeer.Script())
        try program.post(ApplyTenant(Program.definition(mail: other)))
        #expect(try await eventually {
            try program.issue("o-\(UUID().uuidString)")
            return !other.mails.isEmpty
        })
        program.stop()
    }
}
