import Kernel

/// The services of the platform. Topics, ports, deployments and tests are derived from this list or checked against it.
public enum Platform {
    /// A service and where it lives in the repository.
    public struct Service: Sendable, Equatable {
        /// The name of its executable, its topics, its volume and its section in a tenant file.
        public let name: ServiceName
        /// `Services/<folder>`, `Tests/<folder>` and the module `<folder>Service`.
        public let folder: String
        /// The first word of its message types: `payments` in `payments.payment-succeeded.v1`.
        public let domain: String

        /// Folder and domain follow from the name unless they are given: `orders` lives in `Services/Orders`.
        public init(_ name: ServiceName, folder: String? = nil, domain: String? = nil) {
            self.name = name
            self.folder = folder ?? name.rawValue.prefix(1).uppercased() + name.rawValue.dropFirst()
            self.domain = domain ?? name.rawValue
        }
    }

    /// In the order in which `souk up` starts them; the operator port of the first one is `SOUK_PORT` + 1.
    public static let services = [
        Service("auth"),
        Service("catalog"),
        Service("orders"),
        Service("payments-stub", folder: "Payments", domain: "payments"),
        Service("scheduling"),
        Service("notifications"),
    ]
}
