import Kernel

/// Seeding: addresses that the geocoder without a provider knows. One that is there already stays as it is.
public struct ImportKnownAddresses: Message, Equatable {
    public static let type: MessageType = "catalog.import-known-addresses.v1"
    public struct Address: Codable, Sendable, Equatable {
        /// `1200 Brickell Ave`.
        public let line1: String
        public let city: String
        /// `US-FL`.
        public let region: String
        public let postalCode: String
        public let location: GeoPoint
        public init(line1: String, city: String, region: String, postalCode: String, location: GeoPoint) {
            (self.line1, self.city, self.region, self.postalCode, self.location) = (line1, city, region, postalCode, location)
        }
    }
    public let addresses: [Address]
    public init(addresses: [Address]) { self.addresses = addresses }
}
