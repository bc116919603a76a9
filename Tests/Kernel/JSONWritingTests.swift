import Foundation
import Kernel
import Testing

/// Foundation's encoder is the judge: what differs on purpose says so.
@Suite("Writing JSON")
struct JSONWritingTests {
    private func foundation(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Values have the bytes that Foundation gives them, and are read back as they were")
    func bytes() throws {
        let value = Everything()
        let bytes = try JSON.encode(value)
        #expect(try text(bytes) == text(foundation(value)))
        #expect(try JSON.decode(Everything.self, from: bytes) == value)
        #expect(try JSON.decode(Everything.self, from: foundation(value)) == value)
        for fragment in ["text", "", "\u{0}"] { #expect(try JSON.encode(fragment) == foundation(fragment)) }
        #expect(try JSON.encode([Int?.none]) == foundation([Int?.none]) && JSON.encode([[Int]]()) == Array("[]".utf8))
        #expect(try JSON.decode([String: Int].self, from: Array(" {\n\t\"a\" : 1 }\r\n".utf8)) == ["a": 1])
    }

    @Test("Equal values have equal bytes, whatever order their members are written in")
    func order() throws {
        struct Member: Encodable {
            let order: [String]
            static func value(of key: String) -> [UInt8] { Array("<\(key)>".utf8) }
            func encode(to encoder: any Encoder) throws {
                var box = encoder.container(keyedBy: Name.self)
                for key in order { try box.encode(Self.value(of: key), forKey: Name(stringValue: key)) }
            }
        }
        let keys = ["a", "b", "aa", "ab", "A", "z", "é", "\"", "\n", "", "a\u{0}", "ä", "\u{FFFD}", "\u{1F3AB}"]
        let expected = try foundation(Dictionary(uniqueKeysWithValues: keys.map { ($0, Member.value(of: $0)) }))
        for shift in keys.indices {
            #expect(try text(JSON.encode(Member(order: Array(keys[shift...] + keys[..<shift])))) == text(expected))
        }
    }

    struct Written: Encodable {
        let body: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    @Test("A value goes on with the members of another one, and of a key written twice the later value stays")
    func members() throws {
        let value = Written { encoder in
            try ["b": 1, "a": 2, "c": 3].encode(to: encoder)
            var box = encoder.container(keyedBy: Name.self)
            try box.encode("later", forKey: Name(stringValue: "b"))
            try box.encode([1], forKey: Name(stringValue: "aa"))
        }
        #expect(try text(JSON.encode([value])) == #"[{"a":2,"aa":[1],"b":"later","c":3}]"#)
        #expect(try text(JSON.encode([value])) == text(foundation([value])))
    }

    @Test("Containers inside containers are written where they were opened")
    func nested() throws {
        let value = Written { encoder in
            var box = encoder.container(keyedBy: Name.self)
            var list = box.nestedUnkeyedContainer(forKey: Name(stringValue: "list"))
            try list.encode(1)
            var object = list.nestedContainer(keyedBy: Name.self)
            try object.encode(2, forKey: Name(stringValue: "two"))
            try list.encodeNil()
            #expect(list.count == 3)
            try "up".encode(to: box.superEncoder())
            try 4.encode(to: box.superEncoder(forKey: Name(stringValue: "four")))
            _ = box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "empty"))
        }
        #expect(try text(JSON.encode(value)) == #"{"empty":{},"four":4,"list":[1,{"two":2},null],"super":"up"}"#)
        #expect(try text(JSON.encode(value)) == text(foundation(value)))
        #expect(try text(JSON.encode([Written { _ in }])) == "[{}]")
    }

    @Test("A write into what has ended, or is of another kind, throws instead of breaking the text")
    func misuse() throws {
        let late = Written { encoder in
            var box = encoder.container(keyedBy: Name.self)
            var inner = box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "inner"))
            try box.encode(1, forKey: Name(stringValue: "next"))
            try inner.encode(2, forKey: Name(stringValue: "late"))
        }
        let twice = Written { encoder in
            var box = encoder.singleValueContainer()
            try box.encode(1)
            try box.encode(2)
        }
        let both = Written { encoder in
            _ = encoder.unkeyedContainer()
            var box = encoder.container(keyedBy: Name.self)
            try box.encode(1, forKey: Name(stringValue: "a"))
        }
        let again = Written { encoder in
            var box = encoder.container(keyedBy: Name.self)
            var first = box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "n"))
            try first.encode(1, forKey: Name(stringValue: "x"))
            var second = box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "n"))
            try second.encode(2, forKey: Name(stringValue: "y"))
        }
        for value in [late, twice, both, again] { #expect(throws: EncodingError.self) { try JSON.encode(value) } }
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(throws: EncodingError.self) { try JSON.encode([number]) }
            #expect(throws: EncodingError.self) { try JSON.encode(Float(number)) }
            #expect(throws: EncodingError.self) { try JSON.encode(JSONValue.object(["a": [.double(number)]])) }
        }
    }

    @Test("A value that throws leaves nothing of itself when its owner goes on without it")
    func caught() throws {
        let broken = Written { encoder in
            var box = encoder.container(keyedBy: Name.self)
            try box.encode(["x": 1], forKey: Name(stringValue: "a"))
            _ = box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "open"))
            throw Abandoned()
        }
        let list = Written { encoder in
            var box = encoder.unkeyedContainer()
            try box.encode(1)
            #expect(throws: Abandoned.self) { try box.encode(broken) }
            #expect(throws: EncodingError.self) { try box.encode(Double.nan) }
            try box.encode(2)
        }
        let object = Written { encoder in
            var box = encoder.container(keyedBy: Name.self)
            #expect(throws: Abandoned.self) { try box.encode(broken, forKey: Name(stringValue: "c")) }
            try box.encode(list, forKey: Name(stringValue: "b"))
            #expect(throws: Abandoned.self) { try box.encode(broken, forKey: Name(stringValue: "a")) }
        }
        let single = Written { encoder in
            var box = encoder.singleValueContainer()
            #expect(throws: Abandoned.self) { try box.encode(broken) }
            try box.encode(object)
        }
        #expect(try text(JSON.encode(single)) == #"{"b":[1,2]}"#)
    }
    private struct Abandoned: Error {}
}
