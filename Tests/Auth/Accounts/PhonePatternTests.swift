import AuthService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Numbers of one country, and of others")
struct PhonePatternTests {
    private let auth: AuthHarness

    init() throws {
        var definition = AuthHarness.definition([
            "required": ["email", "phone"], "phonePattern": "\\+966[1-9][0-9]{8}|\\+(?!966)[1-9][0-9]{7,14}", "profile": [],
        ])
        definition.phonePrefix = "+966"
        auth = try AuthHarness(definition)
    }
    private func register(_ phone: String) throws -> Reply {
        try auth.register("p\(phone.unicodeScalars.map { String($0.value) }.joined())@example.com", ["phone": .string(phone)])
    }

    @Test("A national number is written in any digits, and counts once", arguments: [
        "0512345678", "٠٥١٢٣٤٥٦٧٨", "۰۵۱۲۳۴۵۶۷۸", "05 1234 5678", "+966512345678", "00966512345678", "+٩٦٦٥١٢٣٤٥٦٧٨",
    ])
    func national(_ phone: String) throws {
        #expect(try register(phone).json["user"]?["phone"] == "+966512345678")
        #expect(try auth.register("other@example.com", ["phone": "0512345678"]).failingFields == ["phone"])
    }

    @Test("A wrong number of the country is refused, one of another country is not", arguments: [
        "0512": false, "05123456789": false, "0012345678": true, "+96651234567": false, "512345678": false, "+4915112345678": true,
        "+966012345678": false,
    ])
    func others(_ phone: String, _ isTaken: Bool) throws {
        #expect(try register(phone).status == (isTaken ? 201 : 422), "\(phone)")
    }
}
