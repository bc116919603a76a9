import Kernel

/// Every topic of the platform: name, key, retention in one table.
public enum Topics {
    /// The names of all services, in the order in which they start.
    public static let services = Platform.services.map(\.name)

    /// Key: tenant. Written by the gateway, other services' outboxes, the service's own forwarder and timers.
    public static func commands(_ service: ServiceName) -> String { "\(service).commands" }
    /// Key: tenant. Written by the gateway: slow or secret requests, which preprocessors turn into commands.
    public static func intake(_ service: ServiceName) -> String { "\(service).intake" }
    /// Key: tenant. Written by the gateway.
    public static func queries(_ service: ServiceName) -> String { "\(service).queries" }
    /// Key: tenant. Written by the service: its public product.
    public static func events(_ service: ServiceName) -> String { "\(service).events" }
    /// Key: tenant. Written by the service: records it could not handle, with the reason.
    public static func deadLetters(_ service: ServiceName) -> String { "\(service).dead-letters" }
    /// No key: each gateway instance reads its own partition.
    public static let replies = "gateway.replies"
    /// Key: tenant and operation. Every gateway instance writes and reads it, encrypted; one partition, whose order
    /// decides.
    public static let operations = "gateway.operations"
    /// Key: service. Compacted.
    public static let manifests = "platform.manifests"
    /// Key: tenant. Compacted.
    public static let tenants = "platform.tenants"
    /// Key: key id. Compacted.
    public static let keys = "platform.keys"

    /// The consumer group under which a service's writers commit how far they are.
    public static func writerGroup(_ service: ServiceName) -> String { "\(service).writer" }
    public static func intakeGroup(_ service: ServiceName) -> String { "\(service).intake" }
    public static func forwarderGroup(_ service: ServiceName) -> String { "\(service).forwarder" }

    /// The topics of a shard. A key's partition in each is the number of its shard, so all need the same partition
    /// count.
    public static func sharded(of service: ServiceName) -> [String] { [commands(service), intake(service), queries(service)] }

    public static func all(of service: ServiceName) -> [(name: String, retention: Duration)] {
        [
            (commands(service), .days(7)), (intake(service), .minutes(15)), (queries(service), .hours(1)),
            (events(service), .days(90)), (deadLetters(service), .days(90)),
        ]
    }

    private static let owners = Dictionary(Platform.services.map { (Substring($0.domain), $0.name) }) { first, _ in first }

    /// The service that owns a domain: the message prefix `payments` belongs to the executable `payments-stub`.
    public static func owner(of type: MessageType) -> ServiceName {
        owners[type.domain] ?? ServiceName(String(type.domain))
    }
}
