import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// `GET /wallet`: what the caller has.
public struct WalletOfOwner: Query {
    public static let type: MessageType = "payments.wallet-of-owner.v1"
    public func answer(in view: PaymentsView) throws -> AccountWalletAnswer {
        let user = try view.user().userID
        return AccountWalletAnswer(try view.accounts.wallet(of: user) ?? .empty(user), view.definition.currency)
    }
}

/// `GET /wallet/entries`: the caller's books, last booked first.
public struct EntriesOfOwner: Query {
    public static let type: MessageType = "payments.entries-of-owner.v1"
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<WalletEntryAnswer> {
        try view.walletEntries(of: try view.user().userID, PageRequest(page: page, perPage: perPage))
    }
}

/// `GET /admin/wallets`: everybody who has one.
public struct ManagedWallets: Query {
    public static let type: MessageType = "payments.managed-wallets.v1"
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<ManagedWalletAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        let wallets = try view.accounts.wallets(limit: request.perPage, offset: request.offset)
        return Page(wallets.map { ManagedWalletAnswer($0, view.definition.currency) }, request, total: try view.accounts.walletCount())
    }
}

/// `GET /admin/wallets/{userId}/entries`: somebody's books, last booked first.
public struct ManagedEntries: Query {
    public static let type: MessageType = "payments.managed-entries.v1"
    public let userId: User.ID
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: PaymentsView) throws -> Page<WalletEntryAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        guard try view.accounts.wallet(of: userId) != nil else { throw Rejection.notFound }
        return try view.walletEntries(of: userId, request)
    }
}

extension PaymentsView {
    fileprivate func walletEntries(of user: User.ID, _ request: PageRequest) throws -> Page<WalletEntryAnswer> {
        let lines = try accounts.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(lines.map { WalletEntryAnswer($0, in: definition) }, request, total: try accounts.count(of: user))
    }
}
