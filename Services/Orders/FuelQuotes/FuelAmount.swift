import Contracts
import Kernel

/// How much fuel somebody wants.
package enum FuelAmount: Codable, Sendable, Equatable {
    /// As much as the tank holds.
    case fillUp
    case gallons(Gallons)
    /// Of fuel, in minor units.
    case dollars(Money)

    package enum Kind: String, Codable, Sendable, CaseIterable {
        case fillUp = "fill_up"
        case gallons, dollars
    }
    package var kind: Kind {
        switch self {
        case .fillUp: .fillUp
        case .gallons: .gallons
        case .dollars: .dollars
        }
    }

    private enum Key: String, CodingKey { case type, gallons, dollars }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self = switch try values.decode(Kind.self, forKey: .type) {
        case .fillUp: .fillUp
        case .gallons: .gallons(try values.decode(Gallons.self, forKey: .gallons))
        case .dollars: .dollars(try values.decode(Money.self, forKey: .dollars))
        }
    }
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .type)
        switch self {
        case .fillUp: break
        case .gallons(let gallons): try values.encode(gallons, forKey: .gallons)
        case .dollars(let money): try values.encode(money, forKey: .dollars)
        }
    }

    package var json: JSONValue {
        switch self {
        case .fillUp: ["type": .string(kind.rawValue)]
        case .gallons(let gallons): ["type": .string(kind.rawValue), "gallons": gallons.json]
        case .dollars(let money): ["type": .string(kind.rawValue), "dollars": money.json]
        }
    }
}
