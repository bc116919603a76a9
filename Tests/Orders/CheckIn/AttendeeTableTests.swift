import OrdersCheckIn
import Testing

@Suite("Attendees as a table")
struct AttendeeTableTests {
    @Test("A cell that starts like a formula is text, and quotes are doubled", arguments: [
        ("=1+1", "'=1+1"), ("+256700", "'+256700"), ("-x", "'-x"), ("@home", "'@home"),
        ("Ann \"A\", Amongin", "\"Ann \"\"A\"\", Amongin\""),
            ("plain", "plain"), ("", ""),
    ])
    func cells(text: String, cell: String) { #expect(AttendeesAnswer.cell(text) == cell) }
}
