// Long: one suite with the helpers that all of its tests use.
import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import Testing

@Suite("What happens is seen at once by those who may see it")
struct LiveTests {
    private func subscribe(_ socket: OpenConnection, _ topic: String) async throws {
        socket.say(#"{"subscribe":"\#(topic)","ref":"\#(topic)"}"#)
        try await poll { socket.messages.contains { $0["ref"] == .string(topic) } }
    }
    private static let ended: MessageType = SessionRevoked.type

    @Test("A WebSocket is opened as RFC 6455 says, and refused with what is missing")
    func handshake() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        #expect(socket.text.hasPrefix("HTTP/1.1 101 ") && socket.text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        let path = "/t/demo/api/v1/ws"
        let plain = try await shop.client.get(path)
        #expect(try await shop.client.get("/t/quiet/api/v1/ws").status == 401)
        #expect(plain.status == 426 && plain["Upgrade"] == "websocket" && plain["Sec-WebSocket-Version"] == "13")
        let upgrade = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
        #expect(try await shop.client.get(path, upgrade.merging(["Sec-WebSocket-Key": "short"]) { $1 }).status == 400)
        let bad = try await shop.client.get(path + "?access_token=no-token",
                                            upgrade.merging(["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]) { $1 })
        #expect(bad.status == 401 && bad.json["slug"] == "invalid-token" && !bad.text.contains("no-token"))
        #expect(try await shop.client.send("POST", path).status == 405)
        await shop.stop()
    }

    @Test("Everybody sees what is theirs: by the users an event names, by what a service answers, by role; guests what is for all")
    func audiences() async throws {
        let shop = try await Shop()
        let one = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        let two =
            try await OpenConnection.webSocket(shop.client, "/t/demo/api/v1/ws?access_token=\(try Shop.token("u-2", roles: ["organizer"]))")
        let guest = try await OpenConnection.webSocket(shop.client)
        for topic in ["orders/mine", "orders/o-1", "listings/t-1"] { try await subscribe(one, topic) }
        for topic in ["orders/mine", "sales/mine"] { try await subscribe(two, topic) }
        try await subscribe(guest, "listings/t-1")
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-1", "organizerId": "u-2", "people": [["id": "u-3"]]],
                      id: "e-1")
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 3, "secretMargin": 9], id: "e-2")
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-2", "stillLeft": 4], id: "e-3")
        try await poll { one.messages.count == 6 && two.messages.count == 3 && guest.messages.count == 2 }
        let order = one.messages.filter { $0["type"] == "order.updated" }
        #expect(Set(order.compactMap { $0["topic"]?.string }) == ["orders/mine", "orders/o-1"]
            && order.allSatisfy { $0["id"] == "e-1" && $0["at"] != nil })
        #expect(two.messages.last?["topic"] == "sales/mine" && two.messages.last?["data"]?["orderId"] == "o-1")
        #expect(guest.messages.last?["data"] == ["thingId": "t-1", "stillLeft": 3] && guest.messages.last?["type"] == "availability")
        one.say(#"{"unsubscribe":"orders/mine","ref":1}"#)
        try await poll { one.messages.last?["unsubscribed"] == "orders/mine" }
        try shop.emit("shop.order-changed.v1", ["orderId": "o-2", "userId": "u-1"])
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 2])
        try await poll { one.messages.last?["type"] == "availability" }
        #expect(one.messages.filter { $0["type"] == "order.updated" }.count == 2)
        await shop.stop()
    }

    @Test("A feed with names and words of an app shows the event in them")
    func words() async throws {
        let shop = try await Shop()
        let one = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        try await subscribe(one, "visits/mine")
        try shop.emit("shop.visit-booked.v1", ["providerId": "u-2", "by": "provider", "note": "provider"], id: "e-1")
        try shop.emit("shop.visit-booked.v1", ["providerId": "u-1", "by": "provider", "note": "provider"], id: "e-2")
        try shop.emit("shop.visit-booked.v1", ["providerId": "u-1", "by": "system"], id: "e-3")
        try await poll { one.messages.last?["id"] == "e-3" }
        let seen = one.messages.filter { $0["type"] == "visit.booked" }.map { $0["data"] }
        #expect(seen == [["artistId": "u-1", "by": "artist", "note": "provider"], ["artistId": "u-1", "by": "system"]])
        await shop.stop()
    }

    @Test("A topic that is not for somebody is answered with the problem, and the connection goes on")
    func refusals() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-2"))
        let guest = try await OpenConnection.webSocket(shop.client)
        for topic in ["orders/o-1", "sales/mine", "nothing/here", "meals/1", "payments/1", "listings/", "listings/a/b"] {
            socket.say(#"{"subscribe":"\#(topic)"}"#)
        }
        guest.say(#"{"subscribe":["orders/mine"]}"#)
        socket.say("no json")
        socket.say(#"{"other":1}"#)
        try await poll { socket.messages.count == 9 && guest.messages.count == 1 }
        let byTopic = Dictionary(socket.messages.map { ($0["topic"]?.string ?? "-", $0["error"]?["status"]) }) { first, _ in first }
        #expect(
            byTopic == [
                "orders/o-1": 404, "sales/mine": 403, "nothing/here": 404, "meals/1": 404, "payments/1": 404, "listings/": 404,
                "listings/a/b": 404, "-": 400
            ])
        #expect(socket.messages.contains { $0["error"]?["slug"] == "role-required" && $0["error"]?["requiredRole"] == "organizer" })
        #expect(guest.messages[0]["error"]?["status"] == 401)
        try await subscribe(socket, "listings/t-1")
        await shop.stop()
    }

    @Test("The first frame of a topic can be how things are now")
    func snapshot() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        socket.say(#"{"subscribe":"jobs/j-1"}"#)
        try await poll { !socket.messages.isEmpty }
        #expect(socket.messages[0]["type"] == "job.snapshot")
        #expect(socket.messages[0]["data"] == ["jobId": "j-1", "status": "taken", "version": 3])
        await shop.stop()
    }

    @Test("After a first frame comes no event that is older, whenever it arrives")
    func oldNews() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        try shop.emit("shop.job-changed.v1", ["jobId": "j-1", "status": "open", "version": 1])
        try await subscribe(socket, "jobs/j-1")
        for (status, version) in [("offered", 2), ("taken", 3), ("done", 4)] {
            try shop.emit("shop.job-changed.v1", ["jobId": "j-1", "status": .string(status), "version": .int(version)])
        }
        try shop.emit("shop.job-changed.v1", ["jobId": "j-1", "note": "of no version"])
        try await poll { socket.messages.last?["data"]?["note"] != nil }
        #expect(socket.messages.filter { $0["type"] == "job.changed" }.map { $0["data"]?["status"] } == ["done", nil])
        await shop.stop()
    }

    @Test("What makes no version of its own is shown after the first frame, unless it is of an older version")
    func newsOfSameVersion() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        try await subscribe(socket, "jobs/j-1")
        for (place, version) in [("far", 2), ("near", 3), ("there", 4)] {
            try shop.emit("shop.job-moved.v1", ["jobId": "j-1", "place": .string(place), "version": .int(version)])
        }
        try await poll { socket.messages.last?["data"]?["place"] == "there" }
        #expect(socket.messages.filter { $0["type"] == "job.location" }.map { $0["data"]?["place"] } == ["near", "there"])
        await shop.stop()
    }

    @Test("What is no object is shown to nobody, and what comes after it is")
    func noObject() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client)
        try await subscribe(socket, "listings/t-1")
        let before = socket.messages.count
        for payload: JSONValue in [[["thingId": "t-1", "stillLeft": 1]], "t-1", .null] { try shop.emit("shop.stock-changed.v1", payload) }
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 2])
        try await poll { socket.messages.count > before }
        #expect(socket.messages.dropFirst(before).map { $0["data"]?["stillLeft"] } == [2])
        await shop.stop()
    }

    @Test("An event can put somebody out of its topic")
    func unsubscribes() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        try await subscribe(socket, "orders/o-1")
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "formerCourierId": "u-1"])
        try await poll { socket.messages.count == 3 }
        #expect(socket.messages[1]["type"] == "order.updated" && socket.messages[2]["error"]?["status"] == 403)
        #expect(socket.messages[2]["topic"] == "orders/o-1")
        await shop.stop()
    }

    @Test("An event can be kept from users that it names, and others see it")
    func hidden() async throws {
        let shop = try await Shop()
        let customer = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        let owner = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-3"))
        for socket in [customer, owner] { try await subscribe(socket, "orders/o-1") }
        for (hidden, place) in [("u-1", 1), ("u-3", 2), ("u-1", 3)] {
            try shop.emit("shop.courier-moved.v1", ["orderId": "o-1", "location": .int(place), "hiddenFrom": [.string(hidden)]])
        }
        try await poll { owner.messages.count == 3 && customer.messages.count == 2 }
        #expect(owner.messages.dropFirst().map { $0["data"] } == [["location": 1], ["location": 3]])
        #expect(customer.messages.dropFirst().map { $0["data"] } == [["location": 2]])
        await shop.stop()
    }

    @Test("The end of a role closes the connections that rest on it, and no others (12.F30)")
    func roleEnd() async throws {
        let shop = try await Shop()
        let seller = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1", roles: ["attendee", "organizer"]))
        let buyer = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        try await subscribe(seller, "sales/mine")
        try await subscribe(buyer, "orders/mine")
        let envelope = Envelope(
            id: "r-1", type: RolesChanged.type, source: "/auth", time: .now(), tenant: "demo", correlationID: "r-1",
            value: try JSON.encode(RolesChanged(userId: "u-1", roles: ["attendee"])))
        _ = try shop.log.makeProducer(name: "auth").append([envelope.record(for: Topics.events("auth"))], timeout: .seconds(1))
        try await poll { seller.frames.last?.closeCode == 1008 && seller.isClosed }
        #expect(!buyer.isClosed)
        await shop.stop()
    }

    @Test("The end of a session closes its connections, and only its own")
    func sessionEnd() async throws {
        let shop = try await Shop()
        let token = try Shop.token("u-1", sid: "s-9")
        let socket = try await OpenConnection.webSocket(shop.client, token: token)
        let other = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1", sid: "s-8"))
        let stream = try OpenConnection(shop.client)
        stream.send("GET /t/demo/api/v1/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        try await subscribe(socket, "orders/mine")
        try await subscribe(other, "orders/mine")
        try await poll { stream.text.contains("retry:") }
        let ended = SessionRevoked(sessionId: "s-9", userId: "u-1", reason: "logout")
        let envelope = Envelope(
            id: "r-1", type: Self.ended, source: "/auth", time: .now(), tenant: "demo", correlationID: "r-1", value: try JSON.encode(ended))
        let producer = try shop.log.makeProducer(name: "auth")
        _ = try producer.append([OutgoingRecord(topic: Topics.events("auth"), key: nil, value: envelope.value, headers: envelope.headers)],
                                timeout: .seconds(1))
        try await poll { socket.frames.last?.closeCode == 1008 && socket.isClosed && stream.text.hasSuffix("0\r\n\r\n") }
        #expect(!other.isClosed)
        #expect(try await shop.client.get("/t/demo/api/v1/stream", ["Authorization": "Bearer \(token)"]).json["slug"] == "session-revoked")
        await shop.stop()
    }

    @Test("A connection ends within seconds after its token ran out, and watches nothing new until then; guests stay")
    func tokenEnd() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let token = try Shop.token("u-1")
        let socket = try await OpenConnection.webSocket(shop.client, token: token)
        let guest = try await OpenConnection.webSocket(shop.client)
        let stream = try OpenConnection(shop.client)
        stream.send("GET /t/demo/api/v1/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        try await subscribe(socket, "orders/mine")
        try await poll { stream.text.contains("retry:") }
        #expect(try await shop.client.post("/t/demo/api/v1/dev/clock", #"{"advance":"PT1H"}"#).status == 200)
        socket.say(#"{"subscribe":"orders/o-1","ref":"late"}"#)
        // Less than the time between pings.
        try await poll(seconds: 15) { socket.isClosed && stream.text.hasSuffix("0\r\n\r\n") }
        #expect(socket.frames.last?.closeCode == 1008)
        // It was refused, or the connection had ended before.
        #expect(socket.messages.dropFirst().allSatisfy { $0["error"]?["status"] == 401 && $0["error"]?["slug"] == "invalid-token" })
        try await subscribe(guest, "listings/t-1")
        await shop.stop()
    }

    @Test("A stream goes on after the last event that was seen; what repeats keeps its id, what is forgotten is told")
    func resume() async throws {
        let shop = try await Shop()
        let token = try Shop.token("u-1")
        func open(_ lastID: String?, _ topics: String = "?topics=orders/mine,listings/t-1") throws -> OpenConnection {
            let stream = try OpenConnection(shop.client)
            let last = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
            stream.send("GET /t/demo/api/v1/stream\(topics) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(last)\r\n")
            return stream
        }
        let first = try open(nil)
        try await poll { first.text.contains("retry:") }
        #expect(first.text.hasPrefix("HTTP/1.1 200") && first.text.contains("text/event-stream"))
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-1"], id: "e-1")
        try await poll { first.events.count == 1 }
        #expect(first.text.contains("id: e-1\ndata: {"))
        first.shut()
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 1], id: "e-2")
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-2"], id: "e-3")
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-1"], id: "e-4")
        // The same record twice, as a relay that was not sure may write it.
        try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-1"], id: "e-4")
        let guest = try await OpenConnection.webSocket(shop.client)
        try await subscribe(guest, "listings/t-1")
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 0], id: "e-5")
        try await poll { guest.messages.contains { $0["id"] == "e-5" } }
        let second = try open("e-1")
        try await poll { second.events.count == 3 }
        #expect(second.events.map { $0["id"] } == ["e-2", "e-4", "e-5"])
        let third = try open("long-gone")
        try await poll { !third.events.isEmpty }
        #expect(third.events[0]["type"] == "stream.reset")
        await shop.stop()
    }

    @Test("A stream that may show nothing is refused as a request is; without topics it shows what is one's own")
    func streamAccess() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/stream"
        #expect(try await shop.client.get(path).status == 401)
        let refused = try await shop.client.get(path + "?topics=orders/mine")
        #expect(refused.status == 401 && refused.json["slug"] == "sign-in-required" && refused["WWW-Authenticate"] == "Bearer")
        #expect(try await shop.client.get(path + "?topics=nothing").status == 404)
        #expect(try await shop.client.get(path + "?topics=orders/o-1&access_token=\(try Shop.token("u-2"))").status == 404)
        for query in ["?", "?topics=&"] {
            let own = try OpenConnection(shop.client)
            own.send("GET \(path)\(query)access_token=\(try Shop.token("u-1")) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await poll { own.text.contains("retry:") }
            try shop.emit("shop.order-changed.v1", ["orderId": "o-1", "userId": "u-1"])
            try await poll { own.events.count == 1 }
            #expect(!own.text.contains("role-required"), "what others have by their role is left out silently")
        }
        await shop.stop()
    }

    @Test("Who reads too slowly is dropped; the others go on")
    func slowReader() async throws {
        let shop = try await Shop()
        let slow = try await OpenConnection.webSocket(shop.client, isReading: false)
        let gauge = "souk_gateway_live_connections"
        slow.say(#"{"subscribe":"listings/t-1"}"#)
        let quick = try await OpenConnection.webSocket(shop.client)
        try await subscribe(quick, "listings/t-1")
        try await poll { shop.metrics.contains("\(gauge) 2") }
        let padding = String(repeating: "x", count: 20_000)
        var told = 0
        try await poll(seconds: 60) {
            for _ in 0..<20 { try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": .string(padding)]) }
            told += 20
            // No faster than the quick one reads: only who is slow has a queue.
            try await poll { quick.messages.count == told + 1 || quick.isClosed }
            return shop.metrics.contains("\(gauge) 1")
        }
        #expect(shop.metrics.contains("souk_gateway_live_dropped_total 1"))
        #expect(!quick.isClosed && quick.messages.count == told + 1)
        await shop.stop()
    }

    @Test("Frames that are none end the connection with the code that says why; pings are answered")
    func protocolErrors() async throws {
        let shop = try await Shop()
        func code(_ act: (OpenConnection) -> Void) async throws -> Int? {
            let socket = try await OpenConnection.webSocket(shop.client)
            act(socket)
            try await poll { socket.isClosed }
            return socket.frames.last?.closeCode
        }
        #expect(try await code { $0.say("{}", isMasked: false) } == 1002)
        #expect(try await code { $0.say("{}", opcode: 2) } == 1003)
        #expect(try await code { $0.say("{}", opcode: 3) } == 1002)
        #expect(try await code { $0.say("x", opcode: 0) } == 1002)
        #expect(try await code { $0.say(String(repeating: "x", count: 20_000)) } == 1009)
        #expect(try await code { $0.say("\u{3}\u{E8}", opcode: 8) } != nil)
        #expect(try await code { socket in for _ in 0...WebSocketLimits.messagesPerMinuteMax { socket.say("{}") } } == 1008)
        let socket = try await OpenConnection.webSocket(shop.client)
        socket.say("hello", opcode: 9)
        socket.say(#"{"subscr"#, isLast: false)
        socket.say(#"ibe":"listings/t-1","ref":1}"#, opcode: 0)
        try await poll {
            socket.frames.contains { $0.opcode == 10 && $0.data == Array("hello".utf8) }
                && socket.messages.first?["subscribed"] == "listings/t-1"
        }
        await shop.stop()
    }

    @Test("An app of snake_case sees snake_case")
    func snakeCase() async throws {
        let shop = try await Shop()
        let socket = try await OpenConnection.webSocket(shop.client, "/t/snake/api/v1/ws")
        try await subscribe(socket, "listings/t-1")
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 3], tenant: "snake")
        try await poll { socket.messages.count == 2 }
        #expect(socket.messages[1]["data"] == ["thing_id": "t-1", "still_left": 3])
        await shop.stop()
    }

    @Test("A process that ends finishes what is in hand, takes nothing new, and tells watchers to go")
    func drain() async throws {
        // What is in hand is answered in the end, however long a busy machine takes until then.
        let shop = try await Shop {
            $0.waitSeconds = 60
            $0.drainSeconds = 90
        }
        let socket = try await OpenConnection.webSocket(shop.client, token: try Shop.token("u-1"))
        let stream = try OpenConnection(shop.client)
        stream.send("GET /t/demo/api/v1/stream?topic=listings/t-1 HTTP/1.1\r\nHost: a\r\n\r\n")
        try await subscribe(socket, "orders/mine")
        try await poll { stream.text.contains("retry:") }
        async let pending = shop.client.post("/t/demo/api/v1/silent", "{}")
        try await poll { shop.received.contains { $0.type == "shop.silent.v1" } }
        await shop.web.drain()
        try await poll { socket.frames.last?.closeCode == 1001 && socket.isClosed && stream.text.hasSuffix("0\r\n\r\n") }
        try await poll { (try? OpenConnection(shop.client)) == nil }
        shop.speak()
        let answer = try await pending
        #expect(answer.status == 200 && answer.json["wasSilent"] == true)
        await shop.stop()
    }
}
