import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import Storage
import Testing

/// A bank's file and applier, with a log clock that the test controls.
private final class Shard {
    let file: DatabaseQueue
    let applier: ShardApplier
    var log: [IncomingRecord] = []
    /// The broker's clock.
    var now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    let tenant: TenantID = "souq"

    init(tenant isDefined: Bool = true, sandbox: Bool = true) throws {
        file = try ShardContents.scratch(migrations: Bank.contents.migrations)
        applier = Self.newApplier
        try file.write { try $0.execute(sql: Self.startOfLog) }
        if isDefined { try define(sandbox: sandbox) }
    }
    static let startOfLog = "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bank.commands', 0, 'x', 0)"
    static var newApplier: ShardApplier {
        ShardApplier(service: Bank.name, table: Bank.handlerTable(), secret: ServiceSecret(Array(repeating: 7, count: 32)))
    }

    func define(sandbox: Bool = true) throws {
        try apply(ApplyTenant(TenantDefinition(tenant: tenant, name: "Souq", currency: .dzd, sandbox: sandbox)), id: "define")
    }

    /// - Parameter time: the time in the message; nil: the right time.
    @discardableResult
    func apply(_ message: some Message, id: String, time: Timestamp? = nil,
               _ change: (inout Envelope) -> Void = { _ in }) throws -> ShardApplier.Outcome {
        var envelope = Envelope(id: id, type: type(of: message).type, source: "/test", time: time ?? now, tenant: tenant, correlationID: id,
                                value: try JSON.encode(message))
        change(&envelope)
        return try apply(envelope)
    }
    @discardableResult
    func apply(_ envelope: Envelope, more headers: [RecordHeader] = []) throws -> ShardApplier.Outcome {
        let record = IncomingRecord(topic: "bank.commands", partition: 0, offset: Int64(log.count), timestamp: now, key: Array("souq".utf8),
                                    value: envelope.value, headers: envelope.headers + headers)
        log.append(record)
        try file.write { db in
            try applier.begin(db, reload: false)
            try applier.apply(record, in: db)
            try applier.finish(db)
        }
        return applier.outcome
    }
    var lastTime: Timestamp {
        get throws {
            try file.read { Timestamp(millisecondsSinceEpoch: try Int64.fetchOne($0, sql: "SELECT last_time FROM souk_tenant") ?? 0) }
        }
    }
    var balance: Int {
        get throws { try file.read { try Int.fetchOne($0, sql: "SELECT balance FROM account WHERE id = 'a'") ?? 0 } }
    }
    func timer() throws -> (due: Timestamp, id: String, type: MessageType, value: [UInt8], message: String)? {
        try file.read { db in
            try Row.fetchOne(db, sql: "SELECT due_at, id, type, value, message_id FROM souk_timer").map {
                (Timestamp(millisecondsSinceEpoch: $0[0]), $0[1], MessageType($0[2] as String), [UInt8]($0[3] as Data), $0[4])
            }
        }
    }
    /// Fires the timer with the time of a machine's clock, right or wrong.
    func fire(at time: Timestamp) throws -> ShardApplier.Outcome {
        let timer = try #require(try timer())
        return try apply(Envelope(id: timer.message, type: timer.type, source: "/bank/timers", time: time, tenant: tenant,
                                  correlationID: "c", attributes: ["timer": timer.id], value: timer.value))
    }
    /// Applies the log to an empty file as one batch and compares the rows.
    func replaysTheSame() throws -> Bool {
        let scratch = try ShardContents.scratch(migrations: Bank.contents.migrations)
        let again = Self.newApplier
        try scratch.write { db in
            try db.execute(sql: Self.startOfLog)
            try again.begin(db, reload: true)
            for record in log { try again.apply(record, in: db) }
            try again.finish(db)
        }
        return try scratch.read { try ShardContents.fingerprint($0) } == file.read { try ShardContents.fingerprint($0) }
    }
}

