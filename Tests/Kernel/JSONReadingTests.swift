import Foundation
import Kernel
import Testing

/// Foundation's decoder is the judge: what differs on purpose says so.
@Suite("Reading JSON")
struct JSONReadingTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    struct Form: Codable, Equatable {
        struct Line: Codable, Equatable { let count: Int; let name: String?; let price: Double }
        let id: String
        let lines: [Line]
        let flag: Bool?
        let small: UInt8?
        let must: [Bool]?
        let byName: [String: Line]?
    }

    /// What an error says: its kind, and the way to the value.
    private func fault<T: Decodable>(_ type: T.Type, _ json: String, _ decode: (T.Type, String) throws -> T) -> String {
        func way(_ path: [any CodingKey]) -> String { path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") }
        do {
            _ = try decode(type, json)
            return "none"
        } catch let error as DecodingError {
            switch error {
            case .keyNotFound(let key, let context): return "missing \(way(context.codingPath + [key]))"
            case .valueNotFound(let type, let context): return "null \(way(context.codingPath)) \(type)"
            case .typeMismatch(_, let context): return "type \(way(context.codingPath))"
            case .dataCorrupted(let context): return "broken \(way(context.codingPath))"
            @unknown default: return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    private func own<T: Decodable>(_ type: T.Type, _ json: String) throws -> T { try JSON.decode(type, from: Array(json.utf8)) }
    private func theirs<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test("Our decoder reads what Foundation's reads, and its errors have the same kind and the same path", arguments: [
        #"{}"#, #"{"id":null,"lines":[]}"#, #"{"id":5,"lines":[]}"#, #"{"id":"a"}"#, #"{"id":"a","lines":{}}"#, #"{"id":"a","lines":null}"#,
        #"{"id":"a","lines":[{"count":1,"price":2}]}"#, #"{"id":"a","lines":[{"count":1,"price":2},{"count":"1","price":2}]}"#,
        #"{"id":"a","lines":[{"count":1e2,"price":2}]}"#, #"{"id":"a","lines":[null]}"#, #"{"id":"a","lines":[{"count":null,"price":2}]}"#,
        #"{"id":"a","lines":[{"count":-9223372036854775808,"price":2}]}"#, #"{"id":"a","lines":[],"must":[null]}"#,
        #"{"id":"a","lines":[],"flag":0}"#, #"{"id":"a","lines":[],"flag":null}"#, #"{"id":"a","lines":[],"must":[true,"x"]}"#,
        #"{"id":"a","lines":[],"small":255.0}"#, #"{"id":"a","lines":[],"byName":{"x":{"count":1}}}"#,
        #"{"id":"a","lines":[],"byName":{"x":[]}}"#, #"[]"#, #""text""#, #"null"#, #"{"id":"a","lines":[],"unknown":{"x":[1]}}"#,
        #"{"id":"a" "lines":[]}"#, #"{"id":"a","lines":[}"#, #"{'id':"a","lines":[]}"#, "", " ", "{", "nul",
        #"{"id":"a","id":"b","lines":[]}"#,
        #"{"id":"\x","lines":[]}"#, "{\"id\":\"\u{01}\",\"lines\":[]}", #"{"id":"a","lines":[]} x"#,
        #"{"id":"a","lines":[{"count":01,"price":2}]}"#, #"{"id":"a","lines":[{"count":+1,"price":2}]}"#,
        #"{"id":"\u00e9\ud83c\udfab\/\b\f\n\r\t\"\\","lines":[]}"#, #"{"\u0069d":"a","lines":[]}"#, "\u{FEFF}{\"id\":\"a\",\"lines\":[]}",
    ])
    func faults(_ json: String) {
        #expect(fault(Form.self, json, own) == fault(Form.self, json, theirs))
        #expect((try? own(Form.self, json)) == (try? theirs(Form.self, json)))
    }

    @Test("What differs from Foundation on purpose", arguments: [
        (#"{"id":"a","lines":[{"count":1.5,"price":2}]}"#, "broken lines.0.count"),
        (#"{"id":"a","lines":[{"count":9223372036854775808,"price":2}]}"#, "broken lines.0.count"),
        (#"{"id":"a","lines":[{"count":1,"price":1e999}]}"#, "broken lines.0.price"),
        (#"{"id":"a","lines":[],"small":256}"#, "broken small"), (#"{"id":"a","lines":[],"small":-1}"#, "broken small"),
        (#"{"id":"a","lines":[],}"#, "broken "), (#"{"id":"a","lines":[1,]}"#, "broken "), (#"{"id":"a","lines":[],"x":01}"#, "broken "),
        (#"{"id":"\ud83c","lines":[]}"#, "none"),
    ])
    func differences(_ json: String, _ expected: String) {
        #expect(fault(Form.self, json, own) == expected)
        #expect(fault(Form.self, json, theirs) != expected)
    }

    @Test("Half a surrogate pair, which a provider made by cutting a text, reads as a replacement character", arguments: [
        (#""a\ud83cb""#, "a\u{FFFD}b"), (#""\udfab""#, "\u{FFFD}"), (#""\ud83c\ud83c\udfab""#, "\u{FFFD}\u{1F3AB}"),
        (#""\ud83c\n""#, "\u{FFFD}\n"),
    ])
    func halves(_ json: String, _ expected: String) throws {
        #expect(try own(String.self, json) == expected)
    }

    @Test("Containers are read inside one another, and to their ends")
    func nestedReading() throws {
        struct Read: Decodable, Equatable {
            var found: [String] = []
            init(from decoder: any Decoder) throws {
                let box = try decoder.container(keyedBy: Name.self)
                let inner = try box.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "inner"))
                found.append(try inner.decode(String.self, forKey: Name(stringValue: "b")))
                var list = try box.nestedUnkeyedContainer(forKey: Name(stringValue: "list"))
                found.append("\(list.count ?? -1)")
                found.append("\(try list.decodeNil()) \(try list.decodeNil()) \(list.currentIndex)")
                found.append(try list.nestedContainer(keyedBy: Name.self).decode(String.self, forKey: Name(stringValue: "c")))
                var deeper = try list.nestedUnkeyedContainer()
                found.append("\(try deeper.decode(Int.self)) \(deeper.isAtEnd) \(list.isAtEnd)")
                do { _ = try list.decode(Int.self) } catch DecodingError.valueNotFound(_, let context) {
                    found.append(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))
                }
                found.append(try String(from: box.superDecoder()))
                found.append(box.allKeys.map(\.stringValue).sorted().joined())
            }
        }
        let json = #"{"super":"up","inner":{"a":"x","b":"y"},"list":[null,{"c":"z"},[7]]}"#
        #expect(try own(Read.self, json).found == ["y", "3", "true false 1", "z", "7 true true", "list.3", "up", "innerlistsuper"])
        #expect(try own(Read.self, json) == theirs(Read.self, json))
        #expect(throws: DecodingError.self) { try own(Read.self, json.replacing("super", with: "other")) }
    }

    @Test("A number is whole if it has no fraction, however it is written", arguments: [
        ("4", 4), ("4.0", 4), ("40e-1", 4), ("0.4E+1", 4), ("-0", 0), ("-0.0e5", 0), ("9223372036854775807", .max),
        ("-9223372036854775808", .min), ("922337203685477580.70e1", .max), ("1e18", 1_000_000_000_000_000_000),
        ("1000000000000000000000000000000000000000e-39", 1), ("1.00000000000000000000000000000000000000000", 1), ("0e999999999999", 0),
        ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil), ("4.5", nil), ("1e-1", nil),
        ("1.0000000000000000000000000000001", nil), ("1e19", nil), ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil),
    ] as [(String, Int?)])
    func wholeNumbers(_ json: String, _ number: Int?) {
        #expect((try? JSON.decode(Int.self, from: Array(json.utf8))) == number)
    }

    @Test("Each width takes its extremes and nothing beyond")
    func widths() throws {
        func check<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
            #expect(try JSON.decode([T].self, from: JSON.encode([T.min, T.max])) == [.min, .max])
            for beyond in ["\(T.max)0", "-\(T.max)0", T.min == 0 ? "-1" : "\(T.min)0"] {
                #expect((try? JSON.decode(T.self, from: Array(beyond.utf8))) == nil)
            }
        }
        try check(Int.self); try check(Int8.self); try check(Int16.self); try check(Int32.self); try check(Int64.self)
        try check(UInt.self); try check(UInt8.self); try check(UInt16.self); try check(UInt32.self); try check(UInt64.self)
        #expect(try JSON.decode(Double.self, from: Array("18446744073709551616".utf8)) == 18_446_744_073_709_551_616)
        #expect(try JSON.decode(JSONValue.self, from: Array("[1,1.0,1.5,9223372036854775808]".utf8))
            == [1, 1, 1.5, .double(9_223_372_036_854_775_808)])
    }

    @Test("A value that was read as any value is written and read as the same one", arguments: [
        "1.0000000000000000000000000000001", "1844674407370955161.5", "-922337203685477580.8", "1e-400", "0.1", "1e300", "-0.0",
        "18446744073709551616", "9223372036854775807.0",
    ])
    func anyNumbers(_ json: String) throws {
        let value = try own(JSONValue.self, json)
        #expect(try JSON.decode(JSONValue.self, from: JSON.encode(value)) == value)
    }

    @Test("Large objects and lists are read in one go, also where each element is tried as two types")
    func large() throws {
        struct Either: Decodable {
            let number: Int
            init(from decoder: any Decoder) throws {
                let box = try decoder.singleValueContainer()
                number = try (try? box.decode(String.self)).flatMap { Int($0) } ?? box.decode(Int.self)
            }
        }
        let members = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key\($0)", $0) })
        #expect(try JSON.decode([String: Int].self, from: JSON.encode(members)) == members)
        #expect(try JSON.decode(JSONValue.self, from: JSON.encode(members)).object?.count == 10_000)
        #expect(try JSON.decode([Either].self, from: JSON.encode(Array(0..<100_000))).map(\.number) == Array(0..<100_000))
        let twice = "{" + (0..<30).map { "\"k\($0)\":\($0)," }.joined() + #""k0":100,"k29":100}"#
        #expect(try own([String: Int].self, twice)["k0"] == 0 && own([String: Int].self, twice)["k29"] == 29)
    }

    @Test("Nothing nests deeper than what can be read again")
    func deep() throws {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        func value(_ depth: Int) -> JSONValue { (1..<depth).reduce([]) { inner, _ in .array([inner]) } }
        struct Tree: Codable { var children: [Tree] }
        func tree(_ depth: Int) -> Tree { (1..<depth).reduce(Tree(children: [])) { inner, _ in Tree(children: [inner]) } }
        #expect(try JSON.encode(JSON.decode(JSONValue.self, from: nested(128))) == nested(128))
        #expect(throws: DecodingError.self) { try JSON.decode(JSONValue.self, from: nested(129)) }
        #expect(throws: DecodingError.self) { try JSON.decode(JSONValue.self, from: nested(100_000)) }
        #expect(try JSON.encode(value(128)) == nested(128))
        #expect(throws: EncodingError.self) { try JSON.encode(value(129)) }
        _ = try JSON.decode(Tree.self, from: JSON.encode(tree(64)))
        #expect(throws: EncodingError.self) { try JSON.encode(tree(65)) }
    }

    // MARK: - Damage

    /// Equal, but for numbers with more digits than a `Double` has.
    private func isAlike(_ a: JSONValue, _ b: JSONValue) -> Bool {
        func number(_ value: JSONValue) -> Double? {
            switch value {
            case .int(let value): Double(value)
            case .double(let value): value
            case .null, .bool, .string, .array, .object: nil
            }
        }
        switch (a, b) {
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy(isAlike)
        case (.object(let a), .object(let b)):
            return a.count == b.count && a.allSatisfy { key, value in b[key].map { isAlike(value, $0) } ?? false }
        default: return a == b || number(a).map { $0 == number(b) } ?? false
        }
    }

    @Test("Documents with damaged bytes are refused, or read as Foundation reads them")
    func damaged() throws {
        let whole = try JSON.encode(Everything())
        var random = SplitMix(state: 7)
        var read = 0
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let at = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 32...126, using: &random)
                case 1: bytes.remove(at: at)
                default: bytes.insert(Array("{}[],:\"\\0-.eu ".utf8).randomElement(using: &random) ?? 0, at: at)
                }
            }
            let own = try? JSON.decode(JSONValue.self, from: bytes), theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
            if let own, let theirs {
                read += 1
                #expect(isAlike(own, theirs), "\(text(bytes))")
            } else {
                // The one thing that Foundation reads and we do not.
                let hasTrailingComma = text(bytes).contains(/,\s*[\]}]/)
                #expect(own == nil && (theirs == nil || hasTrailingComma), "\(text(bytes))")
            }
        }
        #expect(read > 500)
    }

    @Test("Documents with another value in one place are refused alike, or read as the same value")
    func exchanged() throws {
        let inner = try JSONValue(encoding: Everything.Inner())
        let others: [JSONValue] = [.null, true, 0, -1, 300, 1.5, "", "é", [], [:], [1], ["a": 1], .int(.max), .double(1e300)]
        var random = SplitMix(state: 11)
        // One place: of two, it would be up to the order of a dictionary which is named.
        var isDone = false
        func exchanged(_ value: JSONValue) -> JSONValue {
            if isDone { return value }
            if Int.random(in: 0..<12, using: &random) == 0 {
                isDone = true
                return others.randomElement(using: &random) ?? .null
            }
            switch value {
            case .array(let elements): return .array(elements.map(exchanged))
            case .object(let members):
                var result = members
                for key in members.keys.sorted() {
                    if !isDone, Int.random(in: 0..<20, using: &random) == 0 {
                        (isDone, result[key]) = (true, nil)
                    } else {
                        result[key] = members[key].map(exchanged)
                    }
                }
                return .object(result)
            case .null, .bool, .int, .double, .string: return value
            }
        }
        var read = 0
        for _ in 0..<3000 {
            isDone = false
            let json = text(try JSON.encode(exchanged(["inner": [inner]])))
            struct Part: Codable, Equatable { let inner: [Everything.Inner] }
            let own = try? self.own(Part.self, json), theirs = try? self.theirs(Part.self, json)
            #expect(own == theirs, "\(json)")
            if own != nil { read += 1 }
            let (a, b) = (fault(Part.self, json, self.own), fault(Part.self, json, self.theirs))
            // Foundation does not say where a number does not fit.
            #expect(a == b || a.hasPrefix("broken") && b.hasPrefix("broken"), "\(json)")
        }
        #expect(read > 100)
    }
}
