import AuthKit
import AuthService
import Kernel
import PasswordHash
import Testing

@Suite("Passwords") struct PasswordHashTests {
    struct Vector: Sendable { let password, salt: String; let cost: Scrypt.Cost; let key: String }
    /// RFC 7914 §12, without the last one, which takes a gigabyte.
    static let vectors = [
        Vector(password: "", salt: "", cost: .init(logN: 4, r: 1, p: 1),
               key: """
                   77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c\
                   38d18906
                   """),
        Vector(password: "password", salt: "NaCl", cost: .init(logN: 10, r: 8, p: 16),
               key: """
                   fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdf\
                   a2cc0640
                   """),
        Vector(password: "pleaseletmein", salt: "SodiumChloride", cost: .init(logN: 14, r: 8, p: 1),
               key: """
                   7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b\
                   45575887
                   """),
    ]

    @Test("scrypt derives the keys of RFC 7914", arguments: vectors)
    func rfc7914(_ vector: Vector) throws {
        #expect(Hex.encode(try Scrypt.derive(Array(vector.password.utf8), salt: Array(vector.salt.utf8), cost: vector.cost, count: 64))
            == vector.key)
    }

    @Test("A cost that would take more than a gigabyte is refused")
    func cost() {
        let dear = Scrypt.Cost(logN: 20, r: 32, p: 1)
        #expect(throws: Scrypt.Failure.costNotAllowed(dear)) { try Scrypt.derive([], salt: [1], cost: dear, count: 32) }
        #expect(!Scrypt.Cost(logN: 0, r: 8, p: 1).isAllowed)
    }

    @Test("A stored password is read again and matches only itself")
    func roundTrip() throws {
        let hash = try PasswordHash(of: "pässwörd", cost: .init(logN: 4, r: 8, p: 1))
        #expect(hash.description.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        let stored = try #require(PasswordHash(hash.description))
        #expect(stored == hash)
        #expect(try stored.matches("pässwörd"))
        #expect(try stored.matches("pa\u{308}sswo\u{308}rd"), "the same letters, composed differently")
        #expect(try !stored.matches("passwörd"))
    }

    @Test("What is no PHC string of an allowed cost is refused", arguments: [
        "", "plain", "$scrypt$ln=14,r=8$c2FsdHNhbHQ$aGFzaA", "$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA",
        "$scrypt$ln=40,r=8,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA",
        "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHRzYWx0$", "$scrypt$ln=4,r=8,p=1$$aGFzaGhhc2hoYXNoaGFzaA",
    ])
    func malformed(_ text: String) { #expect(PasswordHash(text) == nil) }

    @Test("Common passwords are refused whatever their case, own words as well, uncommon ones pass")
    func rules() {
        func problems(_ password: String, own: [String?]) -> [String] {
            PasswordRules.problems(password, own: own, AuthHarness.definition())
        }
        #expect(CommonPasswords.count == 10_000)
        for common in ["password123", "PassWord1", "12345678", "iloveyou", "1q2w3e4r", "qwertyuiop"] {
            #expect(!problems(common, own: []).isEmpty, "\(common)")
        }
        #expect(problems("oran-31-corniche", own: ["Samir Benali"]).isEmpty)
        #expect(problems("samir BENALI", own: ["Samir Benali"]).count == 1)
        #expect(problems("+256772123456", own: [nil, "+256772123456"]).count == 1)
        #expect(problems("0772 123 456", own: ["+256772123456"]).count == 1, "the same number as people write it")
        #expect(problems("EventPass", own: []).count == 1 && problems("eventpassug", own: []).count == 1)
        #expect(problems("short-7", own: []).count == 1)
        #expect(problems(String(repeating: "äb", count: 64), own: []).isEmpty)
        #expect(problems(String(repeating: "ab", count: 65), own: []).count == 1)
    }
}
