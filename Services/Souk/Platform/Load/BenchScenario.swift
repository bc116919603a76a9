import Kernel
import NIOCore

/// One kind of request that is measured, and what its time is compared with.
struct BenchScenario: Sendable {
    let name: String
    let title: String
    /// Broker round trips on the critical path (two records, there and back, are one).
    let roundTrips: Double
    let success: Set<Int>
    let isCommand: Bool
    let requests: LoadGenerator.Source
    /// Sign-ins that go on beside what is measured, see `LoginStorm`.
    var logins: LoadGenerator.Source?
}

/// The bench tenant's people and events, and the requests made of them.
package struct BenchScript {
    let installation: Installation
    let basePath: String
    let tokens: [String]

    static let tenant = "bench"
    package static let userCount = 40
    package static let eventCount = 40
    static let ownerNumber = 1
    static func email(_ n: Int) -> String { "buyer\(n)@bench.example" }
    static let password = "bench-only-2026"
    private static let signInTriesMax = 6

    /// Signs every buyer in.
    init(_ installation: Installation, basePath: String) throws {
        self.installation = installation
        self.basePath = basePath
        let bar = ProgressBar("buyers signed in", total: Self.userCount)
        tokens = try (1...Self.userCount).map { n in
            let body = try JSON.encode(["email": .string(Self.email(n)), "password": .string(Self.password)] as JSONValue)
            func ask() throws -> LocalHTTP.Response {
                try LocalHTTP.request("POST", installation.gatewayAddress, basePath + "/auth/login",
                                      headers: ["content-type": "application/json"], body: body, timeout: .seconds(30))
            }
            // Beside a broker that takes every processor a sign-in can last longer than a request may wait.
            var (answer, tries) = (try ask(), 1)
            while answer.status == 202, tries < Self.signInTriesMax { (answer, tries) = (try ask(), tries + 1) }
            guard answer.status == 200, let token = answer.json["token"]?.string else {
                throw LocalHTTP.Failed(description: "POST \(basePath)/auth/login answers \(answer.status): \(answer.text.prefix(300))")
            }
            bar.advance()
            return token
        }
        bar.finish()
    }

    var scenarios: [BenchScenario] {
        [
            BenchScenario(name: "favorite", title: "favourite an event", roundTrips: 1, success: [200], isCommand: true,
                          requests: favorites()),
            BenchScenario(name: "event", title: "one event", roundTrips: 1, success: [200], isCommand: false,
                          requests: reads { "/events/\(DemoID.event($0))" }),
            BenchScenario(name: "list", title: "list of 20 events", roundTrips: 1, success: [200], isCommand: false,
                          requests: reads { "/events?perPage=20&page=\($0 % 2 + 1)" }),
            // place → claim → claimed → reply: four records in a row.
            BenchScenario(name: "free-order", title: "free ticket order", roundTrips: 2, success: [201], isCommand: true,
                          requests: orders(type: 2)),
            // place → claim → claimed → create intent → created → reply: six records in a row.
            BenchScenario(name: "paid-order", title: "order to awaiting payment", roundTrips: 3, success: [201], isCommand: true,
                          requests: orders(type: 1)),
            // The same command twice: alone, and while others sign in as fast as they are let.
            BenchScenario(name: LoginStorm.name, title: "set a push token", roundTrips: 1, success: [200], isCommand: true,
                          requests: pushTokens()),
            BenchScenario(name: LoginStorm.name, title: "push token, logins beside", roundTrips: 1, success: [200], isCommand: true,
                          requests: pushTokens(), logins: logins()),
        ]
    }

    /// A new token each time, so that every request changes a row.
    private func pushTokens() -> LoadGenerator.Source {
        let made = (0..<50).flatMap { round in (0..<Self.userCount).map { user in
            request("POST", "/auth/push-token", user: user, body: Array("{\"pushToken\":\"device-\(user)-\(round)\"}".utf8))
        } }
        return { made[$0 % made.count] }
    }

    private func logins() -> LoadGenerator.Source {
        let made = (1...Self.userCount).map { n in
            request("POST", "/auth/login", user: nil,
                    body: Array("{\"email\":\"\(Self.email(n))\",\"password\":\"\(Self.password)\"}".utf8))
        }
        return { made[$0 % made.count] }
    }

    private func request(_ method: String, _ path: String, user: Int?, body: [UInt8] = []) -> ByteBuffer {
        var text = "\(method) \(basePath)\(path) HTTP/1.1\r\nhost: \(installation.gatewayAddress)\r\naccept: application/json\r\n"
        if let user { text += "authorization: Bearer \(tokens[user])\r\n" }
        if !body.isEmpty { text += "content-type: application/json\r\ncontent-length: \(body.count)\r\n" }
        if body.isEmpty, method != "GET" { text += "content-length: 0\r\n" }
        return ByteBuffer(bytes: Array((text + "\r\n").utf8) + body)
    }

    /// On and off, so that every request changes a row: all pairs are set before the first is taken back.
    private func favorites() -> LoadGenerator.Source {
        let pairs = (0..<Self.userCount).flatMap { user in (1...Self.eventCount).map { (user, $0) } }
        let made = ["PUT", "DELETE"].flatMap { method in
            pairs.map { request(method, "/events/\(DemoID.event($0.1))/favorite", user: $0.0) }
        }
        return { made[$0 % made.count] }
    }

    private func reads(_ path: (Int) -> String) -> LoadGenerator.Source {
        let made = (1...Self.eventCount).map { request("GET", path($0), user: nil) }
        return { made[$0 % made.count] }
    }

    private func orders(type: Int) -> LoadGenerator.Source {
        let made = (1...Self.eventCount).flatMap { event in
            (0..<Self.userCount).map { user in
                let item: JSONValue = ["ticketTypeId": .string(DemoID.ticketType(event: event, type)), "quantity": 1]
                let body: JSONValue = ["eventId": .string(DemoID.event(event)), "items": [item]]
                return request("POST", "/orders", user: user, body: (try? JSON.encode(body)) ?? [])
            }
        }
        return { made[$0 % made.count] }
    }
}
