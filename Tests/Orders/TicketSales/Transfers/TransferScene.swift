import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit

/// John has paid tickets, Jane has proved her address, Kato knows only what he is sent.
struct TransferScene {
    static let kato = Principal.user("kato", roles: ["attendee"])
    let shop: TicketShop
    let order: TicketShop.Placed
    let tickets: [TicketID]
    var shard: ShardHarness<Orders> { shop.shard }

    init(_ quantity: Int = 2) throws {
        shop = try TicketShop()
        try shop.shard.know(sealingKeyOf: "notifications")
        try shop.shard.receive(UserRegistered(userId: "jane", name: "Jane Namutebi", email: "Jane@example.com", phone: "+256700000002",
                                              roles: ["attendee"]))
        try shop.shard.receive(ContactVerified(userId: "jane", contact: "email", address: "Jane@example.com"))
        try shop.shard.receive(UserRegistered(userId: "kato", name: "Kato", email: "kato@example.com", roles: ["attendee"]))
        order = try shop.buy(quantity)
        tickets = try shop.details(order).json["tickets"]?.array?.compactMap { $0["id"]?.string.map { TicketID($0) } } ?? []
        try shop.shard.markSeen()
    }

    func offer(_ ticket: TicketID? = nil, email: String? = "jane@example.com", phone: String? = nil, message: String? = nil,
               as sender: Principal = TicketShop.john) throws -> Reply {
        let command = OfferTicket(ticketId: ticket ?? tickets[0], to: .init(email: email, phone: phone), message: message)
        return try answered(shard.send(command, as: sender))
    }
    /// An offer that was made: its id.
    func offered(_ ticket: TicketID? = nil, email: String = "jane@example.com",
                 as sender: Principal = TicketShop.john) throws -> TransferID {
        TransferID(try offer(ticket, email: email, as: sender).json["id"]?.string ?? "")
    }
    func accept(_ id: TransferID, token: String? = nil, ageConfirmed: Bool? = nil, as user: Principal = TicketShop.jane) throws -> Reply {
        let sealed: SealedValue? = try token.map { try JSON.decode(SealedValue.self, from: JSON.encode(shard.sealed($0))) }
        return try answered(shard.send(AcceptTransfer(transferId: id, token: sealed, ageConfirmed: ageConfirmed), as: user))
    }
    func decline(_ id: TransferID, as user: Principal = TicketShop.jane) throws -> Reply {
        try answered(shard.send(DeclineTransfer(transferId: id), as: user))
    }
    func cancel(_ id: TransferID, as user: Principal = TicketShop.john) throws -> Reply {
        try answered(shard.send(CancelTransfer(transferId: id), as: user))
    }
    /// The ticket that an accepted offer made.
    func received(_ id: TransferID, as user: Principal = TicketShop.jane) throws -> TicketID {
        TicketID(try accept(id, as: user).json["newTicketId"]?.string ?? "")
    }

    func ticket(_ id: TicketID, as user: Principal = TicketShop.john) throws -> Reply {
        try shard.ask(TicketDetails.self, ["ticketId": .string(id.rawValue)], as: user)
    }
    /// What the QR code of a ticket says.
    func code(_ id: TicketID, as user: Principal = TicketShop.john) throws -> String {
        guard let code = try ticket(id, as: user).json["qr"]?["payload"]?.string else { throw TicketShop.Missing(what: "code") }
        return code
    }
    /// At the door.
    func scan(_ code: String, nonce: String = "nonce-0001") throws -> Reply {
        try answered(shard.send(CheckInTicket(eventId: TicketShop.eventID, code: code, nonce: nonce), as: TicketShop.bob))
    }
    /// The service's messages to itself come back through its log.
    func erase(_ user: User.ID) throws {
        try shard.receive(UserErased(userId: user))
        for message in try shard.published(UndoOrdersOfErased.self) { try shard.receive(message) }
        for message in try shard.published(CancelReceivedTickets.self) { try shard.receive(message) }
    }
    func list(_ direction: String? = nil, as user: Principal) throws -> [JSONValue] {
        try shard.ask(TransfersOfUser.self, direction.map { ["direction": .string($0)] } ?? [:], as: user).json["data"]?.array ?? []
    }
    /// Of John's only transfer.
    func status() throws -> String? { try list("outgoing", as: TicketShop.john).first?["status"]?.string }

    private func answered(_ reply: Reply?) throws -> Reply {
        guard let reply else { throw TicketShop.Missing(what: "answer") }
        return reply
    }
}
