import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import Synchronization
import TestKit
import Testing

@Suite("Operations are readable wherever one asks")
struct OperationTests {
    @Test("An operation answers on the other instance at once, while it is pending and after; only for whoever made it (12.D1)")
    func everywhere() async throws {
        let (one, two) = try await Shop.two()
        let headers = ["Authorization": "Bearer \(try Shop.token("u-1"))"]
        let accepted = try await one.client.post("/t/demo/api/v1/silent", "{}", headers.merging(["Prefer": "respond-async"]) { $1 })
        let location = try #require(accepted["Location"])
        #expect(try await two.client.get(location, headers).json["status"] == "pending")
        #expect(try await two.client.get(location).status == 404)
        #expect(try await two.client.get(location, ["Authorization": "Bearer \(try Shop.token("u-2"))"]).status == 404)
        #expect(try await two.client.get("/t/demo/api/v1/operations/unknown", headers).status == 404)
        one.speak()
        for shop in [two, one] {
            try await poll { try await shop.client.get(location, headers).json["status"] == "succeeded" }
            #expect(try await shop.client.get(location, headers).json["response"]
                == ["status": 200, "headers": [:], "body": ["wasSilent": true]])
        }
        await two.stop()
        await one.stop()
    }

    @Test("An operation tells its Location, and of a refusal how long to wait (12.D1)")
    func headers() async throws {
        let (one, two) = try await Shop.two()
        let headers = ["Prefer": "respond-async", "Authorization": "Bearer \(try Shop.token("u-1", roles: ["organizer"]))"]
        let made = try #require(try await one.client.post("/t/demo/api/v1/things", #"{"name":"Tea"}"#, headers)["Location"])
        try await poll { try await two.client.get(made, headers).json["status"] == "succeeded" }
        let answer = try await two.client.get(made, headers).json["response"]
        #expect(answer?["status"] == 201 && answer?["headers"] == ["Location": "/t/demo/api/v1/things/42"])
        one.service.isHeld.withLock { $0 = true }
        let refused = try #require(try await one.client.post("/t/demo/api/v1/held", "{}", headers)["Location"])
        try await poll { try await two.client.get(refused, headers).json["status"] == "failed" }
        #expect(try await two.client.get(refused, headers).json["response"]?["headers"] == ["Retry-After": "1"])
        await two.stop()
        await one.stop()
    }

    @Test("""
        Who asked not to wait is told of an operation, even when the answer is quicker than the log's word that it has the request (12.D1)
        """)
    func quickAnswer() async throws {
        let completed = Mutex<[String]>([])
        let (sent, announce) = AsyncStream<Void>.makeStream()
        let pending = PendingRequests(
            limits: .init(), resent: Metrics().counter("resent", "Requests that were sent again."),
            send: { _, _ in announce.yield() },
            complete: { ticket, reply in completed.withLock { $0.append("\(ticket.id) \(reply.status)") } })
        let ticket = OperationTicket(id: "r-1", tenant: "demo", principal: OperationTicket.guest, service: "shop")
        let record = OutgoingRecord(topic: "shop.commands", key: [], value: [], headers: [RecordHeader("ce_id", "r-1")])
        async let outcome = pending.ask("r-1", record, fingerprint: nil, ticket: ticket, waitMilliseconds: 0)
        for await _ in sent { break }
        pending.deliver([ReceivedReply(requestID: "r-1", status: 503, body: [])])
        guard case .late(isInLog: true) = await outcome else {
            Issue.record("answered instead of accepted")
            return
        }
        #expect(completed.withLock { $0 } == ["r-1 503"])
    }

    @Test("An operation that failed with \"try again\" is pending again once its key is tried again, on every instance (12.A3)")
    func triedAgain() async throws {
        let (one, two) = try await Shop.two()
        let headers = ["Prefer": "respond-async", "Idempotency-Key": "k", "Authorization": "Bearer \(try Shop.token("u-1"))"]
        one.service.isHeld.withLock { $0 = true }
        let location = try #require(try await one.client.post("/t/demo/api/v1/held", "{}", headers)["Location"])
        for shop in [one, two] { try await poll { try await shop.client.get(location, headers).json["status"] == "failed" } }
        one.service.isHeld.withLock { $0 = false }
        #expect(try await two.client.post("/t/demo/api/v1/held", "{}", headers)["Location"] == location)
        for shop in [one, two] { try await poll { try await shop.client.get(location, headers).json["status"] == "succeeded" } }
        #expect(one.service.done.withLock { $0 } == 1)
        await two.stop()
        await one.stop()
    }

    @Test("An answer sealed to an earlier process of this instance is not the end of its request: the service answers again (12.D1)")
    func sealedToAnother() async throws {
        let completed = Mutex<[Int]>([])
        let pending = PendingRequests(
            limits: .init(), resent: Metrics().counter("resent", "Requests that were sent again."), send: { _, _ in },
            complete: { _, reply in completed.withLock { $0.append(reply.status) } }, canOpen: { $0.status != 200 })
        let ticket = OperationTicket(id: "r-1", tenant: "demo", principal: OperationTicket.guest, service: "shop")
        pending.resume([(ticket, OutgoingRecord(topic: "shop.commands", key: [], value: [], headers: [RecordHeader("ce_id", "r-1")]))])
        var lost = ReceivedReply(requestID: "r-1", status: 200, body: []), ours = ReceivedReply(requestID: "r-1", status: 201, body: [])
        (lost.sealedBy, ours.sealedBy) = ("key", "key")
        pending.deliver([lost])
        #expect(pending.knows("r-1") && completed.withLock { $0 }.isEmpty)
        pending.deliver([ours])
        #expect(!pending.knows("r-1") && completed.withLock { $0 } == [201])
    }

    @Test("A client that asks again after its gateway died never gets the answer that was sealed to the dead process (12.D1)")
    func sealedToTheDead() async throws {
        let pending = PendingRequests(limits: .init(), resent: Metrics().counter("resent", "Requests that were sent again."),
                                      send: { _, _ in }, complete: { _, _ in }, canOpen: { $0.status != 200 })
        let ticket = OperationTicket(id: "r-1", tenant: "demo", principal: OperationTicket.guest, service: "shop")
        let record = OutgoingRecord(topic: "shop.commands", key: [], value: [], headers: [RecordHeader("ce_id", "r-1")])
        async let outcome = pending.ask("r-1", record, fingerprint: nil, ticket: ticket, waitMilliseconds: 60_000)
        try await poll { pending.knows("r-1") }
        var lost = ReceivedReply(requestID: "r-1", status: 200, body: []), ours = ReceivedReply(requestID: "r-1", status: 201, body: [])
        (lost.sealedBy, ours.sealedBy) = ("key", "key")
        pending.deliver([lost])
        #expect(pending.knows("r-1"))
        pending.deliver([ours])
        guard case .reply(let reply, _) = await outcome else {
            Issue.record("the request has no reply")
            return
        }
        #expect(reply.status == 201)
    }

    @Test("An instance that was ready stays so when the log is another one, and says 503 for an operation that nobody can know yet (12.D1)")
    func anotherLog() async throws {
        let (one, two) = try await Shop.two()
        let location = try #require(try await one.client.post("/t/demo/api/v1/silent", "{}", ["Prefer": "respond-async"])["Location"])
        try await poll { try await two.client.get(location).json["status"] == "pending" }
        await two.stop()
        let restarted = try await Shop({ [settings = one.settings] in
            ($0.partition, $0.secretFile) = (1, settings.dataDirectory + "/gateway/secret")
        }, log: one.log, isServing: false)
        #expect(!restarted.gateway.missing.contains("the operations of other instances"))
        one.log.remake(Topics.operations)
        one.log.isDown = true
        #expect(try await restarted.client.get("/t/demo/api/v1/operations/unknown").status == 503)
        one.log.isDown = false
        #expect(!restarted.gateway.missing.contains("the operations of other instances"))
        #expect(try await restarted.client.get("/t/demo/api/v1/operations/unknown").status == 404)
        await restarted.stop()
        await one.stop()
    }

    @Test("""
        A guest's operation belongs to whoever knows its id, from any address; an answer with secrets is given once, with its Location, \
        of all instances (12.D1)
        """)
    func onceOnly() async throws {
        let (one, two) = try await Shop.two()
        let accepted = try await one.client.post("/t/demo/api/v1/keys", "{}", ["Prefer": "respond-async", "Idempotency-Key": "k"])
        let location = try #require(accepted["Location"])
        for shop in [one, two] { try await poll { try await shop.client.send("HEAD", location)["Retry-After"] == nil } }
        async let here = one.client.get(location)
        async let there = two.client.get(location)
        let answers = try await [here, there].map { $0.json["response"] }
        let bodies = answers.map { $0?["body"] }
        #expect(bodies.filter { $0 == ["token": "very secret"] }.count == 1)
        #expect(bodies.filter { $0 == JSONValue.null }.count == 1)
        #expect(answers.filter { $0?["headers"] == ["Location": "/t/demo/api/v1/keys/k-1"] }.count == 1)
        for shop in [one, two] {
            let again = try await shop.client.get(location).json
            #expect(again["status"] == "succeeded" && again["response"]?["body"] == .null)
            #expect(again["response"]?["headers"] == .object([:]))
        }
        #expect(
            one.log.records(of: Topics.operations).allSatisfy { $0.value.map { Data($0).range(of: Data("secret".utf8)) == nil } ?? true })
        await two.stop()
        await one.stop()
    }

    @Test("An instance that is gone for good takes no operation with it: another one asks the service for the answer (12.D1)")
    func adopted() async throws {
        let (one, two) = try await Shop.two()
        let accepted = try await two.client.post("/t/demo/api/v1/silent", "{}", ["Prefer": "respond-async"])
        let location = try #require(accepted["Location"])
        await two.stop()
        one.speak()
        try await poll(seconds: 30) { try await one.client.get(location).json["status"] == "succeeded" }
        await one.stop()
    }
}