@Suite("A message's time is the log's at the latest")
struct MessageTimeTests {
    @Test("A host a year ahead for one second leaves the tenant's time, timers and what was due then right (12.B5)",
          arguments: [false, true])
    func yearAhead(sandbox: Bool) throws {
        let shard = try Shard(sandbox: sandbox)
        try shard.apply(DepositLater(account: "a", amount: 1, afterMilliseconds: 900_000), id: "hold", time: shard.now + .days(365))
        #expect(try shard.lastTime <= shard.now + .seconds(10))
        #expect(try #require(try shard.timer()).due <= shard.now + .seconds(910))
        shard.now = shard.now + .seconds(1)
        try shard.apply(Deposit(account: "a", amount: 1), id: "next")
        #expect(try shard.lastTime <= shard.now + .seconds(10))
        #expect(try shard.replaysTheSame())
    }

    @Test("A message of long ago moves no time back, and counts once (12.B5)")
    func longAgo() throws {
        let shard = try Shard()
        let before = try shard.lastTime
        for _ in 0..<2 {
            try shard.apply(Deposit(account: "a", amount: 5), id: "old", time: Timestamp(secondsSinceEpoch: 0)) {
                $0.replyTo = ReplyAddress(partition: 0, sealingKey: nil)
            }
            _ = try shard.file.write { try Retention.prune(before: shard.now - .days(7), relayed: 0, in: $0) }
        }
        #expect(try shard.balance == 5 && shard.lastTime == before)
        #expect(try shard.replaysTheSame())
    }

    @Test("A time that is poisoned already heals with the next message (12.B5)")
    func poisoned() throws {
        let shard = try Shard()
        try shard.file.write {
            try $0.execute(sql: "UPDATE souk_tenant SET last_time = ?", arguments: [(shard.now + .days(365)).millisecondsSinceEpoch])
        }
        try shard.file.write { try shard.applier.begin($0, reload: true) }
        shard.now = shard.now + .seconds(1)
        try shard.apply(DepositLater(account: "a", amount: 1, afterMilliseconds: 1000), id: "hold")
        #expect(try shard.lastTime == shard.now)
        #expect(try #require(try shard.timer()).due == shard.now + .seconds(1))
    }

    @Test("A timer fired by a clock that runs ahead waits for its time and is not forgotten (12.B5)")
    func earlyTimer() throws {
        let shard = try Shard()
        try shard.apply(DepositLater(account: "a", amount: 7, afterMilliseconds: 900_000), id: "hold")
        let due = try #require(try shard.timer()).due
        shard.now = shard.now + .seconds(60)
        #expect(try shard.fire(at: shard.now + .days(365)).early == 1)
        #expect(try shard.balance == 0 && shard.timer() != nil && shard.lastTime <= due)
        shard.now = due
        #expect(try shard.fire(at: due).early == 0)
        #expect(try shard.balance == 7 && shard.timer() == nil)
        #expect(try shard.replaysTheSame())
    }

    @Test("A timer without a handler becomes a dead letter and fires no more; its letter can be replayed when the handler is back")
    func unknownTimer() throws {
        let shard = try Shard()
        try shard.apply(DepositLater(account: "a", amount: 7, afterMilliseconds: 1_000), id: "hold")
        let timer = try #require(try shard.timer())
        shard.now = timer.due
        func fired(as type: MessageType, replayed: Bool = false) -> Envelope {
            Envelope(id: timer.message, type: type, source: "/bank/timers", time: shard.now, tenant: shard.tenant, correlationID: "c",
                     attributes: ["timer": timer.id].merging(replayed ? ["replayed": "1"] : [:]) { $1 }, value: timer.value)
        }
        #expect(try shard.apply(fired(as: "bank.unheard-of.v1")).deadLettered == 1)
        #expect(try shard.timer() == nil)
        #expect(try shard.apply(fired(as: timer.type, replayed: true)).applied == 1)
        #expect(try shard.balance == 7)
        #expect(try shard.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 0)
        #expect(try shard.replaysTheSame())
    }

