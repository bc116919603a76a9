import Kernel

/// A listing changed, was suspended or was resumed, see its status. The message contains the listing's fields.
public struct ListingUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.listing-updated.v1"
    public let listing: Listing
    /// Imported: nobody is notified.
    public let imported: Bool?
    public var subject: String { "listings/\(listing.listingId)" }
    public init(listing: Listing, imported: Bool? = nil) { (self.listing, self.imported) = (listing, imported) }

    private enum Key: String, CodingKey { case imported }
    public init(from decoder: any Decoder) throws {
        listing = try Listing(from: decoder)
        imported = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .imported)
    }
    public func encode(to encoder: any Encoder) throws {
        try listing.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(imported, forKey: .imported)
    }
}
