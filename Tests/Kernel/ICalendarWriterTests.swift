import Kernel
import Testing

@Suite("iCalendar text")
struct ICalendarWriterTests {
    private func lines(_ contents: (inout ICalendarWriter) -> Void) -> [String] {
        let text = ICalendarWriter(contents).text
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
        return text.utf8.split(separator: 10).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }
    private func unfolded(_ text: String, _ contents: (inout ICalendarWriter) -> Void) -> String {
        var bytes: [UInt8] = []
        for line in lines(contents) { bytes += line.utf8.first == 32 ? Array(line.utf8.dropFirst()) : [10] + Array(line.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Components nest; times are in UTC without fractions; values of the standard are left alone")
    func shape() {
        let written = lines { file in
            file.property("GEO", "0.319;32.58")
            file.component("VEVENT") { $0.property("DTSTART", Timestamp(millisecondsSinceEpoch: 1_795_244_400_999)) }
        }
        let head = ["BEGIN:VCALENDAR", "GEO:0.319;32.58"]
        #expect(written == head + ["BEGIN:VEVENT", "DTSTART:20261121T070000Z", "END:VEVENT", "END:VCALENDAR"])
    }

    @Test("Text is escaped by code points and loses control characters", arguments: [
        ("a;b,c\\d", "a\\;b\\,c\\\\d"), ("one\r\ntwo\nthree\rfour", "one\\ntwo\\nthreefour"), ("tab\there", "tab\there"),
        ("null\u{0}bell\u{7}del\u{7F}", "nullbelldel"), (";\u{301},\u{20DD}", "\\;\u{301}\\,\u{20DD}"), ("Żółć 🎉", "Żółć 🎉"),
    ])
    func escaping(text: String, expected: String) {
        #expect(lines { $0.property("SUMMARY", text: text) }[1].utf8.elementsEqual("SUMMARY:\(expected)".utf8))
    }

    @Test("A quoted parameter holds neither quotes nor line ends")
    func quoted() { #expect(ICalendarWriter.quoted("Ana \"la\"\r\nGómez, hija") == "\"Ana laGómez, hija\"") }

    @Test("No line has more than 75 octets, nothing is lost, and code points stay whole", arguments: [
        String(repeating: "x", count: 300), String(repeating: "Ŋ🎉", count: 60), String(repeating: "👩‍👩‍👧‍👦", count: 20),
        "e" + String(repeating: "\u{301}", count: 200), String(repeating: "\\;,", count: 100),
    ])
    func folding(text: String) {
        let write = { (file: inout ICalendarWriter) in file.property("DESCRIPTION", text: text) }
        let written = lines(write)
        #expect(written.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        let escaped = text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
        #expect(unfolded(text, write).utf8.elementsEqual("\nBEGIN:VCALENDAR\nDESCRIPTION:\(escaped)\nEND:VCALENDAR".utf8))
    }

    @Test("A family of emoji is not torn apart where it fits on the next line")
    func whole() {
        let family = "👩‍👩‍👧‍👦"
        #expect(lines { $0.property("SUMMARY", text: String(repeating: "x", count: 60) + family) }[2] == " " + family)
    }
}
