import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A librarian puts a book on the shelf.
struct AddBook: Command {
    static let type: MessageType = "catalog.add-book.v1"
    let id: String
    let title: String
    let copies: Int
    let hours: Int
    let deposit: Int

    func handle(in tx: CatalogTransaction) throws -> Created<[String: String]> {
        try tx.require(permission: "books:manage")
        let book = Book(id: id, title: title, copies: copies, hours: hours, deposit: deposit)
        if try tx.books.find(id) != nil { throw Rejection.conflict("book-exists", "This book is on the shelf already.") }
        try tx.books.insert(book)
        for resource in book.resources { try tx.claims.save(resource, of: book.reference) }
        return Created(["id": id], at: "/books/\(id)")
    }
}

/// A book is not lent any more; who holds a copy keeps it.
struct WithdrawBook: Command {
    static let type: MessageType = "catalog.withdraw-book.v1"
    let id: String

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.require(permission: "books:manage")
        guard try tx.books.find(id) != nil else { throw Rejection.notFound }
        try tx.books.withdraw(id)
        return NoContent()
    }
}

/// `GET /books/{id}`: what there is of a book.
struct BookDetails: Query {
    static let type: MessageType = "catalog.book-details.v1"
    let id: String
    struct Answer: Encodable, Sendable {
        let title: String
        let free: [String: Int]
        let loans: Int
    }

    func answer(in view: CatalogView) throws -> Answer {
        guard let book = try view.books.find(id) else { throw Rejection.notFound }
        let stock = try view.claims.stock(of: book.reference)
        let free = book.resources.map { ($0.unit, stock[$0.subject]?.available ?? 0) }
        return Answer(title: book.title, free: Dictionary(uniqueKeysWithValues: free), loans: book.loans)
    }
}

enum BookRoutes {
    static let all: [Route] = [
        .command("POST", "/books", AddBook.self, access: .permission("books:manage"), plugin: BookLending.name,
                 body: .object(["id": .id, "title": .string(1...200), "copies": .integer(0...1000), "hours": .integer(0...1000),
                                "deposit": .integer(0...1_000_000)], required: ["id", "title", "copies", "hours", "deposit"]),
                 summary: "Put a book on the shelf", success: 201, answer: .object(["id": .id]), refusals: ["409 book-exists"],
                 example: ["id": "emma", "title": "Emma", "copies": 2, "hours": 8, "deposit": 500]),
        .get("/books/{id}", BookDetails.self, access: .guest, plugin: BookLending.name, summary: "What there is of a book",
             answer: .object(["title": .string(), "free": .any, "loans": .integer()])),
    ]
}
