import AuthService
import AuthSignIn
import Contracts
import Kernel
import Messaging
import ServiceKit
import Synchronization
import Testing
import TestKit

@Suite("Issuers that are asked for their keys") struct IssuerKeysTests {
    typealias Issuer = SocialSignInTests.Issuer

    /// An issuer with an address: what it answers, and how often it was asked.
    final class Server: Sendable {
        struct State {
            var asked: [String] = []
            var keys: [JSONValue] = []
            var isBroken = false
            var padding = 0
            var server: OperatorServer?
        }
        let state = Mutex(State())

        init(keys: [JSONValue]) throws {
            state.withLock { $0.keys = keys }
            let server = try OperatorServer(host: "127.0.0.1", port: 0) { [weak self] method, path in self?.answer(method, path) }
            state.withLock { $0.server = server }
        }
        var address: String { "http://127.0.0.1:\(state.withLock { $0.server?.port ?? 0 })" }
        var asked: [String] { state.withLock { $0.asked } }
        func close() { state.withLock { $0.server }?.close() }

        private func answer(_ method: String, _ path: String) -> OperatorServer.Response? {
            let (keys, isBroken, padding) = state.withLock { state in
                state.asked.append(path)
                return (state.keys, state.isBroken, state.padding)
            }
            if isBroken { return .init(500, "broken") }
            switch path {
            case "/jwks": return json(["keys": .array(keys), "padding": .string(String(repeating: " ", count: padding))])
            case "/.well-known/openid-configuration": return json(["issuer": .string(address), "jwks_uri": .string(address + "/jwks")])
            case "/other/.well-known/openid-configuration":
                return json(["issuer": .string(address), "jwks_uri": .string(address + "/jwks")])
            case "/moved": return .init(302, "")
            default: return nil
            }
        }
        private func json(_ value: JSONValue) -> OperatorServer.Response {
            .init(200, (try? JSON.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "", contentType: "application/json")
        }
    }

    private func auth(issuer: String = "https://issuer.example", keysURL: String?,
                      _ more: [String: JSONValue] = [:]) throws -> AuthHarness {
        var provider: [String: JSONValue] = ["issuers": [.string(issuer)], "audiences": ["eventpass-ios"]]
        if let keysURL { provider["keysURL"] = .string(keysURL) }
        return try AuthHarness(["identityProviders": ["google": .object(provider)]].merging(more) { _, new in new })
    }
    private func signIn(_ auth: AuthHarness, _ token: String) throws -> Reply {
        try #require(try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, ["provider": "google", "idToken": auth.sealed(token)]))
    }

