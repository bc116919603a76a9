import Kernel

/// Where people write to when they need help.
public struct SupportContact: SharedSettings {
    public static let owner: ServiceName = "notifications"
    public static let copies = [SettingCopy("catalog", "supportEmail"), SettingCopy("catalog", "shops.support.email", name: "supportEmail")]

    public let supportEmail: String?

    private enum Key: String, CodingKey { case supportEmail }
    public init(from decoder: any Decoder) throws {
        supportEmail = try decoder.container(keyedBy: Key.self).decodeIfPresent(String.self, forKey: .supportEmail)
    }
    private init(_ email: String?) { supportEmail = email }

    public static func copy(of service: ServiceName, in settings: JSONValue) throws -> Self? {
        service == "catalog" ? Self(settings["supportEmail"]?.string ?? settings.at("shops.support.email")?.string) : nil
    }
}
