import Contracts
import Kernel
import ServiceKit

/// What organizers earned by the demo's sales, and what they withdrew (`wallets` in `sales.yml`).
struct DemoWallet: Sendable {
    let account: Int
    let payout: ImportWallet.Payout
    let withdrawals: [(amount: Int, at: Timestamp)]

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoWallet] {
        let form = YAMLForm(file: file.path)
        let wallets = form.list("wallets", in: file.root).map { value in
            form.allow(["account", "payout", "withdrawals"], in: value, what: "a wallet")
            let payout = value["payout"] ?? value
            return DemoWallet(
                account: form.number("account", in: value),
                payout: ImportWallet.Payout(type: form.text("type", in: payout), last4: form.text("last4", in: payout),
                                            accountName: form.text("accountName", in: payout)),
                withdrawals: form.list("withdrawals", in: value)
                    .map { (form.number("amount", in: $0), form.time("at", in: $0, time) ?? time.seededAt) })
        }
        try form.check()
        return wallets
    }

    /// Sales less the platform's fee: on hold until a day after the event, then available.
    func message(events: [DemoEvent], sales: [DemoSale], feePercent: Int, currency: Currency, seededAt: Timestamp) -> ImportWallet {
        var entries: [ImportWallet.Entry] = []
        for event in events where event.owner == account {
            let orders = sales.filter { $0.event == event.n && $0.refunded == nil }
            let net = orders.map { sale -> Int in
                guard event.tickets.indices.contains(sale.type - 1) else { return 0 }
                // Fees are rounded per order.
                let total = Money(event.tickets[sale.type - 1].price * sale.each, currency)
                return (total.amount - total.share(percent: feePercent).amount) * sale.buyers.count
            }.reduce(0, +)
            guard net > 0, let end = event.end else { continue }
            let isReleased = end + .hours(24) <= seededAt
            entries.append(.init(id: "demo-earning-\(event.n)", bucket: isReleased ? "available" : "onHold", amount: net,
                                 eventId: EventID(DemoID.event(event.n)),
                                 at: isReleased ? end + .hours(24) : orders.map(\.placed).max() ?? seededAt))
        }
        for (index, withdrawal) in withdrawals.enumerated() {
            entries.append(.init(id: "demo-withdrawal-\(index)-from", bucket: "available", amount: -withdrawal.amount, at: withdrawal.at))
            entries.append(.init(id: "demo-withdrawal-\(index)-to", bucket: "withdrawn", amount: withdrawal.amount, at: withdrawal.at))
        }
        return ImportWallet(userId: User.ID(DemoID.user(account)), entries: entries, payoutAccount: payout)
    }
}
