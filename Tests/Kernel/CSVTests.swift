import Kernel
import Testing

@Suite("Tables as text")
struct CSVTests {
    @Test("A cell that starts like a formula is text, and quotes are doubled", arguments: [
        ("=1+1", "'=1+1"), ("+256700", "'+256700"), ("-x", "'-x"), ("@home", "'@home"), ("=\u{301}1+1", "'=\u{301}1+1"),
        ("Ann \"A\", Amongin", "\"Ann \"\"A\"\", Amongin\""), ("two\nlines", "\"two\nlines\""), ("plain", "plain"), ("", ""),
    ])
    func cells(text: String, cell: String) { #expect(CSV.cell(text) == cell) }

    @Test("Lines end with CRLF, the last one too")
    func lines() { #expect(CSV.text([["a", "b,c"], ["1", ""]]) == "a,\"b,c\"\r\n1,\r\n") }
}
