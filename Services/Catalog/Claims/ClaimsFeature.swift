import CatalogKit
import Contracts
import ServiceKit

extension Feature {
    /// Holding, selling, releasing and returning what listings of any kind have to claim.
    package static func claims<Kinds: ListingKindList>(of _: Kinds.Type) -> Feature {
        Feature(
            "claims",
            migrations: [CreateClaims.self, CreateOrderRefunds.self, ClaimUnits.self],
            commands: [
                HoldUnits<Kinds>.self, ExtendHold<Kinds>.self, SellHeldUnits<Kinds>.self, ReleaseHold<Kinds>.self, ReturnUnits<Kinds>.self,
            ],
            timers: [ExpireHold<Kinds>.self],
            publishes: [
                ClaimHeld.self, ClaimRefused.self, ClaimConfirmed.self, ClaimConfirmRefused.self, ClaimExpired.self, ClaimReleased.self,
            ],
            texts: [ClaimTexts.all])
    }
}
