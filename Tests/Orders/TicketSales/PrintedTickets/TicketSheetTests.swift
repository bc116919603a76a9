import Contracts
import Kernel
import OrdersTicketSales
import Testing

@Suite("The sheet of a ticket")
struct TicketSheetTests {
    private static let payload = String(repeating: "eyJhbGciOiJFZERTQSIs", count: 15)
    private static let start = Timestamp("2026-11-26T06:00:00Z") ?? .distantPast

    private func sheet(title: String = "Summit", name: String = "John", type: String = "Regular", venue: String = "Hall",
                       address: String? = nil, end: Timestamp = start + .hours(8), price: Money = Money(50_000, .ugx),
                       languages: [String] = ["en"]) throws -> TicketSheet {
        let event = TicketEvent(
            eventId: "e", organizerId: "bob", organizerName: "Bob", title: title, category: "music", status: "published",
            startDate: Self.start, endDate: end,
            venue: Venue(name: venue, address: address, city: "Kampala", latitude: 0.3, longitude: 32.5), posterUrl: nil,
            ageRestriction: nil, ticketTypes: [], refundPolicy: .init(type: "none", hoursBefore: nil), transferable: true, reEntry: false,
            doorsOpenMinutes: 180, version: 1)
        return TicketSheet(appName: "App", event: event, attendeeName: name, typeName: type, serial: "EP-7F3K-9Q2M", price: price,
                           payload: Self.payload, zone: try TimeZoneRules.named("Africa/Kampala"), words: .of(languages))
    }

    @Test("What Windows-1252 can say is printed, everything else is a question mark", arguments: [
        ("Rock (live) \\ )( \\)", "Rock (live) \\ )( \\)"), ("Café Ñandú “été” – 5 € ™ ŒŽŸ", "Café Ñandú “été” – 5 € ™ ŒŽŸ"),
        ("Cafe\u{301}", "Café"), ("Ŋgoma 🎉 夜", "?goma ? ?"), ("حفلة الليل", "???? ?????"), ("A\u{202E}B\u{200D}C", "A?B?C"),
        ("bell\u{7}tab\tline\nend\u{85}x", "bell?tab line end x"), ("\u{0}\u{1B}[31m", "??[31m"), ("((((", "(((("), ("", ""),
    ])
    func characters(written: String, printed: String) throws {
        let page = PrintedPage(try sheet(name: written).pdf(on: .a5))
        let text = try page.text()
        #expect(text.contains(printed.isEmpty ? "Ticket Regular Price" : "Name \(printed) Price"), "\(text)")
        #expect(try page.info()["Pages"] == "1" && page.code() == Self.payload)
    }

    @Test("An address that was left empty is not printed", arguments: [nil, ""] as [String?])
    func noAddress(address: String?) throws {
        let text = try PrintedPage(try sheet(address: address).pdf(on: .a5)).text()
        #expect(text.contains("Hall Kampala Ticket"), "\(text)")
    }

    @Test("The longest texts of an event leave room for the code and lose no word", arguments: [PaperSize.a4, .a5, .a6])
    func longest(paper: PaperSize) throws {
        func words(_ length: Int, _ letter: String) -> String {
            String((0..<length).map { $0 % 10 == 9 ? " " : Character(letter) }).trimmed
        }
        let long = try sheet(title: words(120, "W"), name: words(100, "M"), type: words(60, "W"), venue: words(120, "W"),
                             address: words(200, "n"), end: Self.start + .days(30))
        let page = PrintedPage(try long.pdf(on: paper))
        let text = try page.text()
        for whole in [long.event.title, long.attendeeName, long.typeName, long.event.venue.name, long.event.venue.address ?? "-"] {
            #expect(text.contains(whole), "\(whole): \(text)")
        }
        #expect(text.contains("Thursday 26 November 2026, 09:00 – Saturday 26 December 2026, 09:00"), "\(text)")
        #expect(try page.code() == Self.payload)
    }

    @Test("One word without a space is broken, and more than a page holds is cut")
    func unbroken() throws {
        let title = String(repeating: "W", count: 120)
        let page = PrintedPage(try sheet(title: title).pdf(on: .a5))
        #expect(try page.text().filter { $0 == "W" }.count == 120)
        let monster = try sheet(title: String(repeating: "W", count: 3000), name: String(repeating: "M", count: 3000),
                                type: String(repeating: "W ", count: 3000), venue: String(repeating: "W", count: 3000))
        let cut = PrintedPage(try monster.pdf(on: .a5))
        #expect(try cut.text().contains("W…") && cut.code() == Self.payload && cut.info()["Pages"] == "1")
    }

    @Test("Amounts in the currency's own digits, times over midnight, other languages")
    func words() throws {
        let cases: [(Money, String)] = [(Money(0, .ugx), "Free"), (Money(999, .ugx), "UGX 999"),
                                        (Money(20_000_000, .ugx), "UGX 20,000,000"),
                                        (Money(123_456, .eur), "EUR 1,234.56"), (Money(5, .eur), "EUR 0.05")]
        for (money, text) in cases { #expect(TicketSheetWords.of(["en"]).amount(money) == text) }
        let zone = try TimeZoneRules.named("Africa/Kampala")
        let night = Timestamp("2026-11-30T18:00:00Z") ?? .distantPast
        #expect(TicketSheetWords.of(["ar", "fr"]).time(from: night, to: night + .hours(6), in: zone)
            == "lundi 30 novembre 2026, 21:00 – mardi 1 décembre 2026, 03:00")
        #expect(TicketSheetWords.of(["ar"]).zone(try TimeZoneRules.named("America/Argentina/Buenos_Aires"), at: night)
            == "Buenos Aires time, UTC-03:00")
        #expect(TicketSheetWords.of(["es"]).zone(zone, at: night) == "hora de Kampala, UTC+03:00")
    }

    @Test("A payload that no code can hold is refused, not drawn over the edge")
    func tooLong() throws {
        var sheet = try sheet()
        sheet.payload = String(repeating: "x", count: 4000)
        #expect(throws: (any Error).self) { try sheet.pdf(on: .a5) }
    }
}
