import Kernel
import Testing

@Suite("Days of a question")
struct DateRangeTests {
    @Test("Both days count, and a single day is a range")
    func days() throws {
        let year = try DateRange(from: "2026-01-01", to: "2026-12-31", daysMax: 365)
        for text in ["2026-+1-01", "+026-01-01", "2026-01--1", "2026-01-1 ", "2026-٠١-01"] { #expect(CalendarDate(text) == nil) }
        #expect(year.first == CalendarDate("2026-01-01") && year.last == CalendarDate("2026-12-31"))
        #expect(try DateRange(from: "2026-02-28", to: "2026-02-28", daysMax: 1).first == CalendarDate("2026-02-28"))
    }

    @Test("What is missing, no date, the wrong way round or too long is named", arguments: [
        (nil, nil, ["from": ["is required"], "to": ["is required"]]),
        ("2026-02-30", "soon", ["from": ["must be a date (YYYY-MM-DD)"], "to": ["must be a date (YYYY-MM-DD)"]]),
        ("2026-02-02", "2026-02-01", ["to": ["must not be before from"]]),
        ("2026-02-01", "2026-03-01", ["to": ["must be at most 28 days after from"]]),
        ("0001-01-01", "9999-12-31", ["to": ["must be at most 28 days after from"]]),
    ] as [(String?, String?, [String: [String]])])
    func refusals(_ from: String?, _ to: String?, _ errors: [String: [String]]) {
        #expect { try DateRange(from: from, to: to, daysMax: 28) } throws: { ($0 as? Rejection)?.errors == errors }
    }
}
