import AuthOpenID
import AuthService
import AuthSignIn
import Contracts
import Crypto
import Foundation
import Kernel
import Messaging
import Testing
import TestKit

@Suite("Signing in with another issuer") struct SocialSignInTests {
    /// An issuer of our own: what Google is to an app.
    struct Issuer {
        let key: P256.Signing.PrivateKey
        let kid: String
        init(kid: String = "k1") { (key, self.kid) = (P256.Signing.PrivateKey(), kid) }

        var jwk: JSONValue {
            let raw = Array(key.publicKey.rawRepresentation)
            return ["kty": "EC", "crv": "P-256", "kid": .string(kid), "x": .string(Base64URL.encode(raw.prefix(32))),
                    "y": .string(Base64URL.encode(raw.suffix(32)))]
        }
        var settings: [String: JSONValue] {
            ["identityProviders": ["google": ["issuers": ["https://issuer.example"], "audiences": ["eventpass-ios"], "keys": [jwk]]]]
        }
        func token(_ now: Timestamp, _ changes: [String: JSONValue?] = [:],
                   header: JSONValue = ["alg": "ES256", "kid": "k1"]) throws -> String {
            let seconds = Int(now.secondsSinceEpoch)
            var claims: [String: JSONValue] = [
                "iss": "https://issuer.example", "sub": "10769150350006150715113082367", "aud": "eventpass-ios", "iat": .int(seconds),
                "exp": .int(seconds + 600),
                "email": "jane@example.com", "email_verified": true, "name": "Jane Namutebi",
            ]
            for (name, value) in changes { claims[name] = value }
            let input = Base64URL.encode(try JSON.encode(header)) + "." + Base64URL.encode(try JSON.encode(JSONValue.object(claims)))
            return input + "." + Base64URL.encode(Array(try key.signature(for: Data(input.utf8)).rawRepresentation))
        }
    }

    func signIn(_ auth: AuthHarness, _ token: String, provider: String = "google", _ more: [String: JSONValue] = [:]) throws -> Reply {
        let body: [String: JSONValue] = ["provider": .string(provider), "idToken": try auth.sealed(token)]
        return try #require(try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, .object(body.merging(more) { _, new in new })))
    }

