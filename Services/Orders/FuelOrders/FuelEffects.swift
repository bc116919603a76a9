import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersFuelReceipts
import OrdersKit
import OrdersTrucks
import ServiceKit

// Carries out what a step asks for: messages to other services, fuel of trucks, receipts, the order's row and its timer.
extension FuelSale {
    package static func settings(in tx: OrdersTransaction) -> FuelOrderSettings { tx.fuelOrderSettings }

    /// The order after what its timers owed by now, each at its own time: one long wait ends as many short ones do.
    package static func load(_ id: OrderID, in tx: OrdersTransaction) throws -> FuelOrder? {
        guard var order = try tx.fuelOrders.find(id) else { return nil }
        let settings = tx.fuelOrderSettings
        // Every timer fires once, asks again a few times, or ends the order.
        for _ in 0..<(FuelTimer.allCases.count + settings.captureRetryMinutes.count) {
            guard let next = FuelTimer.pending(of: order, settings).first, next.due <= tx.now else { break }
            // Not before what happened last: a release may bring back a time that is over.
            let before = order, time = max(next.due, order.lastTransitionAt)
            let effects = try step(&order, on: .timer(next.timer), at: time, settings: settings)
            if order != before { try save(order, in: tx) }
            try perform(effects, of: order, at: time, in: tx)
        }
        return try tx.fuelOrders.find(id)
    }

    package static func save(_ order: FuelOrder, in tx: OrdersTransaction) throws {
        // It went on after the erasure: answers since then named the customer, too.
        let wasNamed = try order.isForgotten && tx.fuelOrders.find(order.id).map { $0.isErased && !$0.isForgotten } ?? false
        try tx.fuelOrders.update(order)
        try setTimer(of: order, in: tx)
        if wasNamed { try tx.context.forgetAnswers(to: order.customer) }
    }

    static func setTimer(of order: FuelOrder, in tx: OrdersTransaction) throws {
        let name = FuelTimerDue.timer(order.id)
        guard let next = FuelTimer.pending(of: order, tx.fuelOrderSettings).first else { return tx.cancelTimer(name) }
        try tx.schedule(name, at: next.due, FuelTimerDue(orderId: order.id))
    }

    package static func perform(_ effects: [FuelEffect], of order: FuelOrder, in tx: OrdersTransaction) throws {
        try perform(effects, of: order, at: tx.now, in: tx)
    }

    /// - Parameter at: when it happened: a timer may have been due earlier.
    private static func perform(_ effects: [FuelEffect], of order: FuelOrder, at time: Timestamp, in tx: OrdersTransaction) throws {
        for effect in effects {
            switch effect {
            case .claim(let claim, let window): try tx.send(windowClaim(claim, window, of: order, at: time, in: tx))
            case .confirmClaim(let claim): try tx.send(ConfirmWindow(claimId: claim, orderId: order.id))
            case .releaseClaim(let claim): try tx.send(ReleaseWindow(claimId: claim, orderId: order.id))
            case .createIntent(let payment, let method, let sandbox):
                if let intent = intent(payment, method, sandbox, of: order, tx.fuelOrderSettings) { try tx.send(intent) }
            case .cancelIntent(let payment): try tx.send(CancelIntent(paymentId: payment, orderId: order.id))
            case .capture(let payment, let amount):
                try tx.send(CaptureIntent(paymentId: payment, orderId: order.id, amount: amount, currency: order.currency))
            case .creditTip(let driver): try tx.send(tipPosting(of: order, to: driver))
            case .issueReceipt(let payment): try issueReceipt(of: order, for: payment, in: tx)
            case .addToReceipt(let payment, let line): try addToReceipt(payment, line, of: order, in: tx)
            case .noteRefund(let refund, let amount):
                try tx.fuelReceipts.refunded(FuelReceipt.Refund(id: refund, amount: amount, at: time.wholeSeconds), of: order.id)
            case .reserveFuel(let driver):
                try Trucks(tx).reserve(order.maxGallons, of: order.fuelType, for: order.id, on: driver.truckId)
            case .deliverFuel(let driver, let reading):
                let delivered = DeliveredFuel(order: order.id, meterStart: reading.meterStart, meterEnd: reading.meterEnd)
                try Trucks(tx).deliver(delivered, of: order.fuelType, from: driver.truckId, by: driver.id, at: time)
            case .returnPromo: try PromoUses(tx).giveBack(of: order.id)
            case .reopenQuote: try tx.fuelQuotes.reopen(of: order.id)
            case .tellDrivers(let by): try DriverJobs(tx).update(job(of: order), by: by.rawValue, at: time)
            case .answer(let wait, let refusal): try answer(wait, refusal, order, in: tx)
            case .announce(let news): try announce(news, order, at: time, in: tx)
            case .show(let frame): try show(frame, order, at: time, in: tx)
            }
        }
    }

