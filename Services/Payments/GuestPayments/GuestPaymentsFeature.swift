import Contracts
import PaymentsKit
import ServiceKit

extension Feature {
    /// Paying by a key, without an account.
    package static func guestPayments<List: PaymentProviderList>(_: List.Type) -> Feature {
        Feature(
            "guest-payments",
            migrations: [CreateGuestKeys.self, RememberDeadlineOfGuests.self],
            commands: [PayOnPage.self, ForgetPayer.self],
            queries: [ShowPayPage.self],
            preprocessors: [PreparePayOnPage<List>.self],
            routes: PayPageRoutes.all(List.self))
    }
}