    @Test("RS256 is judged as RFC 7515 says (its example A.2)")
    func rs256() throws {
        let n = """
            ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt\
            0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0\
            LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qC\
            o5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2\
            PAcDTW9gb54h4FRWyuXpoQ
            """
        let signature = """
            cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W\
            2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK\
            5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6Bf\
            I7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB\
            p0igcN_IoypGlUPQGe77Rw
            """
        let text = Array(
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ".utf8)
        let key = try #require(try Self.rsa(n))
        #expect(key.algorithm == "RS256")
        let good = try #require(Base64URL.decode(signature))
        #expect(key.isValid(good, for: text))
        #expect(!key.isValid(good, for: text + [0]))
        #expect(!key.isValid(Array(good.dropLast()), for: text))
        #expect(!key.isValid([], for: text))
        #expect(!key.isValid([UInt8](repeating: 0, count: 256), for: text))
    }

    private static func rsa(_ n: String, _ e: String = "AQAB") throws -> PublicKeyJWK.Verifier? {
        try JSON.decode(PublicKeyJWK.self, from: JSON.encode(JSONValue.object(["kty": "RSA", "n": .string(n), "e": .string(e)]))).verifier
    }

    @Test("RSA keys that are too short, too long to verify with, or no keys are refused", arguments: [
        (128, "AQAB", false), (255, "AQAB", false), (256, "AQAB", true), (256, "Aw", true), (256, "AQ", false), (256, "AQAA", false),
        (256, "", false),
        (256, "_____________w", false), (1024, "AQAB", true), (1025, "AQAB", false), (4096, "AQAB", false), (0, "AQAB", false),
    ])
    func rsaKeys(bytes: Int, exponent: String, isUsable: Bool) throws {
        #expect(try (Self.rsa(Base64URL.encode([UInt8](repeating: 0xFF, count: bytes)), exponent) != nil) == isUsable)
        // Leading zeros are no part of the number.
        #expect(try (Self.rsa(Base64URL.encode([0, 0] + [UInt8](repeating: 0xFF, count: bytes)), exponent) != nil) == isUsable)
    }

    @Test("The first sign-in makes an account, the next finds it by issuer and subject, whatever the address is then")
    func accounts() throws {
        let issuer = Issuer()
        let auth = try AuthHarness(issuer.settings)
        let first = try signIn(auth, issuer.token(auth.shard.now))
        #expect(first.status == 200 && first.isSecret)
        #expect(first.json["user"]?["email"] == "jane@example.com" && first.json["user"]?["emailVerified"] == true)
        #expect(first.json["user"]?["name"] == "Jane Namutebi")
        #expect(try auth.shard.published(SessionStarted.self).map(\.method) == ["social"])
        let second = try signIn(auth, issuer.token(auth.shard.now, ["email": "other@example.com"]))
        #expect(second.json["user"]?["id"] == first.json["user"]?["id"] && second.json["user"]?["email"] == "jane@example.com")
        let stranger = try signIn(auth, issuer.token(auth.shard.now, ["sub": "2", "email": nil, "name": nil]), ["name": "Ann Lee"])
        #expect(stranger.json["user"]?["id"] != first.json["user"]?["id"] && stranger.json["user"]?["name"] == "Ann Lee")
        for record in auth.shard.log { #expect(!String(decoding: record.value ?? [], as: UTF8.self).contains("eyJ")) }
    }

    @Test("What an issuer tells is a name only if people may have it here; else the address names them",
          arguments: ["", "J", " ", "J\u{7}n"])
    func toldName(_ name: String) throws {
        let issuer = Issuer()
        let auth = try AuthHarness(issuer.settings)
        let made = try signIn(auth, issuer.token(auth.shard.now, ["name": .string(name)]))
        #expect(made.status == 200 && made.json["user"]?["name"] == "jane")
    }

    @Test("An account with that address is joined only if both sides have proved it")
    func joining() throws {
        let issuer = Issuer()
        let auth = try AuthHarness(issuer.settings)
        try auth.shard.receive(ImportAccount(id: "jane", name: "Jane", email: "jane@example.com", roles: ["attendee"]))
        #expect(try signIn(auth, issuer.token(auth.shard.now, ["email_verified": false])).slug == "account-exists")
        #expect(try signIn(auth, issuer.token(auth.shard.now, ["email_verified": "true"])).json["user"]?["id"] == "jane")
        try auth.register("ann@example.com")
        #expect(try signIn(auth, issuer.token(auth.shard.now, ["sub": "2", "email": "ann@example.com"])).slug == "account-exists",
                "registered, never verified")
    }

    @Test("A token that is not for us, not now, not theirs or not whole is refused", arguments: [
        "issuer", "audience", "several audiences", "azp", "expired", "not before", "issued later", "nonce missing", "nonce wrong",
        "alg none", "alg other", "kid", "crit",
        "signature", "cut", "other key", "no subject", "no expiry",
    ])
    func refused(_ what: String) throws {
        let issuer = Issuer()
        let auth = try AuthHarness(issuer.settings)
        let now = auth.shard.now, second = Int(now.secondsSinceEpoch)
        let good = try issuer.token(now)
        var more: [String: JSONValue] = [:]
        let token: String
        switch what {
        case "issuer": token = try issuer.token(now, ["iss": "https://issuer.example/"])
        case "audience": token = try issuer.token(now, ["aud": "another-app"])
        case "several audiences": token = try issuer.token(now, ["aud": ["eventpass-ios", "another-app"]])
        case "azp": token = try issuer.token(now, ["aud": ["eventpass-ios", "another-app"], "azp": "another-app"])
        case "expired": token = try issuer.token(now, ["exp": .int(second - 60)])
        case "not before": token = try issuer.token(now, ["nbf": .int(second + 61)])
        case "issued later": token = try issuer.token(now, ["iat": .int(second + 61)])
        case "nonce missing": token = try issuer.token(now, ["nonce": "n-0S6_WzA2Mj"])
        case "nonce wrong": (token, more) = (try issuer.token(now, ["nonce": "n-0S6_WzA2Mj"]), ["nonce": "another"])
        case "alg none":
            token = try issuer.token(now, header: ["alg": "none", "kid": "k1"]).split(separator: ".").prefix(2).joined(separator: ".") + "."
        case "alg other": token = try issuer.token(now, header: ["alg": "HS256", "kid": "k1"])
        case "kid": token = try issuer.token(now, header: ["alg": "ES256", "kid": "k2"])
        case "crit": token = try issuer.token(now, header: ["alg": "ES256", "kid": "k1", "crit": ["b64"]])
        case "signature": token = good.dropLast(4) + "AAAA"
        case "cut": token = String(good.dropLast(4))
        case "other key": token = try Issuer().token(now)
        case "no subject": token = try issuer.token(now, ["sub": nil])
        default: token = try issuer.token(now, ["exp": nil])
        }
        let reply = try signIn(auth, token, more)
        #expect(reply.status == 401 && reply.slug == "invalid-credentials")
        #expect(try signIn(auth, good).status == 200)
    }

    @Test("A nonce is compared, also as the SHA-256 that apps hand to Apple; several audiences need the party that asked")
    func accepted() throws {
        let issuer = Issuer()
        let auth = try AuthHarness(issuer.settings)
        let now = auth.shard.now
        let hashed = Hex.encode(SHA256.hash(data: Data("n-1".utf8)))
        #expect(try signIn(auth, issuer.token(now, ["nonce": "n-1"]), ["nonce": "n-1"]).status == 200)
        #expect(try signIn(auth, issuer.token(now, ["nonce": .string(hashed)]), ["nonce": "n-1"]).status == 200)
        #expect(try signIn(auth, issuer.token(now, ["aud": ["x", "eventpass-ios"], "azp": "eventpass-ios"])).status == 200)
        #expect(try signIn(auth, "x", provider: "facebook").status == 404)
        #expect(try auth.shard.sendThroughPreprocessor(VerifyIDToken.self, ["provider": "google"])?.failingFields == ["idToken"])
    }

    @Test("The tenant's providers are checked, mistakes named by their path")
    func settings() throws {
        let check = try #require(Auth.contents.plugins.first { $0.name == "oidc" }).check
        func paths(_ changes: [String: JSONValue]) -> [String] {
            let definition = AuthHarness.definition(changes)
            return check(definition.settings["auth"] ?? nil, definition).map(\.path)
        }
        #expect(paths(Issuer().settings).isEmpty)
        #expect(paths([:]) == ["identityProviders"])
        let bad: JSONValue = ["google": ["issuers": [], "audiences": ["a"], "keys": [["kty": "RSA", "n": "AQAB", "e": "AQAB"]]],
                              "apple": ["issuers": ["i"]]]
        #expect(paths(["identityProviders": bad]) == ["identityProviders.apple", "identityProviders.google.issuers",
                                                      "identityProviders.google.keys"])
    }
}
