import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("The moving code")
struct MovingCodeTests {
    @Test("Codes are those of RFC 6238, appendix B (SHA-256, 8 digits)", arguments: [
        (59, "46119246"), (1_111_111_109, "68084774"), (1_111_111_111, "67062674"), (1_234_567_890, "91819424"),
        (2_000_000_000, "90698825"),
        (20_000_000_000, "77737706"),
    ])
    func vectors(_ time: Int64, _ code: String) {
        let key = Array("12345678901234567890123456789012".utf8)
        #expect(RotatingProof.code(key: key, stepTime: time - time % 30) == code)
    }

    @Test("Keys are written in base 32 without padding", arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func base32(_ text: String, _ encoded: String) { #expect(Base32.encode(Array(text.utf8)) == encoded) }

    @Test("What has not the form of a code is none", arguments: [
        "PEEZ1:PEEZ-1:1795244400:1234567", "PEEZ1:PEEZ-1:1795244401:12345678", "PEEZ2:PEEZ-1:1795244400:12345678",
        "PEEZ1:PEEZ-1:1795244400:1234567a",
        "PEEZ1::1795244400:12345678", "PEEZ1:PEEZ-1:-30:12345678", "PEEZ1:PEEZ-1:1795244400", "PEEZ1:PEEZ-1:17952444000000000010:12345678",
        "", ":::",
    ])
    func malformed(_ text: String) { #expect(RotatingProof(text, prefix: "PEEZ1") == nil) }

    @Test("A code of a time that no clock shows and of an id that nobody has is a code, and no good one", arguments: [
        "1795244400000", "9223372036854775800", "17952444000000000000", String(repeating: "3", count: 1000) + "0",
    ])
    func farAway(_ time: String) throws {
        let fixture = try MembershipFixture()
        func reason(_ member: String) throws -> String? {
            try fixture.scan("PEEZ1:\(member):\(time):12345678").json["reason"]?.string
        }
        #expect(try reason(fixture.membershipID(3)) == "bad-proof")
        #expect(try reason(String(repeating: "P", count: 900)) == "unknown-member")
        let key = [UInt8](repeating: 1, count: RotatingProof.keyBytes)
        let proof = try #require(RotatingProof("PEEZ1:P:\(time):12345678", prefix: "PEEZ1"))
        let signed = RotatingProof(membershipID: "P", stepTime: proof.stepTime, key: key)
        #expect(signed.isSigned(with: key) && !signed.isTimely(at: fixture.shard.now) && !signed.isTimely(at: .distantPast))
    }

    @Test("A code computed by another program from the card's key scans as valid, once")
    func otherProgram() throws {
        let fixture = try MembershipFixture()
        let proof = try #require(try fixture.card()["proof"])
        let key = try #require(proof["key"]?.string)
        #expect((proof["algorithm"], proof["digits"], proof["period"]) == ("SHA256", 8, 30))
        let step = fixture.shard.now.secondsSinceEpoch / 30 * 30
        let code = try OathTool.code(key: key, at: step)
        let payload = "PEEZ1:\(fixture.membershipID(3)):\(step):\(code)"
        #expect(try fixture.proof() == payload)
        let first = try fixture.scan(payload).json
        #expect((first["result"], first["kind"]) == ("valid", "proof"))
        let second = try fixture.scan(payload).json
        #expect((second["result"], second["reason"], second["scanId"], second["member"])
            == ("refused", "proof-already-used", JSONValue.null, JSONValue.null))
    }

    @Test("A code is good in its own step, the one before and the one after",
          arguments: [(-60, "proof-expired"), (-30, nil), (0, nil), (30, nil), (60, "proof-expired")])
    func window(_ secondsAfter: Int, _ reason: String?) throws {
        let fixture = try MembershipFixture()
        try fixture.shard.advance(by: .seconds(90))
        let early = try fixture.proof()
        if secondsAfter < 0 {
            // A phone whose clock is ahead: the code of a later step, computed from the key.
            let key = try #require(try fixture.card()["proof"]?["key"]?.string)
            let step = fixture.shard.now.secondsSinceEpoch / 30 * 30 - Int64(secondsAfter)
            let scanned = try fixture.scan("PEEZ1:\(fixture.membershipID(3)):\(step):\(try OathTool.code(key: key, at: step))").json
            #expect(scanned["reason"]?.string == reason)
        } else {
            try fixture.shard.advance(by: .seconds(secondsAfter))
            #expect(try fixture.scan(early).json["reason"]?.string == reason)
        }
    }

    @Test("The times of a code are told with it")
    func times() throws {
        let fixture = try MembershipFixture()
        try fixture.shard.advance(by: .seconds(37))
        let answer = try fixture.shard.ask(CardProof.self, ["uuid": "samir"], as: MembershipFixture.samir)
        #expect(answer.isSecret)
        #expect((answer.json["validFrom"], answer.json["validUntil"], answer.json["refreshAt"], answer.json["serverTime"])
                == ("2026-11-21T07:00:00Z", "2026-11-21T07:01:30Z", "2026-11-21T07:01:00Z", "2026-11-21T07:00:37Z"))
        #expect(try fixture.shard.ask(CardProof.self, ["uuid": "samir"], as: MembershipFixture.ahmed).status == 404)
        #expect(try fixture.shard.ask(CardProof.self, ["uuid": "samir"], as: MembershipFixture.admin).status == 404)
    }

    @Test("Twenty scans of one code in two shops: exactly one is valid")
    func twenty() throws {
        let fixture = try MembershipFixture()
        let proof = try fixture.proof()
        let results = try (0..<20).map { n in
            n % 2 == 0 ? try fixture.scan(proof).json : try fixture.scan(proof, at: 35, as: MembershipFixture.otherVendor).json
        }
        #expect(results.filter { $0["result"] == "valid" }.count == 1)
        #expect(results.filter { $0["reason"] == "proof-already-used" }.count == 19)
    }

    @Test("Refusals have their reasons, in order")
    func reasons() throws {
        let fixture = try MembershipFixture()
        let (card, proof) = (try fixture.cardText(), try fixture.proof())
        func reason(_ payload: String) throws -> String? { try fixture.scan(payload).json["reason"]?.string }
        #expect(try reason("https://example.com/menu.pdf?x=1") == "not-a-peez-code" || reason("a.b") == "not-a-peez-code")
        #expect(try reason("hello") == "not-a-peez-code")
        #expect(try reason("a.b.c") == "bad-signature")
        #expect(try reason("PEEZ1:PEEZ-20261121-00099:1795244400:12345678") == "unknown-member")
        let wrong = String(proof.dropLast(8)) + (proof.hasSuffix("00000000") ? "11111111" : "00000000")
        #expect(try reason(wrong) == "bad-proof")
        _ = try fixture.shard.send(RotateCard(uuid: "samir"), as: MembershipFixture.samir)
        #expect(try reason(card) == "card-revoked")
        #expect(try reason(proof) == "bad-proof")
        #expect(try fixture.scan(try fixture.cardText()).json["result"] == "valid")
        try fixture.shard.receive(UserErased(userId: "samir"))
        #expect(try reason(try fixture.cardText(MembershipFixture.ahmed)) == nil)
        #expect(try fixture.shard.published(ScanRefused.self).map(\.reason).suffix(3) == ["bad-proof", "card-revoked", "bad-proof"])
    }

    @Test("A new password makes a new card")
    func newPassword() throws {
        let fixture = try MembershipFixture()
        let (before, proof) = (try fixture.card(), try fixture.proof())
        try fixture.shard.receive(PasswordChanged(userId: "samir"))
        let after = try fixture.card()
        #expect((before["cardVersion"], after["cardVersion"]) == (1, 2))
        #expect(before["proof"]?["key"] != after["proof"]?["key"])
        #expect(try fixture.scan(proof).json["reason"] == "bad-proof")
    }

    @Test("Thirty forged codes within ten minutes stop one vendor, and only that one")
    func throttle() throws {
        let fixture = try MembershipFixture()
        for n in 0..<30 { #expect(try fixture.scan("a.b.\(n)").status == 200) }
        let refused = try fixture.scan(try fixture.cardText())
        #expect((refused.status, refused.slug) == (429, "too-many-refused-scans"))
        #expect(refused.json["retryAfterSeconds"] == 600)
        #expect(try fixture.scan(try fixture.cardText(), at: 1, as: MembershipFixture.otherVendor).json["result"] == "valid")
        try fixture.shard.advance(by: .minutes(10))
        #expect(try fixture.scan(try fixture.cardText()).json["result"] == "valid")
    }
}

/// Another implementation of RFC 6238: oathtool, Debian package oathtool.
enum OathTool {
    static func code(key: String, at seconds: Int64) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/oathtool")
        process.arguments = ["--totp=sha256", "--digits=8", "--time-step-size=30s", "--base32", "--now=@\(seconds)", key]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
