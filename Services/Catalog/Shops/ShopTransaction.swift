import CatalogKit
import Contracts
import Kernel
import ServiceKit

// What handlers about shops work with, over the rows of a message or a question.

extension CatalogScope {
    package var shops: ShopStore { ShopStore(database: database, tenant: tenant, firstLanguage: definition.languages.first ?? "") }
    package var shopRatings: ShopRatingStore { ShopRatingStore(database: database, tenant: tenant) }
    package var campaigns: CampaignStore { CampaignStore(database: database, tenant: tenant) }
    package var shopPeople: ShopPersonStore { ShopPersonStore(database: database, tenant: tenant) }
    package func shopSettings() throws -> ShopSettings { try ShopSettings.of(definition) }
    /// In which language the caller reads of shops: what the request asks for, else what the person has chosen.
    package func shopLanguage() throws -> LanguageSelection {
        LanguageSelection(acceptLanguage: context.acceptLanguage, locale: try shopPeople.locale(of: principal?.userID),
                          languages: definition.languages)
    }
}

extension CatalogTransaction {
    package var shopFavorites: ShopFavoriteStore { ShopFavoriteStore(database: database, tenant: tenant) }
    package var numbers: SequenceStore { SequenceStore(database: database, tenant: tenant) }
}

extension CatalogView {
    package var shopLists: ShopListStore { ShopListStore(database: database, tenant: tenant) }
}
