import Kernel

/// A priced cart as its order keeps it. Lines with a problem are not in it.
public struct QuoteContent: Codable, Sendable, Equatable {
    public struct Option: Codable, Sendable, Equatable {
        public let id: String
        /// Names by language: the group's, then the option's own.
        public let groupNames: [String: String]
        public let names: [String: String]
        public let priceDelta: Money
        public init(id: String, groupNames: [String: String], names: [String: String], priceDelta: Money) {
            (self.id, self.groupNames, self.names, self.priceDelta) = (id, groupNames, names, priceDelta)
        }
    }
    public struct Line: Codable, Sendable, Equatable {
        public let menuItemId: MenuItemID
        public let names: [String: String]
        public let quantity: Int
        /// With the options.
        public let unitPrice: Money
        public let options: [Option]
        public let note: String?
        public let lineTotal: Money
        public init(menuItemId: MenuItemID, names: [String: String], quantity: Int, unitPrice: Money, options: [Option], note: String?,
                    lineTotal: Money) {
            (self.menuItemId, self.names, self.quantity, self.unitPrice) = (menuItemId, names, quantity, unitPrice)
            (self.options, self.note, self.lineTotal) = (options, note, lineTotal)
        }
    }
    /// `total` is the sum of the four before it; `taxIncluded` is a part of it.
    public struct Totals: Codable, Sendable, Equatable {
        public let subtotal: Money
        public let deliveryFee: Money
        public let serviceFee: Money
        public let tip: Money
        public let total: Money
        public let taxIncluded: Money
        public init(subtotal: Money, deliveryFee: Money, serviceFee: Money, tip: Money, total: Money, taxIncluded: Money) {
            (self.subtotal, self.deliveryFee, self.serviceFee) = (subtotal, deliveryFee, serviceFee)
            (self.tip, self.total, self.taxIncluded) = (tip, total, taxIncluded)
        }
    }
    /// The delivery zone whose fee counts.
    public struct Zone: Codable, Sendable, Equatable {
        public let id: String
        public let name: String
        public init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }
    /// Minutes from the order to the door.
    public struct Minutes: Codable, Sendable, Equatable {
        public let min: Int
        public let max: Int
        public init(min: Int, max: Int) { (self.min, self.max) = (min, max) }
    }
    public let lines: [Line]
    public let totals: Totals
    public let zone: Zone
    public let etaMinutes: Minutes
    /// Where it is delivered.
    public let location: GeoPoint
    public let distanceMeters: Int
    public init(lines: [Line], totals: Totals, zone: Zone, etaMinutes: Minutes, location: GeoPoint, distanceMeters: Int) {
        (self.lines, self.totals, self.zone, self.etaMinutes) = (lines, totals, zone, etaMinutes)
        (self.location, self.distanceMeters) = (location, distanceMeters)
    }
}

/// What stands against ordering a cart.
public struct QuoteProblem: Codable, Sendable, Equatable {
    /// `restaurant-closed`, `item-out-of-stock`, …
    public let code: String
    /// For people, in the language that was asked for.
    public let message: String
    /// The line it is about, from 0; nil: the whole cart.
    public let itemIndex: Int?
    /// What the code's own words need: `{"available": 3}`.
    public let data: [String: JSONValue]?
    public init(code: String, message: String, itemIndex: Int? = nil, data: [String: JSONValue]? = nil) {
        (self.code, self.message, self.itemIndex, self.data) = (code, message, itemIndex, data)
    }
}
