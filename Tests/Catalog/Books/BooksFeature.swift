import CatalogClaims
import CatalogKit
import CatalogService
import Kernel
import ServiceKit
import TestKit

extension Feature {
    /// Books that a library lends.
    static let books = Feature(
        "books",
        migrations: [CreateBooks.self],
        commands: [AddBook.self, WithdrawBook.self],
        queries: [BookDetails.self],
        routes: BookRoutes.all,
        plugins: [BookLending.declaration])
}

/// The catalog with one kind of listing more: what `CatalogService.swift` would list.
enum CatalogWithBooks: TestOnlyService, ListingKindList {
    static let name = Catalog.name
    static let kinds: [any ListingKind.Type] = Catalog.kinds + [BookLending.self]
    static let contents = ServiceContents(
        features: [.claims(of: CatalogWithBooks.self)] + Catalog.contents.features.filter { $0.name != "claims" } + [.books])
}
