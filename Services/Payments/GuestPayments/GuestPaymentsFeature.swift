import Contracts
import ServiceKit

extension Feature {
    /// Paying by a key, without an account.
    static let guestPayments = Feature(
        "guest-payments",
        migrations: [CreateGuestKeys.self, RememberDeadlineOfGuests.self],
        commands: [PayOnPage.self, ForgetPayer.self],
        queries: [ShowPayPage.self],
        preprocessors: [PreparePayOnPage.self],
        routes: PayPageRoutes.all)
}
