import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var transfers: TransferStore { TransferStore(database, tenant, at: now) }
}

extension OrdersTransaction {
    package var transferPeople: TransferPersonStore { TransferPersonStore(database, tenant) }

    private var transferKey: [UInt8] { context.serviceKey("transfer") }
    func addressKey(of address: TransferAddress) -> String { address.key(transferKey, of: tenant) }
    /// What a link's token is known by.
    func tokenKey(of token: String) -> String {
        DeterministicID.make("transfer-token", Base64URL.encode(transferKey), tenant.rawValue, token)
    }

    /// The transfer, if it concerns this recipient: by a proved address, by an earlier answer, or by the link. Throws 404.
    /// A token that is sent has to be the right one.
    func transfer(_ id: TransferID, to user: User.ID, token: SealedValue?) throws -> TicketTransfer {
        guard let transfer = try transfers.find(id), transfer.sender != user else { throw Rejection.notFound }
        if let token {
            let given = tokenKey(of: try context.open(token).trimmed)
            guard transfer.tokenKey == given else { throw Rejection.notFound }
        } else if try !transfers.isParty(user, of: transfer, .incoming) {
            throw Rejection.notFound
        }
        return transfer
    }

    func transferAnswer(_ transfer: TicketTransfer, to user: User.ID) throws -> TransferAnswer {
        try TransferAnswer(transfer, to: user, tickets: tickets, events: events, people: people, now: now)
    }
}
