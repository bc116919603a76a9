import Kernel

/// Seeding: a promo code. One that is there already stays as it is.
public struct ImportPromoCode: Message, Equatable {
    public static let type: MessageType = "catalog.import-promo-code.v1"
    public let promo: PromoDefinition
    public init(_ promo: PromoDefinition) { self.promo = promo }
}
