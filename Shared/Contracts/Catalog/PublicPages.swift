import Kernel

/// Where the app's public pages are, for links that people share and that messages hold.
public struct PublicPages: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public let publicUrl: String?

    /// Without the setting it is the tenant's first host.
    public func address(of definition: TenantDefinition) -> String {
        publicUrl ?? definition.hosts.first.map { "https://\($0)" } ?? ""
    }
}
