import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// When too many people leave a category, its caps are halved until they do not any more.
package struct OptOutAlerts {
    private let tx: NotificationsTransaction
    private let policy: NotificationPolicy
    package init(tx: NotificationsTransaction, policy: NotificationPolicy) { (self.tx, self.policy) = (tx, policy) }

    package func check(_ category: String) throws {
        guard let rule = policy.optOutAlert, try !tx.preferences.openAlerts().contains(category) else { return }
        let counted = try numbers(category, rule)
        guard counted.recipients >= rule.minRecipients, counted.rate > rule.above else { return }
        try tx.preferences.openAlert(category, rate: counted.rate, optOuts: counted.optOuts, recipients: counted.recipients, at: tx.now)
        try tx.publish(OptOutAlertOpened(category: category, rate: counted.rate, optOuts: counted.optOuts, recipients: counted.recipients))
        try scheduleReview(category)
    }
    /// A message of the category was sent. A further recipient lowers the rate, so only the one with whom there are enough can open an
    /// alert. False: no other send of this transaction can either, so that a message to many is not counted person by person.
    func sent(_ candidate: Candidate, in category: String) throws -> Bool {
        guard let rule = policy.optOutAlert, try !tx.preferences.openAlerts().contains(category) else { return false }
        let (from, to) = span(of: rule)
        guard try tx.preferences.hasOptOuts(of: category, from: from, to: to) else { return false }
        var recipients = try tx.preferences.recipients(of: category, from: from, to: to, but: candidate.id, upTo: rule.minRecipients)
        let isFurther = recipients.count < rule.minRecipients && recipients.insert(candidate.recipientId).inserted
        guard recipients.count >= rule.minRecipients else { return true }
        if isFurther { try check(category) }
        return false
    }
    private func numbers(_ category: String, _ rule: NotificationPolicy.OptOutAlert) throws -> (rate: Double, optOuts: Int,
        recipients: Int) {
        let (from, to) = span(of: rule)
        let counted = try tx.preferences.optOuts(of: category, from: from, to: to)
        return (counted.recipients == 0 ? 0 : Double(counted.optOuts) / Double(counted.recipients), counted.optOuts, counted.recipients)
    }
    /// To the end of this millisecond: what happens now counts.
    private func span(of rule: NotificationPolicy.OptOutAlert) -> (from: Timestamp, to: Timestamp) {
        (tx.now - rule.within.elapsed + .milliseconds(1), tx.now + .milliseconds(1))
    }
    /// Monday 00:00 on the tenant's clock.
    private func scheduleReview(_ category: String) throws {
        let zone = try TimeZoneRules.named(policy.zone)
        let (_, monday) = LocalCalendar.week(of: tx.now, zone, startingOn: 1)
        try tx.schedule("opt-out-alert:\(category)", at: zone.startOfDay(monday), ReviewOptOutAlert(category: category))
    }
    package func review(_ category: String) throws {
        guard try tx.preferences.openAlerts().contains(category) else { return }
        if let rule = policy.optOutAlert, try numbers(category, rule).rate > rule.above { return try scheduleReview(category) }
        try close(category)
    }
    /// False: there was none.
    @discardableResult
    package func close(_ category: String) throws -> Bool {
        guard try tx.preferences.closeAlert(category, at: tx.now) else { return false }
        let counted = try policy.optOutAlert.map { try numbers(category, $0) } ?? (0, 0, 0)
        try tx.publish(OptOutAlertClosed(category: category, rate: counted.0, optOuts: counted.1, recipients: counted.2))
        tx.cancelTimer("opt-out-alert:\(category)")
        return true
    }
}
