import Contracts
import Kernel
import ServiceKit

/// What organizers withdrew (`wallets` in `sales.yml`). What they earned follows from the sales.
public struct DemoWallets: DemoReader {
    public static let file = "sales.yml"
    public static let keys = ["wallets"]

    struct Wallet {
        let account: Int
        let payout: ImportWallet.Payout
        let withdrawals: [(amount: Int, at: Timestamp)]
    }
    let wallets: [Wallet]

    public init(_ form: DemoForm) {
        wallets = form.list("wallets", in: form.root).map { value in
            form.allow(["account", "payout", "withdrawals"], in: value, what: "a wallet")
            let payout = value["payout"] ?? value
            return Wallet(
                account: form.reference("account", to: .account, in: value),
                payout: ImportWallet.Payout(type: form.text("type", in: payout), last4: form.text("last4", in: payout),
                                            accountName: form.text("accountName", in: payout)),
                withdrawals: form.list("withdrawals", in: value).map { (form.number("amount", in: $0), form.requiredTime("at", in: $0)) })
        }
    }

    public func messages(in content: DemoContent) throws -> [DemoMessage] {
        let feePercent = try content.definition.shared(PaymentTerms.self, in: "payments-stub").platformFeePercent
        return wallets.map { DemoMessage("wallet/\($0.account)", .purchases, $0.message(in: content, feePercent: feePercent)) }
    }
}

extension DemoWallets.Wallet {
    /// Sales less the platform's fee: on hold until a day after the event, then available.
    fileprivate func message(in content: DemoContent, feePercent: Int) -> ImportWallet {
        let seededAt = content.time.seededAt
        var entries: [ImportWallet.Entry] = []
        for event in content.of(DemoEvents.self)?.events ?? [] where event.owner == account {
            let sales = content.of(DemoSales.self)?.lasting(of: event.n) ?? []
            let net = sales.map { sale -> Int in
                guard event.tickets.indices.contains(sale.type - 1) else { return 0 }
                // Fees are rounded per order.
                let total = Money(event.tickets[sale.type - 1].price * sale.each, content.currency)
                return (total.amount - total.share(percent: feePercent).amount) * sale.buyers.count
            }.reduce(0, +)
            guard net > 0, let end = event.end else { continue }
            let isReleased = end + .hours(24) <= seededAt
            entries.append(.init(id: "demo-earning-\(event.n)", bucket: isReleased ? "available" : "onHold", amount: net,
                                 eventId: EventID(DemoID.event(event.n)),
                                 at: isReleased ? end + .hours(24) : sales.map(\.placed).max() ?? seededAt))
        }
        for (index, withdrawal) in withdrawals.enumerated() {
            entries.append(.init(id: "demo-withdrawal-\(index)-from", bucket: "available", amount: -withdrawal.amount, at: withdrawal.at))
            entries.append(.init(id: "demo-withdrawal-\(index)-to", bucket: "withdrawn", amount: withdrawal.amount, at: withdrawal.at))
        }
        return ImportWallet(userId: content.user(account), entries: entries, payoutAccount: payout)
    }
}
