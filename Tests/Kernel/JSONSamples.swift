import Foundation
import Kernel

/// Every kind of value.
struct Everything: Codable, Equatable {
    enum Shape: Codable, Equatable { case point, circle(radius: Double), line(from: Int, to: Int?) }
    struct Inner: Codable, Equatable {
        var z = "é\u{1F3AB}\"\\/\n\t\r\u{08}\u{0C}\u{01}\u{1F}\u{7F}\u{2028}"
        var a: [Int?] = [1, nil, -3]
        var nothing: Int?
        var b: [String: [String: Int]] = ["x": ["é": 1, "e": 2, "\"": 3, "a\nb": 4, "": 5], "-": [:]]
    }
    var text = ""
    var yes = true
    var numbers: [Double] = [0, -0.0, 1, 0.1, 1e21, 1e-7, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 123_456_789.125]
    var small: [Float] = [0.1, 3, -2.5e10]
    var bytes: [UInt8] = [0, 255]
    var extremes: [Int64] = [.min, .max, 0]
    var largest = UInt64.max
    var eight = Int8.min
    var shapes: [Shape] = [.point, .circle(radius: 2), .line(from: 1, to: nil), .line(from: -1, to: 2)]
    var inner = [Inner(), Inner()]
    var byNumber: [Int: String] = [10: "ten", 9: "nine"]
    var data = Data([0, 1, 254, 255])
    var set: Set<String> = ["one"]
    var empty: [Inner] = []
    var any: JSONValue = ["b": [1, 2.5, nil, true, ["c": "d"]], "a": [:], "é": "\u{0}"]
    var maybe: Inner? = Inner()
    var none: Inner?
}

struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
