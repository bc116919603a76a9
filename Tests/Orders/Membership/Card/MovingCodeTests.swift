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
        (59, "46119246"), (1_111_111_109, "68084774"), (1_111_111_111, "67062674"), (1_234_567_890, "91819424"), (2_000_000_000, "90698825"),
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
        "PEEZ1:PEEZ-1:1795244400:1234567", "PEEZ1:PEEZ-1:1795244401:12345678", "PEEZ2:PEEZ-1:1795244400:12345678", "PEEZ1:PEEZ-1:1795244400:1234567a",
        "PEEZ1::1795244400:12345678", "PEEZ1:PEEZ-1:-30:12345678", "PEEZ1:PEEZ-1:1795244400", "PEEZ1:PEEZ-1:17952444000000000000:12345678", "", ":::",
    ])
    func malformed(_ text: String) { #expect(RotatingProof(text, prefix: "PEEZ1") == nil) }

    @Test("A code computed by another program from the card's key scans as valid, once")
    func otherProgram() throws {
        let town = try CardTown()
        let proof = try #require(try town.card()["proof"])
        let key = try #require(proof["key"]?.string)
        #expect((proof["algorithm"], proof["digits"], proof["period"]) == ("SHA256", 8, 30))
        let step = town.shard.now.secondsSinceEpoch / 30 * 30
        let code = try OathTool.code(key: key, at: step)
        let payload = "PEEZ1:\(town.membershipID(3)):\(step):\(code)"
        #expect(try town.proof() == payload)
        let first = try town.scan(payload).json
        #expect((first["result"], first["kind"]) == ("valid", "proof"))
        let second = try town.scan(payload).json
        #expect((second["result"], second["reason"], second["scanId"], second["member"]) == ("refused", "proof-already-used", JSONValue.null, JSONValue.null))
    }

    @Test("A code is good in its own step, the one before and the one after", arguments: [(-60, "proof-expired"), (-30, nil), (0, nil), (30, nil), (60, "proof-expired")])
    func window(_ secondsAfter: Int, _ reason: String?) throws {
        let town = try CardTown()
        try town.shard.advance(by: .seconds(90))
        let early = try town.proof()
        if secondsAfter < 0 {
            // A phone whose clock is ahead: the code of a later step, computed from the key.
            let key = try #require(try town.card()["proof"]?["key"]?.string)
            let step = town.shard.now.secondsSinceEpoch / 30 * 30 - Int64(secondsAfter)
            let scanned = try town.scan("PEEZ1:\(town.membershipID(3)):\(step):\(try OathTool.code(key: key, at: step))").json
            #expect(scanned["reason"]?.string == reason)
        } else {
            try town.shard.advance(by: .seconds(secondsAfter))
            #expect(try town.scan(early).json["reason"]?.string == reason)
        }
    }

    @Test("The times of a code are told with it")
    func times() throws {
        let town = try CardTown()
        try town.shard.advance(by: .seconds(37))
        let answer = try town.shard.ask(CardProof.self, ["uuid": "samir"], as: CardTown.samir)
        #expect(answer.isSecret)
        #expect((answer.json["validFrom"], answer.json["validUntil"], answer.json["refreshAt"], answer.json["serverTime"])
                == ("2026-11-21T07:00:00Z", "2026-11-21T07:01:30Z", "2026-11-21T07:01:00Z", "2026-11-21T07:00:37Z"))
        #expect(try town.shard.ask(CardProof.self, ["uuid": "samir"], as: CardTown.ahmed).status == 404)
        #expect(try town.shard.ask(CardProof.self, ["uuid": "samir"], as: CardTown.admin).status == 404)
    }

    @Test("Twenty scans of one code in two shops: exactly one is valid")
    func twenty() throws {
        let town = try CardTown()
        let proof = try town.proof()
        let results = try (0..<20).map { n in
            n % 2 == 0 ? try town.scan(proof).json : try town.scan(proof, at: 35, as: CardTown.otherVendor).json
        }
        #expect(results.filter { $0["result"] == "valid" }.count == 1)
        #expect(results.filter { $0["reason"] == "proof-already-used" }.count == 19)
    }

    @Test("Refusals have their reasons, in order")
    func reasons() throws {
        let town = try CardTown()
        let (card, proof) = (try town.cardText(), try town.proof())
        func reason(_ payload: String) throws -> String? { try town.scan(payload).json["reason"]?.string }
        #expect(try reason("https://example.com/menu.pdf?x=1") == "not-a-peez-code" || reason("a.b") == "not-a-peez-code")
        #expect(try reason("hello") == "not-a-peez-code")
        #expect(try reason("a.b.c") == "bad-signature")
        #expect(try reason("PEEZ1:PEEZ-20261121-00099:1795244400:12345678") == "unknown-member")
        let wrong = String(proof.dropLast(8)) + (proof.hasSuffix("00000000") ? "11111111" : "00000000")
        #expect(try reason(wrong) == "bad-proof")
        _ = try town.shard.send(RotateCard(uuid: "samir"), as: CardTown.samir)
        #expect(try reason(card) == "card-revoked")
        #expect(try reason(proof) == "bad-proof")
        #expect(try town.scan(try town.cardText()).json["result"] == "valid")
        try town.shard.receive(UserErased(userId: "samir"))
        #expect(try reason(try town.cardText(CardTown.ahmed)) == nil)
        #expect(try town.shard.published(ScanRefused.self).map(\.reason).suffix(3) == ["bad-proof", "card-revoked", "bad-proof"])
    }

    @Test("A new password makes a new card")
    func newPassword() throws {
        let town = try CardTown()
        let (before, proof) = (try town.card(), try town.proof())
        try town.shard.receive(PasswordChanged(userId: "samir"))
        let after = try town.card()
        #expect((before["cardVersion"], after["cardVersion"]) == (1, 2))
        #expect(before["proof"]?["key"] != after["proof"]?["key"])
        #expect(try town.scan(proof).json["reason"] == "bad-proof")
    }

    @Test("Thirty forged codes within ten minutes stop one vendor, and only that one")
    func throttle() throws {
        let town = try CardTown()
        for n in 0..<30 { #expect(try town.scan("a.b.\(n)").status == 200) }
        let refused = try town.scan(try town.cardText())
        #expect((refused.status, refused.slug) == (429, "too-many-refused-scans"))
        #expect(refused.json["retryAfterSeconds"] == 600)
        #expect(try town.scan(try town.cardText(), at: 1, as: CardTown.otherVendor).json["result"] == "valid")
        try town.shard.advance(by: .minutes(10))
        #expect(try town.scan(try town.cardText()).json["result"] == "valid")
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
