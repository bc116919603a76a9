import Contracts
import ServiceKit

extension Feature {
    /// Tickets in the wallets of phones, for tenants with a certificate for them.
    static let walletPasses = Feature(
        "wallet-passes",
        queries: [TicketWalletPass.self],
        routes: [
            .get("/tickets/{ticketId}/pass.pkpass", TicketWalletPass.self, access: .user, plugin: WalletPassSettings.plugin,
                 action: "tickets", summary: "The ticket for the wallet of a phone (application/vnd.apple.pkpass), with its code as QR.",
                 refusals: ["409 ticket-not-active"]),
        ],
        plugins: [WalletPassSettings.declaration])
}