    @Test("Keys come from the tenant's address, once for many tokens, kinds nobody knows do not matter")
    func fetched() throws {
        let issuer = Issuer()
        let server =
            try Server(keys: [["kty": "oct", "k": "AAAA"], ["kty": "EC", "crv": "P-521", "kid": "k1", "x": "AA", "y": "AA"], issuer.jwk])
        defer { server.close() }
        let auth = try auth(keysURL: server.address + "/jwks")
        for _ in 1...3 { #expect(try signIn(auth, issuer.token(auth.shard.now)).status == 200) }
        #expect(server.asked == ["/jwks"])
    }

    @Test("An issuer that says where its keys are is found by its name alone; a document about another issuer counts for nothing")
    func discovered() throws {
        let issuer = Issuer()
        let server = try Server(keys: [issuer.jwk])
        defer { server.close() }
        let found = try auth(issuer: server.address, keysURL: nil)
        #expect(try signIn(found, issuer.token(found.shard.now, ["iss": .string(server.address)])).status == 200)
        #expect(server.asked == ["/.well-known/openid-configuration", "/jwks"])
        let other = try auth(issuer: server.address + "/other", keysURL: nil)
        #expect(try signIn(other, issuer.token(other.shard.now, ["iss": .string(server.address + "/other")])).status == 503)
    }

    @Test("A token that could not be good anyway makes nobody ask; a made-up key id makes us ask once a minute, not more")
    func bounded() throws {
        let issuer = Issuer()
        let server = try Server(keys: [issuer.jwk])
        defer { server.close() }
        let auth = try auth(keysURL: server.address + "/jwks")
        for bad in ["x", "a.b.c", try issuer.token(auth.shard.now, ["aud": "another"]),
                    try issuer.token(auth.shard.now, header: ["alg": "none", "kid": "k1"])] {
            #expect(try signIn(auth, bad).status == 401)
        }
        #expect(server.asked.isEmpty)
        for n in 1...5 {
            #expect(try signIn(auth, issuer.token(auth.shard.now, header: ["alg": "ES256", "kid": .string("made-up-\(n)")])).status == 401)
        }
        #expect(server.asked.count == 1)
        #expect(try signIn(auth, issuer.token(auth.shard.now)).status == 200)
        #expect(server.asked.count == 1)
    }

    @Test("""
        An issuer that renews its keys is asked again: for a key nobody knows after a minute, for all of them after an hour; gone, \
        it is believed for a day
        """)
    func renewed() throws {
        let (old, new) = (Issuer(), Issuer(kid: "k2"))
        let server = try Server(keys: [old.jwk])
        defer { server.close() }
        let auth = try auth(keysURL: server.address + "/jwks")
        #expect(try signIn(auth, old.token(auth.shard.now)).status == 200)
        server.state.withLock { $0.keys = [old.jwk, new.jwk] }
        let header: JSONValue = ["alg": "ES256", "kid": "k2"]
        #expect(try signIn(auth, new.token(auth.shard.now, header: header)).status == 401, "asked less than a minute ago")
        try auth.shard.advance(by: .minutes(1))
        #expect(try signIn(auth, new.token(auth.shard.now, header: header)).status == 200)
        server.state.withLock { $0.keys = [new.jwk] }
        try auth.shard.advance(by: .minutes(59))
        #expect(try signIn(auth, old.token(auth.shard.now)).status == 200)
        try auth.shard.advance(by: .minutes(1))
        #expect(try signIn(auth, old.token(auth.shard.now)).status == 401, "taken back by its issuer")
        #expect(server.asked.count == 3)
        server.state.withLock { $0.isBroken = true }
        try auth.shard.advance(by: .hours(23))
        #expect(try signIn(auth, new.token(auth.shard.now, header: header)).status == 200)
        try auth.shard.advance(by: .hours(1))
        #expect(try signIn(auth, new.token(auth.shard.now, header: header)).status == 503)
    }

    @Test("An issuer that is broken, moved, endless or not there is 503 with the time to come back, never a sign-in")
    func unusable() throws {
        let issuer = Issuer()
        let server = try Server(keys: [issuer.jwk])
        defer { server.close() }
        for path in ["/broken", "/moved", "/jwks"] {
            server.state.withLock { ($0.isBroken, $0.padding) = (path == "/broken", 300_000) }
            let auth = try auth(keysURL: server.address + path)
            let reply = try signIn(auth, issuer.token(auth.shard.now))
            #expect(reply.status == 503 && reply.slug == "service-unavailable" && reply.json["retryAfterSeconds"] == 60, "\(path)")
        }
        let nobody = try auth(keysURL: "http://127.0.0.1:1/jwks")
        #expect(try signIn(nobody, issuer.token(nobody.shard.now)).status == 503)
    }

    @Test("Only https is asked; http is for sandboxes")
    func schemes() throws {
        let check = try #require(Auth.contents.plugins.first { $0.name == "oidc" }).check
        func paths(_ provider: JSONValue, sandbox: Bool) -> [String] {
            var definition = AuthHarness.definition(["identityProviders": ["google": provider]])
            definition.sandbox = sandbox
            return check(definition.settings["auth"] ?? nil, definition).map(\.path)
        }
        let plain: JSONValue = ["issuers": ["https://i.example"], "audiences": ["a"], "keysURL": "http://i.example/jwks"]
        #expect(paths(plain, sandbox: true).isEmpty && paths(plain, sandbox: false) == ["identityProviders.google.keysURL"])
        let discovered: JSONValue = ["issuers": ["http://i.example"], "audiences": ["a"]]
        #expect(paths(discovered, sandbox: true).isEmpty && paths(discovered, sandbox: false) == ["identityProviders.google.issuers"])
        for bad in ["file:///etc/passwd", "ftp://i.example/", "/jwks"] {
            #expect(!paths(["issuers": ["https://i.example"], "audiences": ["a"], "keysURL": .string(bad)], sandbox: true).isEmpty,
                    "\(bad)")
        }
    }
}
