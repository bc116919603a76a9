import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Orders of fuel: what their customers and the dispatchers hear.
package struct FuelOrderNews: NotificationSource {
    package init() {}
    package let words: SourceWords = {
        var words = SourceWords()
        words.conditions = [FuelMessage.active]
        (words.plugin, words.samples) = ("fuel-order", FuelTexts.samples)
        words.bareAmounts = ["refund-done", "payment-declined", "balance-due"]
        return words
    }()
    package var feature: Feature? { .fuelOrderNews }

    /// Names of people stand in texts only, never in facts that wait.
    package func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        try FuelTexts.complete(&facts, for: language, in: tx)
    }
    package func person(namedIn facts: Facts) -> String? { facts["driver.id"]?.string }
    package func keep(_ profile: ProfileValues, of user: User.ID, in tx: NotificationsTransaction) throws {
        try MarketingConsent(tx: tx).take(profile, of: user)
    }
    package func forget(_ user: User.ID, in tx: NotificationsTransaction) throws { try tx.marketingConsents.forget(user) }
}
