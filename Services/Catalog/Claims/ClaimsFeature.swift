import Contracts
import ServiceKit

extension Feature {
    /// Holding, confirming and releasing tickets for orders.
    static let claims = Feature(
        "claims",
        migrations: [CreateClaims.self, CreateOrderRefunds.self],
        commands: [ClaimTickets.self, ExtendClaim.self, ConfirmClaim.self, ReleaseClaim.self, ReturnStock.self],
        timers: [ExpireClaim.self],
        publishes: [
            TicketsClaimed.self, ClaimRefused.self, ClaimConfirmed.self, ClaimConfirmRefused.self, ClaimExpired.self, ClaimReleased.self,
            InventoryLow.self, TicketTypeSoldOut.self,
        ])
}
