import Contracts
import Crypto
import Foundation
import GatewayService
import Kernel
import Testing

/// What project Wycheproof tries on JSON web signatures, on access tokens: one table, one row per way to cheat.
@Suite("Access tokens that are refused")
struct TokenVerificationTests {
    static let seed = [UInt8](repeating: 7, count: 32)
    static let otherSeed = [UInt8](repeating: 9, count: 32)
    static let kid = "auth-access-token-1"
    static let now = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    static let header = #"{"alg":"EdDSA","kid":"auth-access-token-1","typ":"JWT"}"#
    static let claims: [String: JSONValue] = [
        "iss": "souk-auth", "sub": "u-1", "tid": "demo", "sid": "s-1", "roles": ["attendee"], "iat": .int(Int(now.secondsSinceEpoch)),
        "exp": .int(Int(now.secondsSinceEpoch) + 900)
    ]

    static func verifier() throws -> TokenVerifier {
        let verifier = TokenVerifier()
        verifier.learn(kid: kid, try CompactJWS.publicKey(ofSeed: seed))
        return verifier
    }
    /// Signs whatever it is given as header and payload.
    static func token(header: String = header, payload: [UInt8]? = nil, _ changes: [String: JSONValue?] = [:],
                      seed: [UInt8] = seed) throws -> String {
        var claims = Self.claims
        for (name, value) in changes { claims[name] = value }
        let input = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(try payload ?? JSON.encode(JSONValue.object(claims)))
        return input + "." + Base64URL.encode(try Curve25519.Signing.PrivateKey(rawRepresentation: seed).signature(for: Data(input.utf8)))
    }
    static func header(_ members: String) -> String { "{\(members)}" }
    private static let second = Int(now.secondsSinceEpoch)

    /// Name of the cheat, the token, and how the edge calls what is wrong.
    typealias Cheat = (name: String, token: String, condition: EdgeCondition)
    private static func h(_ members: String...) throws -> String { try token(header: header(members.joined(separator: ","))) }
    private static let kidMember = #""kid":"auth-access-token-1""#, typMember = #""typ":"JWT""#, algMember = #""alg":"EdDSA""#