    private static func windowClaim(_ claim: ClaimID, _ window: TruckWindowID?, of order: FuelOrder, at time: Timestamp,
        in tx: OrdersTransaction) -> ClaimWindow {
        // A stop that was lost is asked for as it was at first; a wish to move is judged when it comes in.
        let isMove = order.pendingMove?.claim == claim
        return ClaimWindow(claimId: claim, orderId: order.id, areaId: order.areaId, windowId: window, fuelType: order.fuelType,
                           receivedAt: isMove ? time : order.receivedAt,
                           expiresAt: time + .minutes(tx.fuelOrderSettings.holdMinutes))
    }

    private static func intent(_ id: PaymentID, _ method: FuelMethod, _ sandbox: String?, of order: FuelOrder,
        _ settings: FuelOrderSettings) -> CreateIntent? {
        guard let payment = order.payments.first(where: { $0.id == id }) else { return nil }
        let isOrder = payment.purpose == .order
        var intent = CreateIntent(paymentId: id, orderId: order.id, userId: order.customer, amount: payment.amount,
                                  currency: order.currency, holdExpiresAt: order.payBy(payment.purpose, settings), sandbox: sandbox)
        intent.purpose = payment.purpose
        intent.captureMethod = isOrder ? .manual : nil
        switch method {
        case .named(let method): intent.paymentMethodId = method
        case .usual: intent.usesDefaultMethod = true
        case .of(let former): intent.methodOfPaymentId = former
        }
        return intent
    }

    /// - Parameter time: of a tip that was paid before this platform; nil: now.
    static func tipPosting(of order: FuelOrder, to driver: User.ID, at time: Timestamp? = nil) -> PostLedger {
        PostLedger(transactionId: "tip:\(order.id)", orderId: order.id, at: time, entries: [
            PostLedger.Entry(account: .cardClearing, type: .tip, amount: order.money(-order.tip)),
            PostLedger.Entry(account: .user, userId: driver, type: .tip, amount: order.money(order.tip)),
        ])
    }

    /// Answers the deferred request: the order as it is now, or why it does not move.
    private static func answer(_ wait: FuelWait, _ refusal: Rejection?, _ order: FuelOrder, in tx: OrdersTransaction) throws {
        guard let refusal else {
            return try tx.answer(wait.request, with: tx.fuelPresenter().answer(order, for: wait.reader))
        }
        tx.answer(wait.request, with: refusal)
    }

    /// How drivers see it: open once it is offered, one driver's, or over.
    static func job(of order: FuelOrder) -> DriverJob {
        DriverJob(id: order.id, number: order.shownNumber, customer: order.customer, areaId: order.areaId, fuelType: order.fuelType,
                  maxGallons: order.maxGallons, isAsap: order.schedule.type == .asap, startsAt: order.schedule.startsAt,
                  promisedBy: order.schedule.promisedBy, state: state(of: order))
    }
    private static func state(of order: FuelOrder) -> DriverJob.State {
        switch order.status {
        case .pending: .waiting
        case .scheduled: order.sent.contains(.offer) ? .open : .waiting
        case .assigned: order.driver.map { .assigned($0.id) } ?? .waiting
        case .enRoute, .arrived, .fueling: order.driver.map { .underWay($0.id) } ?? .waiting
        case .completed: .done
        case .cancelled, .failed: .over
        }
    }
}