    @Test("The letter of a timer that was set again or cancelled since does not fire by replay", arguments: ["again", "cancel"])
    func staleTimer(change: String) throws {
        let shard = try Shard()
        try shard.apply(DepositLater(account: "a", amount: 7, afterMilliseconds: 1_000), id: "hold")
        let timer = try #require(try shard.timer())
        shard.now = timer.due
        func fired(as type: MessageType, replayed: Bool = false) -> Envelope {
            Envelope(id: timer.message, type: type, source: "/bank/timers", time: shard.now, tenant: shard.tenant, correlationID: "c",
                     attributes: ["timer": timer.id].merging(replayed ? ["replayed": "1"] : [:]) { $1 }, value: timer.value)
        }
        #expect(try shard.apply(fired(as: "bank.unheard-of.v1")).deadLettered == 1)
        try shard.apply(ChangeTimer(timer: timer.id, isCancelled: change == "cancel"), id: "change")
        try shard.apply(fired(as: timer.type, replayed: true))
        // The dead letter is closed, and the new timer fires in its time.
        #expect(try shard.balance == 0)
        #expect(try shard.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 0)
        #expect(try (shard.timer() == nil) == (change == "cancel"))
        #expect(try shard.replaysTheSame())
    }

    @Test("A virtual clock is no mistake, also where its message comes before the clock; other tenants cannot claim one (12.B5)",
          arguments: [true, false])
    func virtualClock(sandbox: Bool) throws {
        let shard = try Shard(sandbox: sandbox)
        let virtual = shard.now + .days(3)
        try shard.apply(Deposit(account: "a", amount: 1), id: "early", time: virtual) { $0.clockOffset = .days(3) }
        #expect(try shard.lastTime == (sandbox ? virtual : shard.now + .seconds(10)))
        // A message without an offset, such as a timer's or the gateway's, does not set the time back.
        try shard.apply(Deposit(account: "a", amount: 1), id: "plain")
        #expect(try shard.lastTime == (sandbox ? virtual : shard.now + .seconds(10)))
        // Published messages carry the offset of a moved clock.
        try shard.apply(AdvanceClock(offsetMilliseconds: 4 * 86_400_000, now: shard.now + .days(4)), id: "clock")
        let outcome = try shard.apply(Deposit(account: "a", amount: 1), id: "later", time: shard.now + .days(4))
        #expect(outcome.applied == 1)
        let headers = try shard.file.read {
            try String.fetchAll($0, sql: "SELECT coalesce(headers, '') FROM souk_outbox WHERE topic = 'bank.events' ORDER BY position")
        }
        #expect(headers.last == (sandbox ? "{\"clock-offset\":345600000}" : ""))
        #expect(try shard.replaysTheSame())
    }

    @Test("The virtual clock itself is not moved by the clock of whoever moves it (12.B5)")
    func wrongAdvance() throws {
        let shard = try Shard()
        try shard.apply(AdvanceClock(offsetMilliseconds: 86_400_000, now: shard.now + .days(366)), id: "clock",
                        time: shard.now + .days(365))
        #expect(try shard.lastTime <= shard.now + .days(1) + .seconds(10))
        try shard.apply(AdvanceClock(offsetMilliseconds: .max, now: .distantFuture), id: "max")
        #expect(try shard.apply(Deposit(account: "a", amount: 1), id: "next").applied == 1)
    }

