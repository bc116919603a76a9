import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// A shop sells months for cash to whoever it scanned. The member is covered at once: the cash is in the drawer.
package struct ActivateMembership: Command {
    package static let type: MessageType = "orders.activate-membership.v1"
    package let scanId: String
    package let months: Int
    package init(scanId: String, months: Int) { (self.scanId, self.months) = (scanId, months) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let vendor = try tx.user()
        let memberships = tx.memberships
        let settings = try memberships.settings()
        guard let plan = settings.plan(months: months) else {
            throw Rejection.invalid(["months": ["must be one of \(settings.plans.map { String($0.months) }.joined(separator: ", "))"]])
        }
        let scan = try usable(memberships, vendor)
        let coverage = try memberships.coverage(of: scan.member)
        guard coverage.fits(months: months, settings) else {
            throw Rejection.conflict("coverage-limit", "The membership would reach too far into the future.",
                                     ["maxMonths": .int(coverage.monthsMax(settings))])
        }
        try memberships.requireFresh(scan)  // Last: only then does scanning again help.
        let id = tx.context.newID()
        let price = memberships.price(plan.price)
        let period = try MembershipLedger(tx).grant(months, to: scan.member, price: price, by: .counter(shop: scan.shopID, activation: id))
        let sale = Activation(id: id, scanID: scan.id, member: scan.member, shopID: scan.shopID, vendor: vendor.userID, months: months,
                              amount: price,
                              subscriptionID: period.id, paymentID: PaymentID(DeterministicID.make("cash", id)), createdAt: tx.now,
                              voidableUntil: tx.now + .minutes(settings.voidMinutes))
        try memberships.activations.insert(sale)
        try memberships.scans.use(scan.id, forActivation: id)
        try CashLedger(tx).record(of: sale)
        tx.context.answerIsAbout(sale.member)
        return Created(try MembershipAnswers(memberships).activation(sale), at: "/vendor/activations")
    }

    private func usable(_ memberships: MembershipRepository, _ vendor: Principal) throws -> CardScan {
        let scan = try memberships.scan(scanId, of: vendor)
        if let activation = scan.activationID {
            throw Rejection.conflict("scan-already-used", "This scan has sold a membership already.", ["activationId": .string(activation)])
        }
        try memberships.requireMember(of: scan)
        return scan
    }
}

extension MembershipRepository {
    /// A scan at a shop somebody works at; 404 for any other.
    func scan(_ id: String, of vendor: Principal) throws -> CardScan {
        guard !(try partners.shops(of: vendor.userID)).isEmpty else { throw Self.notYourShop }
        guard let scan = try scans.find(id), try partners.isStaff(vendor.userID, of: scan.shopID) else { throw Rejection.notFound }
        _ = try activeShop(scan.shopID, of: vendor)
        return scan
    }
    func requireMember(of scan: CardScan) throws {
        guard try members.find(scan.member)?.isErased != true else {
            throw Rejection.conflict("scan-refused", "This member is not known any more.")
        }
    }
    func requireFresh(_ scan: CardScan) throws(Rejection) {
        guard now < scan.expiresAt else { throw Rejection(410, "scan-expired", "This scan is too old. Scan again.") }
    }
}

/// What the shop's cash book in payments is told, and told again when it does not answer.
struct CashLedger {
    private let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    func record(of sale: Activation, collectedAt: Timestamp? = nil) throws {
        try tx.send(RecordCash(paymentId: sale.paymentID, activationId: sale.id, shopId: sale.shopID, vendorUserId: sale.vendor,
                               userId: sale.member, amount: sale.amount, collectedAt: collectedAt))
        let minutes = try tx.memberships.settings().cashAnswerMinutes
        try tx.schedule(Self.timer(sale.id), at: tx.now + .minutes(minutes), RetryCashNotification(activationId: sale.id))
    }
    func takeBack(_ sale: Activation) throws {
        tx.cancelTimer(Self.timer(sale.id))
        try tx.send(VoidCash(paymentId: sale.paymentID, activationId: sale.id, shopId: sale.shopID, vendorUserId: sale.vendor,
                             userId: sale.member, amount: sale.amount))
    }
    func stopWaiting(_ sale: Activation) { tx.cancelTimer(Self.timer(sale.id)) }

    private static func timer(_ activation: String) -> String { "cash:\(activation)" }
}

/// The timer of a cash book that did not answer: it is told again, the same payment, a few times. Then a person has to
/// look; the membership stays.
package struct RetryCashNotification: Command {
    package static let type: MessageType = "orders.tell-cash-again.v1"
    package let activationId: String
    package init(activationId: String) { self.activationId = activationId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard var sale = try tx.memberships.activations.find(activationId) else { throw Rejection.notFound }
        switch sale.cash {
        case .recorded, .voided, .unconfirmed: return NoContent()  // It answered while the timer's message was on its way.
        case .recording: break
        }
        if sale.cashTries < (try tx.memberships.settings().cashTriesMax) {
            sale.cashTries += 1
            try tx.memberships.activations.update(sale)
            try CashLedger(tx).record(of: sale, collectedAt: sale.createdAt)
        } else {
            sale.cash = .unconfirmed
            try tx.memberships.activations.update(sale)
            try tx.publish(CashUnconfirmed(activationId: sale.id, paymentId: sale.paymentID, shopId: sale.shopID, amount: sale.amount))
        }
        return NoContent()
    }
}
