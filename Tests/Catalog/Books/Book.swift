import CatalogKit
import Contracts

/// A title with what a library has of it.
struct Book: Equatable {
    let id: String
    let title: String
    let copies: Int
    /// Hours of the reading room for those who read it there.
    let hours: Int
    let deposit: Int
    var isWithdrawn = false
    var loans = 0

    static func copy(of id: String) -> String { "\(id)/copy" }
    static func hour(with id: String) -> String { "\(id)/reading-room" }
    var reference: ListingReference { ListingReference(kind: BookLending.name, id: id) }
    /// As declared; what is lent of it is the stock's business.
    var resources: [Resource] {
        [
            Resource(subject: Self.copy(of: id), name: title, unit: "copy", unitPrice: deposit, stock: Stock(quantity: copies)),
            Resource(subject: Self.hour(with: id), name: "\(title), reading room", unit: "hour", unitPrice: 0,
                     stock: Stock(quantity: hours)),
        ]
    }
}
