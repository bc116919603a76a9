import Kernel

/// An amount of fuel in thousandths of a US gallon. JSON form: a number with at most 3 decimals, `15.8`.
public struct Gallons: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public let thousandths: Int
    public init(thousandths: Int) { self.thousandths = thousandths }
    /// Nil for more than 3 decimals, judged by the digits that were sent.
    public init?(_ value: Double) {
        guard let units = DecimalDigits(value)?.units(places: 3), units.isExact else { return nil }
        thousandths = units.rounded
    }
    public static let zero = Gallons(thousandths: 0)

    public static func < (a: Gallons, b: Gallons) -> Bool { a.thousandths < b.thousandths }
    public var number: Double { Double(thousandths) / 1000 }
    public var json: JSONValue { thousandths % 1000 == 0 ? .int(thousandths / 1000) : .double(number) }
    /// With three decimals: `15.800`.
    public var description: String {
        let magnitude = thousandths.magnitude
        let fraction = String(magnitude % 1000)
        return "\(thousandths < 0 ? "-" : "")\(magnitude / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Gallons(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "gallons have at most 3 decimals")
        }
        self = value
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
