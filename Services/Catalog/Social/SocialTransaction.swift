import CatalogEvents
import CatalogKit
import ServiceKit

// What handlers about likes, follows and ratings work with.

extension CatalogScope {
    package var favorites: FavoriteStore { FavoriteStore(database: database, tenant: tenant) }
    package var organizers: OrganizerStore { OrganizerStore(database: database, tenant: tenant) }
    package var ratings: RatingStore { RatingStore(database: database, tenant: tenant) }
}