    @Test("A letter keeps nothing that was sealed, in the file or on its topic, and the rest as it came")
    func sealedLetters() throws {
        let shard = try Shard()
        let sealed = #"""
            {"account":1,"amount":2,"password":{"keyID":"k","encapsulatedKey":"a2V5","ciphertext":"c2VjcmV0"},\#
            "more":[{"x":{"encapsulatedKey":"a2V5","ciphertext":"c2VjcmV0"}}]}
            """#
        for (id, text) in [("sealed", sealed), ("broken", sealed + "}"), ("plain", #"{"account":1}"#)] {
            let envelope = Envelope(id: id, type: Deposit.type, source: "/test", time: shard.now, tenant: shard.tenant, correlationID: id,
                                    value: Array(text.utf8))
            #expect(try shard.apply(envelope).deadLettered == 1)
        }
        let deadLetters = try shard.file.read {
            try Row.fetchAll(
                $0, sql: "SELECT d.id, d.value, o.value FROM souk_dead_letter d JOIN souk_outbox o ON o.causation_id = d.id ORDER BY d.id")
                .map {
                    ($0[0] as String, String(decoding: $0[1] as Data, as: UTF8.self),
                     try JSON.decode(DeadLetter.self, from: [UInt8]($0[2] as Data)))
                }
        }
        #expect(deadLetters.map(\.0) == ["broken", "plain", "sealed"])
        let texts = deadLetters.flatMap { [$0.1, String(decoding: Base64URL.decode($0.2.value ?? "") ?? [], as: UTF8.self)] }
        #expect(texts.allSatisfy { !$0.contains("c2VjcmV0") && !$0.contains("a2V5") })
        #expect(texts.prefix(4) == ["null", "null", #"{"account":1}"#, #"{"account":1}"#])
        let kept = try JSON.decode(JSONValue.self, from: Array(texts[4].utf8))
        #expect(kept == ["account": 1, "amount": 2, "password": "sealed", "more": [["x": "sealed"]]] && texts[4] == texts[5])
        #expect(deadLetters.last?.2.valueBytes == sealed.utf8.count)
    }

    // MARK: - Older than the inbox

    @Test("""
        What is older than the inbox remembers is put aside, unless its place says that it is new, and taken when a person says so (12.B3)
        """)
    func olderThanTheInbox() throws {
        let shard = try Shard()
        let old = shard.now - .days(8)
        #expect(try shard.apply(Deposit(account: "a", amount: 1), id: "late", time: old).deadLettered == 1)
        #expect(try shard.file.read { try String.fetchOne($0, sql: "SELECT reason FROM souk_dead_letter") }?.hasPrefix(
            "older than the inbox remembers") == true)
        #expect(try shard.apply(Deposit(account: "a", amount: 1), id: "late",
                                time: old) { $0.attributes[Envelope.lateAttribute] = "accepted" }.applied == 1)
        #expect(try shard.balance == 1 && shard.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 0)
        func forwarded(_ id: String, _ place: String) throws -> ShardApplier.Outcome {
            let envelope = Envelope(id: id, type: Deposit.type, source: "/shop", time: old, tenant: shard.tenant, correlationID: id,
                                    value: try JSON.encode(Deposit(account: "a", amount: 10)))
            return try shard.apply(envelope, more: [RecordHeader("forwarded-from", place)])
        }
        // A service that was away for long applies what it missed, and recognizes a duplicate later.
        #expect(try forwarded("one", "shop.events/0/5").applied == 1)
        #expect(try forwarded("two", "shop.events/0/6").applied == 1)
        try shard.file.write { try $0.execute(sql: "DELETE FROM souk_inbox WHERE id = 'one'") }
        try shard.file.write { try shard.applier.begin($0, reload: true) }
        #expect(try forwarded("one", "shop.events/0/5").outdated == 1)
        #expect(try forwarded("two", "shop.events/0/6").duplicates == 1)
        #expect(try shard.balance == 21)
        // An offset in a recreated topic says nothing about the old topic's records.
        #expect(try forwarded("three", "shop.events/0/0/1").deadLettered == 1)
        #expect(try forwarded("four", "shop.events/0/7/1").deadLettered == 1)
        #expect(try forwarded("five", "shop.events/0/7").deadLettered == 1)
        #expect(try shard.balance == 21)
    }

    // MARK: - Before the tenant

    @Test("What comes before its tenant's definition keeps its whole value and its headers (12.B5, E15)")
    func earlyArrival() throws {
        let shard = try Shard(tenant: false)
        let account = String(repeating: "a", count: 300_000)
        try shard.apply(Deposit(account: account, amount: 3), id: "first") {
            $0.principal = Principal(userID: "u1", roles: ["r"], sessionID: "s")
        }
        try shard.apply(Deposit(account: account, amount: 4), id: "second")
        #expect(try shard.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM souk_dead_letter") } == 2)
        shard.now = shard.now + .seconds(5)
        try shard.define()
        #expect(try shard.file.read { try Int.fetchOne($0, sql: "SELECT balance FROM account WHERE id = ?", arguments: [account]) } == 7)
        #expect(try shard.file.read { try String.fetchOne($0, sql: "SELECT principal FROM souk_inbox WHERE id = 'first'") } == "u1")
        let left = try shard.file.read {
            try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM souk_dead_letter) + (SELECT count(*) FROM souk_early_arrival)")
        }
        #expect(left == 0)
        #expect(try shard.replaysTheSame())
    }
}
