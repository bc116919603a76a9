import Kernel

/// The platform's fee on a sale, and how long the goods are held for the payment.
public struct PaymentTerms: SharedSettings {
    public static let owner: ServiceName = "payments-stub"
    public static let copies = [
        SettingCopy("orders", "platformFeePercent"), SettingCopy("orders", "paymentGraceMinutes"),
        SettingCopy("catalog", "paymentGraceMinutes"),
    ]

    /// The platform's part of a sale.
    public let platformFeePercent: Int
    /// A started attempt keeps the hold this many minutes longer than the attempt itself.
    public let paymentGraceMinutes: Int

    private enum Key: String, CodingKey { case platformFeePercent, paymentGraceMinutes }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        platformFeePercent = try container.decodeIfPresent(Int.self, forKey: .platformFeePercent) ?? 0
        paymentGraceMinutes = try container.decodeIfPresent(Int.self, forKey: .paymentGraceMinutes) ?? 5
    }
    private init(fee: Int, grace: Int) { (platformFeePercent, paymentGraceMinutes) = (fee, grace) }

    public static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self? {
        // What orders took where its copy was absent.
        service == "orders" ? Self(fee: settings["platformFeePercent"]?.int ?? 5, grace: settings["paymentGraceMinutes"]?.int ?? 5) : nil
    }
}
