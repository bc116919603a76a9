import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import NotificationsPreferences
import ServiceKit

/// `marketingOptIn` of a profile: a change there turns the pushes of the category on or off. What people choose in their
/// preferences afterwards stays, however often the rest of the profile changes.
struct MarketingConsent {
    let tx: NotificationsTransaction
    private static let field = "marketingOptIn"
    private static let category = "marketing"

    func take(_ profile: ProfileValues, of user: User.ID) throws {
        guard case .bool(let agrees)? = profile[Self.field], try tx.policy().categories[Self.category] != nil,
              agrees != (try tx.marketingConsents.lastSaid(of: user)) else { return }
        try tx.marketingConsents.save(agrees, of: user)
        let editor = try PreferenceEditor(tx, user: user.rawValue)
        var form = editor.form
        form.take(["categories": [Self.category: ["push": .bool(agrees)]]])
        try form.check.check()
        _ = try editor.save(form.preferences, by: "user")
    }
}

extension NotificationsTransaction {
    var marketingConsents: MarketingConsentStore { MarketingConsentStore(database, tenant) }
}
