import Kernel

/// When a buyer may give tickets back, as far as it is the app's decision and not the event's.
public struct RefundTerms: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let copies = [SettingCopy("orders", "changeRefundHours")]

    /// How many hours a change of date or venue lets buyers give tickets back.
    public let changeRefundHours: Int

    private enum Key: String, CodingKey { case changeRefundHours }
    public init(from decoder: any Decoder) throws {
        changeRefundHours = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .changeRefundHours) ?? 72
    }
    public static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self? {
        // With an absent copy orders took the same usual value as here, whatever the catalog's.
        service == "orders" ? try settings.decoded() : nil
    }
}
