import Kernel
import Testing

@Suite("JSON written by hand")
struct JSONWriterTests {
    @Test("Every text reads back as it was, control characters and quotes too")
    func escapes() throws {
        let text = "a\"b\\c\n\t\r\u{01}é\u{1F3AB}"
        var writer = JSONWriter()
        writer.array([text]) { $0.value($1) }
        #expect(try JSON.decode([String].self, from: writer.bytes) == [text])
    }

    @Test("A text written piece by piece has the same bytes")
    func pieces() throws {
        let text = "a\"b\\c\n\t\r\u{01}\u{08}\u{0C}\u{1F}\u{7F}/é\u{1F3AB}"
        var json = Array("[".utf8)
        JSONWriter.append(text, to: &json)
        #expect(try json + [93] == JSON.encode([text]))
    }

    @Test("Any value is written with the bytes that the encoder makes of it")
    func anyValue() throws {
        let value: JSONValue = [
            "b": [1, -2, 0.5, 3.0, 1e21, true, nil, "a\"b\\c/d\n\t\r\u{01}\u{08}\u{0C}\u{1F}\u{7F}\u{2028}é\u{1F3AB}"], "a10": [:],
            "a9": [], "A": ["x.y": "", "x": "1", "x-y": "2"], "a": nil, "é": 1, "z": 2,
        ]
        var writer = JSONWriter()
        writer.value(value)
        #expect(try String(decoding: writer.bytes, as: UTF8.self) == String(decoding: JSON.encode(value), as: UTF8.self))
    }

    @Test("Members, nested values, nulls and numbers make the object they say")
    func members() throws {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", 1)
            writer.member("b", nil as String?)
            writer.member("c") { $0.member("d", 0.5) }
            writer.member("e", array: [1, 2]) { $0.value($1) }
            writer.member("f", true)
            writer.member("g", Money(5, .ugx))
            writer.member("h", 2.0)
            writer.key(data: "x\"y")
            writer.null()
        }
        let read = try JSON.decode(JSONValue.self, from: writer.bytes)
        #expect(read == ["a": 1, "b": nil, "c": ["d": 0.5], "e": [1, 2], "f": true, "g": ["amount": 5, "currency": "UGX"], "h": 2,
                         "x\"y": nil])
    }
}
