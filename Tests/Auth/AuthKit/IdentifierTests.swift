import AuthKit
import AuthService
import Kernel
import Testing

@Suite("Addresses and numbers") struct IdentifierTests {
    @Test("Telephone numbers are read as people type them", arguments: [
        ("+256700123456", "+256700123456"), ("0772 123 456", "+256772123456"), ("(0772) 123-456", "+256772123456"),
        ("00213 661 20 30 40", "+213661203040"),
        ("256772123456", "+256772123456"), ("772123456", "+256772123456"),
    ])
    func phones(typed: String, read: String) { #expect(PhoneNumber(typed, prefix: "+256")?.text == read) }

    @Test("A number as people write it at home becomes the one they are called by abroad")
    func national() {
        #expect(PhoneNumber("0661 20 30 40", prefix: "+213")?.text == "+213661203040")
        #expect(PhoneNumber("661203040", prefix: "+213")?.text == "+213661203040")
        #expect(PhoneNumber("00213 661-20-30-40", prefix: "+213")?.text == "+213661203040")
        #expect(PhoneNumber("٠٥٥ ١٢٣ ٤٥٦٧", prefix: "+966")?.text == "+966551234567", "Arabic-Indic digits")
        #expect(PhoneNumber("+٢٥٦٧٧٢١٢٣٤٥٦", prefix: "+256")?.text == "+256772123456")
        #expect(PhoneNumber("5½1234567", prefix: "+966") == nil)
        #expect(PhoneNumber("[0661] 20 30 40", prefix: "+213")?.text == "+213661203040")
        #expect(PhoneNumber("0661/20/30/40", prefix: "+213") == nil, "a slash separates two numbers")
        #expect(PhoneNumber("(305) 555-0101", prefix: "+1")?.text == "+13055550101")
        #expect(PhoneNumber.hasTrunkZero(prefix: "+966") && !PhoneNumber.hasTrunkZero(prefix: "+1"))
    }

    @Test("A number that begins with neither its country nor a zero lacks something, where the country has zeros")
    func whole() {
        for typed in ["+213661203040", "00213661203040", "0661203040", "(0661) 20 30 40", " .0661203040", "٠٦٦١٢٠٣٠٤٠"] {
            #expect(PhoneNumber.isWhole(typed, prefix: "+213"), "\(typed)")
        }
        #expect(!PhoneNumber.isWhole("661203040", prefix: "+213") && !PhoneNumber.isWhole("(661) 20 30 40", prefix: "+213"))
        #expect(PhoneNumber.isWhole("(305) 555-0101", prefix: "+1"))
    }

    @Test("What is no telephone number is refused", arguments: [
        "", "abc", "+0123456789", "+25677", "+2567721234567890", "07721x3456", "++256772123456",
    ])
    func noPhones(typed: String) { #expect(PhoneNumber(typed, prefix: "+256") == nil) }

    @Test("E-mail addresses", arguments: ["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.ie", "x@xn--bcher-kva.example"])
    func emails(typed: String) { #expect(EmailAddress(typed) != nil) }

    @Test("What is not an e-mail address is refused", arguments: [
        "", "a", "a@", "@b.co", "a@b", "a b@c.de", "a..b@c.de", ".a@c.de", "a@-c.de", "a@c..de", "a@b@c.de", "a@127.0.0.1", "a\u{0}@c.de",
        "Name <a@b.co>",
    ])
    func noEmails(typed: String) { #expect(EmailAddress(typed) == nil) }

    @Test("One person is counted under one key, however the identifier is written")
    func keys() {
        func key(_ typed: String) -> String { SignInIdentifier(typed: typed, phonePrefix: "+256").key }
        #expect(key("John@Example.com ") == key("john@example.com"))
        #expect(key("0772 123 456") == key("+256772123456"))
        #expect(key("nonsense") == "unknown:nonsense")
    }

    @Test("Age is whole years on the day where the tenant is")
    func age() throws {
        let birth = try #require(CalendarDate("2010-11-22"))
        let before = try #require(Timestamp("2026-11-21T20:59:00Z"))
        #expect(Age.of(bornOn: birth, on: Age.day(at: before, in: "Africa/Kampala")) == 15)
        #expect(Age.of(bornOn: birth, on: Age.day(at: before + .minutes(1), in: "Africa/Kampala")) == 16)
        let leap = try #require(CalendarDate("2008-02-29"))
        #expect(Age.of(bornOn: leap, on: try #require(CalendarDate("2026-02-28"))) == 17)
        #expect(Age.of(bornOn: leap, on: try #require(CalendarDate("2026-03-01"))) == 18)
    }
}