    static func algorithms() throws -> [Cheat] {
        let payload = try token().split(separator: ".")[1]
        func forged(_ header: String, _ mac: [UInt8] = []) -> String {
            Base64URL.encode(Array(header.utf8)) + ".\(payload)." + Base64URL.encode(mac)
        }
        let hmacHeader = #"{"alg":"HS256","kid":"auth-access-token-1","typ":"JWT"}"#
        let macInput = Data((Base64URL.encode(Array(hmacHeader.utf8)) + "." + payload).utf8)
        let mac = Array(HMAC<SHA256>.authenticationCode(for: macInput, using: SymmetricKey(data: try CompactJWS.publicKey(ofSeed: seed))))
        return [
            ("alg none, no signature", forged(#"{"alg":"none","kid":"auth-access-token-1","typ":"JWT"}"#), .badToken),
            ("alg None", forged(#"{"alg":"None","kid":"auth-access-token-1","typ":"JWT"}"#), .badToken),
            ("alg none, our signature", try h(#""alg":"none""#, kidMember, typMember), .badToken),
            ("no alg", try h(kidMember, typMember), .badToken),
            ("alg null", try h(#""alg":null"#, kidMember, typMember), .badToken),
            ("alg is a list", try h(#""alg":["EdDSA"]"#, kidMember, typMember), .badToken),
            ("alg in other letters", try h(#""alg":"EDDSA""#, kidMember, typMember), .badToken),
            ("HS256 with our public key as secret", forged(hmacHeader, mac), .badToken),
            ("ES256 header, EdDSA signature", try h(#""alg":"ES256""#, kidMember, typMember), .badToken),
            ("alg twice", try h(algMember, algMember, kidMember, typMember), .badToken),
            ("alg twice, first none", try h(#""alg":"none""#, algMember, kidMember, typMember), .badToken)
        ]
    }

    static func keys() throws -> [Cheat] {
        let stranger =
            try JSONValue(encoding: ["kty": "OKP", "crv": "Ed25519", "x": Base64URL.encode(CompactJWS.publicKey(ofSeed: otherSeed))])
        let jwk = String(decoding: try JSON.encode(stranger), as: UTF8.self)
        return [
            ("another key under our kid", try token(seed: otherSeed), .badToken),
            ("a kid nobody published", try h(algMember, #""kid":"auth-access-token-9""#, typMember), .badToken),
            ("no kid", try h(algMember, typMember), .badToken),
            ("an empty kid", try h(algMember, #""kid":"""#, typMember), .badToken),
            ("a kid that is a path", try h(algMember, #""kid":"../../../dev/null""#, typMember), .badToken),
            ("a kid that is a query", try h(algMember, #""kid":"x' UNION SELECT 'AAAA""#, typMember), .badToken),
            ("a kid that is a number", try h(algMember, #""kid":1"#, typMember), .badToken),
            ("kid twice", try h(algMember, #""kid":"x""#, kidMember, typMember), .badToken),
            ("the key comes with the token",
             try token(header: header([algMember, #""jwk":\#(jwk)"#, kidMember, typMember].joined(separator: ",")), seed: otherSeed),
             .badToken),
            ("a key beside ours", try h(algMember, #""jwk":\#(jwk)"#, kidMember, typMember), .badToken),
            ("an address of a key", try h(algMember, #""jku":"https://evil.example/""#, kidMember, typMember), .badToken)
        ]
    }

    static func headers() throws -> [Cheat] {
        [
            ("crit", try h(algMember, #""crit":["exp"]"#, kidMember, typMember), .badToken),
            ("b64 false", try h(algMember, #""b64":false"#, kidMember, typMember), .badToken),
            ("another kind of token", try h(algMember, kidMember, #""typ":"ticket+jws""#), .badToken),
            ("no typ", try h(algMember, kidMember), .badToken),
            ("header with white space", try token(header: header + " "), .badToken),
            ("header in another order", try h(typMember, kidMember, algMember), .badToken),
            ("header with a byte order mark", try token(header: "\u{FEFF}" + header), .badToken),
            ("header is a list", try token(header: "[\(header)]"), .badToken)
        ]
    }

    static func shapes() throws -> [Cheat] {
        let good = try token()
        let parts = good.split(separator: ".").map(String.init)
        return [
            ("padding after the header", "\(parts[0])=.\(parts[1]).\(parts[2])", .badToken),
            ("padding after the signature", good + "==", .badToken),
            ("left-over bits in the signature", "\(parts[0]).\(parts[1])." + String(parts[2].dropLast()) + other(lastOf: parts[2]),
             .badToken),
            ("standard base64", "\(parts[0]).\(parts[1])." + Data([UInt8](repeating: 0xFB, count: 64)).base64EncodedString(), .badToken),
            ("white space in the middle", "\(parts[0]). \(parts[1]).\(parts[2])", .badToken),
            ("a line break at the end", good + "\n", .badToken),
            ("trailing garbage", good + "AAAA", .badToken),
            ("a fourth part", good + ".AAAA", .badToken),
            ("five parts, as encrypted ones have", good + ".AAAA.AAAA", .badToken),
            ("two parts", "\(parts[0]).\(parts[1])", .badToken),
            ("no signature", "\(parts[0]).\(parts[1]).", .badToken),
            ("an empty header", ".\(parts[1]).\(parts[2])", .badToken),
            ("dots only", "..", .badToken),
            ("nothing", "", .badToken),
            ("longer than any of ours", try token(["roles": .array((0..<400).map { .string("role-\($0)") })]), .badToken)
        ]
    }

    static func signatures() throws -> [Cheat] {
        let parts = try token().split(separator: ".").map(String.init)
        let signature = try #require(Base64URL.decode(parts[2]))
        func withSignature(_ bytes: [UInt8]) -> String { "\(parts[0]).\(parts[1])." + Base64URL.encode(bytes) }
        let p256 = try P256.Signing.PrivateKey().signature(for: Data("\(parts[0]).\(parts[1])".utf8)).rawRepresentation
        // The order of the curve's group, little endian: S + L is the same point and must not be a second text of one
        // signature (RFC 8032 §5.1.7).
        let order: [UInt8] = [0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14]
            + [UInt8](repeating: 0, count: 15) + [0x10]
        var carry = 0
        let malleable = Array(signature.prefix(32)) + zip(signature.suffix(32), order).map { digit, add -> UInt8 in
            carry += Int(digit) + Int(add)
            defer { carry >>= 8 }
            return UInt8(carry & 0xFF)
        }
        return [
            ("signature of another curve", withSignature(Array(p256)), .badToken),
            ("a signature as long as Ed448's", withSignature([UInt8](repeating: 1, count: 114)), .badToken),
            ("signature cut by a byte", withSignature(signature.dropLast()), .badToken),
            ("signature longer by a byte", withSignature(signature + [0]), .badToken),
            ("signature of zeros", withSignature([UInt8](repeating: 0, count: 64)), .badToken),
            ("one bit of the signature", withSignature([signature[0] ^ 1] + signature.dropFirst()), .badToken),
            ("S beyond the group's order", withSignature(malleable), .badToken),
            ("payload of another token", "\(parts[0])." + (try token(["sub": "u-2"])).split(separator: ".")[1] + ".\(parts[2])", .badToken)
        ]
    }

    static func payloads() throws -> [Cheat] {
        [
            ("payload that is no JSON", try token(payload: Array("{".utf8)), .badToken),
            ("payload that is a text", try token(payload: Array(#""u-1""#.utf8)), .badToken),
            ("empty payload", try token(payload: []), .badToken),
            ("expired this second", try token(["iat": .int(second - 900), "exp": .int(second)]), .expiredToken),
            ("expired long ago", try token(["iat": 1, "exp": 2]), .expiredToken),
            ("not before the next second", try token(["nbf": .int(second + 1)]), .badToken),
            ("no end", try token(["exp": nil]), .badToken),
            ("an end that is a text", try token(["exp": "9999999999"]), .badToken),
            ("another tenant", try token(["tid": "other"]), .badToken),
            ("no tenant", try token(["tid": nil]), .badToken),
            ("another issuer", try token(["iss": "souk"]), .badToken),
            ("no issuer", try token(["iss": nil]), .badToken),
            ("no user", try token(["sub": nil]), .badToken),
            ("an empty user", try token(["sub": ""]), .badToken),
            ("a user that is two headers", try token(["sub": "u-1\r\nce_tenant: other"]), .badToken),
            ("a role that is two", try token(["roles": ["attendee,moderator"]]), .badToken),
            ("roles that are one text", try token(["roles": "moderator"]), .badToken)
        ]
    }

    /// A last letter with the same significant bits and others set: the same bytes to a careless decoder.
    private static func other(lastOf text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let index = text.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return String(alphabet[index | 1 == index ? index & ~1 : index | 1])
    }

    @Test("The token that all of these are made from is good, also the second time and until its last second")
    func good() throws {
        let verifier = try Self.verifier()
        let token = try Self.token()
        for _ in 1...2 { #expect(Self.condition(of: verifier.verify(token, tenant: "demo", now: Self.now)) == nil) }
        #expect(Self.condition(of: verifier.verify(token, tenant: "demo", now: Self.now + .seconds(899))) == nil)
        #expect(Self.condition(of: verifier.verify(try Self.token(["nbf": .int(Self.second)]), tenant: "demo", now: Self.now)) == nil)
    }

    @Test("""
        Every way to cheat is refused, by a verifier that has seen the good token (ASVS 7.2.1, 9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 9.2.3, \
        9.2.4)
        """)
    func refused() throws {
        let verifier = try Self.verifier()
        _ = verifier.verify(try Self.token(), tenant: "demo", now: Self.now)
        let cheats = try Self.algorithms() + Self.keys() + Self.headers() + Self.shapes() + Self.signatures() + Self.payloads()
        #expect(cheats.count >= 60 && Set(cheats.map(\.name)).count == cheats.count)
        for cheat in cheats {
            for _ in 1...2 {
                #expect(Self.condition(of: verifier.verify(cheat.token, tenant: "demo", now: Self.now)) == cheat.condition, "\(cheat.name)")
            }
        }
    }

    @Test("A key that was taken back verifies nothing more, also no token that was checked before")
    func forgotten() throws {
        let verifier = try Self.verifier()
        let token = try Self.token()
        #expect(Self.condition(of: verifier.verify(token, tenant: "demo", now: Self.now)) == nil)
        verifier.forget(kid: Self.kid)
        #expect(Self.condition(of: verifier.verify(token, tenant: "demo", now: Self.now)) == .badToken)
    }

    @Test("A session that ended stays ended for every token of it, also one that is presented for the first time")
    func revoked() throws {
        let verifier = try Self.verifier()
        verifier.revoke(sid: "s-1", at: Self.now)
        #expect(Self.condition(of: verifier.verify(try Self.token(), tenant: "demo", now: Self.now)) == .revokedToken)
        #expect(Self.condition(of: verifier.verify(try Self.token(["sid": "s-2"]), tenant: "demo", now: Self.now)) == nil)
    }

    @Test("""
        Ended sessions and roles are forgotten by the time of the log: a tenant whose clock runs ahead does not age those of others (12.F30)
        """)
    func aheadClock() throws {
        let verifier = try Self.verifier()
        verifier.revoke(sid: "s-1", at: Self.now)
        verifier.learn(roles: [], of: "u-1", in: "demo", at: Self.now, recorded: Self.now)
        for number in 0...TokenVerifier.revocationsMax {
            verifier.revoke(sid: "other-\(number)", at: Self.now)
            verifier.learn(roles: [], of: "v-\(number)", in: "ahead", at: Self.now + .hours(48), recorded: Self.now)
        }
        #expect(verifier.isRevoked("s-1"))
        guard case .good(let verified) = verifier.verify(try Self.token(["sid": "s-2", "sub": "u-1"]), tenant: "demo", now: Self.now) else {
            Issue.record("not verified")
            return
        }
        #expect(verified.claims.roles.isEmpty)
    }

    private static func condition(of verdict: TokenVerifier.Verdict) -> EdgeCondition? {
        switch verdict {
        case .good: nil
        case .bad(let condition): condition
        }
    }
}
