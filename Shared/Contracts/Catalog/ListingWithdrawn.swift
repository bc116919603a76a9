import Kernel

/// A listing that was public is closed for good. Its fields stand at the top of the message.
public struct ListingWithdrawn: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.listing-withdrawn.v1"
    public let listing: Listing
    public var subject: String { "listings/\(listing.listingId)" }
    public init(listing: Listing) { self.listing = listing }

    public init(from decoder: any Decoder) throws {
        listing = try Listing(from: decoder)
    }
    public func encode(to encoder: any Encoder) throws {
        try listing.encode(to: encoder)
    }
}
