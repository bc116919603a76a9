import CatalogKit
import Contracts
import Kernel
import ServiceKit

// What handlers about shops work with, over the rows of a message or a question.

extension CatalogTransaction {
    package var shops: ShopStore { ShopStore(database: database, tenant: tenant, firstLanguage: definition.languages.first ?? "") }
    package var shopRatings: ShopRatingStore { ShopRatingStore(database: database, tenant: tenant) }
    package var shopFavorites: ShopFavoriteStore { ShopFavoriteStore(database: database, tenant: tenant) }
    package var shopPeople: ShopPersonStore { ShopPersonStore(database: database, tenant: tenant) }
    package var campaigns: CampaignStore { CampaignStore(database: database, tenant: tenant) }
    package var numbers: SequenceStore { SequenceStore(database: database, tenant: tenant) }
    package func shopSettings() throws -> ShopSettings { try ShopSettings.of(definition) }
}

extension CatalogView {
    package var shops: ShopStore { ShopStore(database: database, tenant: tenant, firstLanguage: definition.languages.first ?? "") }
    package var shopLists: ShopListStore { ShopListStore(database: database, tenant: tenant) }
    package var shopRatings: ShopRatingStore { ShopRatingStore(database: database, tenant: tenant) }
    package var campaigns: CampaignStore { CampaignStore(database: database, tenant: tenant) }
    package func shopSettings() throws -> ShopSettings { try ShopSettings.of(definition) }
    package func selection() throws -> LanguageSelection {
        let locale = try ShopPersonStore(database: database, tenant: tenant).locale(of: principal?.userID)
        return LanguageSelection(acceptLanguage: context.envelope.attributes["accept-language"], locale: locale,
                                 languages: definition.languages)
    }
}
