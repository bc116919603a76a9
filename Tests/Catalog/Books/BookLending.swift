import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A library's books. Their copies are claimed, and hours in the reading room with books that are not lent.
enum BookLending: ListingKind {
    static let name = "book-lending"
    static let reads: [SettingsReading] = [.values(BookSettings.self, at: "books")]
    static let claimable: (any Claimable.Type)? = BookCopies.self

    static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let own = settings["books"] else { return [("books", "is missing")] }
        let read: BookSettings
        do { read = try own.decoded() } catch { return SettingsProblem.of(error, at: "books") }
        return (1...100).contains(read.unitsPerReader) ? [] : [("books.unitsPerReader", "must be 1 to 100")]
    }
}

struct BookSettings: Decodable, Sendable {
    /// Of one book, lent and reserved.
    let unitsPerReader: Int
}

struct BookCopies: Claimable {
    static let kind = BookLending.name
    private let book: Book
    let resources: [Resource]

    init?(_ listing: String, in tx: CatalogTransaction) throws {
        guard let book = try tx.books.find(listing) else { return nil }
        let stock = try tx.claims.stock(of: book.reference)
        self.book = book
        resources = book.resources.compactMap { declared in
            stock[declared.subject].map {
                Resource(subject: declared.subject, name: declared.name, unit: declared.unit, unitPrice: declared.unitPrice, stock: $0)
            }
        }
    }

    var holdDuration: Duration { .days(2) }

    func check(_ request: PlaceClaim, kept: [String: Int], in tx: CatalogTransaction) throws {
        if book.isWithdrawn { throw Rejection.conflict("book-withdrawn", "This book is not lent any more.") }
        let limit: Int = (try tx.definition.settings(of: "catalog") as BookSettingsOfTenant).books.unitsPerReader
        let wanted = request.lines.reduce(0) { $0 + max(0, min($1.quantity, limit + 1)) }
        if try tx.claims.units(of: request.userId, in: book.id) + wanted > limit {
            throw Rejection.conflict("too-many-books", "At most \(limit) per reader.", ["limit": .int(limit)])
        }
    }
    private struct BookSettingsOfTenant: Decodable, Sendable { let books: BookSettings }

    static func objection(toSelling claim: Claim, in tx: CatalogTransaction) throws -> String? {
        try tx.books.find(claim.listing.id)?.isWithdrawn == false ? nil : "book-withdrawn"
    }
    static func unitsSold(_ claim: Claim, in tx: CatalogTransaction) throws { try tx.books.countLoan(of: claim.listing.id) }
}
