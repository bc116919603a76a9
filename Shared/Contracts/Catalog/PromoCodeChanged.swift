import Kernel

/// What a promo code takes off, for whom and when: the whole definition. How often it was used, orders know.
public struct PromoDefinition: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// `value` is 1 to 100 percent of the target line.
        case percent
        /// `value` is in minor units.
        case fixed
    }
    /// The line that becomes cheaper.
    public enum Target: String, Codable, Sendable, CaseIterable { case fuel, delivery }

    /// In capital letters; people may type it in small ones.
    public let code: String
    public let kind: Kind
    public let value: Int
    public let target: Target
    /// The least fuel line that it applies to, in minor units; nil: any.
    public let minFuel: Int?
    /// Nil: any number.
    public let maxTotalUses: Int?
    public let maxUsesPerUser: Int
    public let firstOrderOnly: Bool
    /// Nil: in every zone.
    public let priceZoneIds: [PriceZoneID]?
    /// Nil: at once.
    public let startsAt: Timestamp?
    /// Not valid at this time anymore; nil: without an end.
    public let endsAt: Timestamp?
    public let active: Bool
    public init(code: String, kind: Kind, value: Int, target: Target, minFuel: Int? = nil, maxTotalUses: Int? = nil,
                maxUsesPerUser: Int = 1, firstOrderOnly: Bool = false, priceZoneIds: [PriceZoneID]? = nil, startsAt: Timestamp? = nil,
                endsAt: Timestamp? = nil, active: Bool = true) {
        (self.code, self.kind, self.value, self.target, self.minFuel) = (code, kind, value, target, minFuel)
        (self.maxTotalUses, self.maxUsesPerUser, self.firstOrderOnly) = (maxTotalUses, maxUsesPerUser, firstOrderOnly)
        (self.priceZoneIds, self.startsAt, self.endsAt, self.active) = (priceZoneIds, startsAt, endsAt, active)
    }
}

/// A promo code as it is now, after it was created or changed.
public struct PromoCodeChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.promo-code-changed.v1"
    public let promo: PromoDefinition
    public var subject: String { "promo-codes/\(promo.code)" }
    public init(_ promo: PromoDefinition) { self.promo = promo }
}
