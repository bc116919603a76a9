import Kernel

/// What other services need to know of something the catalog lists, as it is now: a partner shop.
///
/// `names` holds the name by language; `nameFr` and `nameAr` are two of them under the names analysts of the first such app know.
public struct Listing: Codable, Sendable, Equatable {
    public let listingId: Int
    /// The catalog's plugin: `partner-shop`.
    public let kind: String
    /// `active`, `suspended`, `closed`. Only `active` sells anything.
    public let status: String
    public let names: [String: String]
    public let nameFr: String?
    public let nameAr: String?
    public let categoryId: Int
    public let neighborhoodId: Int
    /// Hundredths of a percent: 750 is 7.5 %.
    public let discountBasisPoints: Int
    /// Who works there.
    public let vendorUserIds: [User.ID]
    /// By language, for messages to people.
    public let categoryNames: [String: String]?
    public let neighborhoodNames: [String: String]?

    public init(listingId: Int, kind: String, status: String, names: [String: String], categoryId: Int, neighborhoodId: Int,
                discountBasisPoints: Int,
                vendorUserIds: [User.ID], categoryNames: [String: String]? = nil, neighborhoodNames: [String: String]? = nil) {
        (self.listingId, self.kind, self.status, self.names) = (listingId, kind, status, names)
        (nameFr, nameAr) = (names["fr"], names["ar"])
        (self.categoryId, self.neighborhoodId, self.discountBasisPoints) = (categoryId, neighborhoodId, discountBasisPoints)
        (self.vendorUserIds, self.categoryNames, self.neighborhoodNames) = (vendorUserIds, categoryNames, neighborhoodNames)
    }
}
