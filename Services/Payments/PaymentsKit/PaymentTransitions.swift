import Contracts
import Kernel

// Every change of a payment's status, but for what ends an authorisation (`CaptureTransitions`). Nothing else writes `status`.

extension Payment {
    /// Throws the 409 that forbids another attempt now.
    public func checkMayStart(at now: Timestamp, attemptsMax: Int) throws(Rejection) {
        switch status {
        // What is authorised is as good as paid: a second attempt would set aside the money twice.
        case .requiresCapture, .succeeded, .partiallyRefunded, .refunded: throw .orderAlreadyPaid
        case .requiresPaymentMethod, .requiresAction, .processing, .failed, .canceled: break
        }
        if let holdExpiresAt, now >= holdExpiresAt { throw .holdExpired }
        switch status {
        case .requiresAction, .processing: throw .paymentInProgress
        case .canceled: throw .conflict("payment-canceled", "This payment was canceled.")
        case .requiresPaymentMethod, .failed: break
        case .requiresCapture, .succeeded, .partiallyRefunded, .refunded: throw .orderAlreadyPaid
        }
        guard attempts < attemptsMax else {
            throw .conflict("too-many-payment-attempts", "All \(attemptsMax) attempts for this order are used up.")
        }
    }

    /// An attempt is under way. The first one keeps the hold until its deadline and the grace after it. Call `checkMayStart` before.
    public mutating func start(_ attempt: Attempt, grace: Duration?) {
        attempts = attempt.number
        status = .processing(attempt)
        if let grace, let until = holdExpiresAt, !holdExtended {
            // A whole second, as answers show it; orders of tickets say the same.
            holdExpiresAt = max(until, (attempt.deadlineAt + grace).wholeSeconds)
            holdExtended = true
        }
    }

    /// The provider wants something of the customer first.
    public mutating func wait(for action: CustomerAction) throws(Rejection) {
        switch status {
        case .processing(let attempt): status = .requiresAction(attempt, action)
        case .requiresPaymentMethod, .requiresAction, .requiresCapture, .failed, .canceled, .succeeded, .partiallyRefunded, .refunded:
            throw .paymentState(self)
        }
    }

    /// The customer approved or rejected; the provider goes on with it. Answers the attempt that knows.
    public mutating func decide(_ decision: CustomerDecision) throws(Rejection) -> Attempt {
        switch status {
        case .requiresAction(var attempt, _):
            attempt.decision = decision
            status = .processing(attempt)
            return attempt
        case .requiresPaymentMethod, .processing, .requiresCapture, .failed, .canceled, .succeeded, .partiallyRefunded, .refunded:
            throw .paymentState(self)
        }
    }

    /// The provider's id of the running attempt.
    public mutating func setReference(_ reference: String) -> Attempt? {
        switch status {
        case .requiresAction(var attempt, let action):
            attempt.providerReference = reference
            status = .requiresAction(attempt, action)
            return attempt
        case .processing(var attempt):
            attempt.providerReference = reference
            status = .processing(attempt)
            return attempt
        case .requiresPaymentMethod, .requiresCapture, .failed, .canceled, .succeeded, .partiallyRefunded, .refunded: return nil
        }
    }

    /// What a result of the provider means here.
    public enum Settlement: Equatable, Sendable {
        case captured(Attempt)
        /// The money is kept ready for a capture.
        case authorized(Attempt)
        /// Authorised after the payment was given up: the money is released at once.
        case voided(Attempt)
        case failed(Attempt, code: String)
        /// The attempt failed after the payment was given up.
        case canceled(Attempt)
        /// The provider says again what it said.
        case repeated(Attempt)
    }

    /// Takes the result of an attempt. A provider that contradicts its own final word is refused: a person must look.
    public mutating func settle(attempt number: Int, _ result: AttemptResult, at now: Timestamp) throws(Rejection) -> Settlement {
        switch status {
        case .requiresAction(let attempt, _), .processing(let attempt):
            guard attempt.number == number else { throw .contradiction(number) }
            switch result {
            case .succeeded:
                if captureMethod == .manual { return authorize(attempt, at: now) }
                status = .succeeded(Capture(attempt: attempt, at: now))
                isUnwanted = false
                return .captured(attempt)
            case .failed(let code):
                if isUnwanted {
                    status = .canceled(at: now)
                    return .canceled(attempt)
                }
                status = .failed(attempt, code: code)
                return .failed(attempt, code: code)
            }
        case .requiresCapture(let attempt):
            guard attempt.number == number, result == .succeeded else { throw .contradiction(number) }
            return .repeated(attempt)
        case .succeeded(let capture), .partiallyRefunded(let capture), .refunded(let capture):
            guard capture.attempt.number == number, result == .succeeded else { throw .contradiction(number) }
            return .repeated(capture.attempt)
        case .failed(let attempt, let code):
            guard attempt.number == number, result == .failed(code) else { throw .contradiction(number) }
            return .repeated(attempt)
        case .requiresPaymentMethod, .canceled:
            throw .contradiction(number)
        }
    }

    private mutating func authorize(_ attempt: Attempt, at now: Timestamp) -> Settlement {
        // A whole second, as answers show it: from the second that they name on nothing can be captured.
        let end = (now + Authorization.lifetime).wholeSeconds
        authorization = Authorization(attempt: attempt.number, amount: amount.amount, expiresAt: end)
        if isUnwanted {
            status = .canceled(at: now)
            return .voided(attempt)
        }
        status = .requiresCapture(attempt)
        return .authorized(attempt)
    }

    public enum Cancellation: Equatable, Sendable {
        /// Canceled for good; the attempt, if there was one, got no decision of the customer.
        case canceled(Attempt?)
        /// An attempt runs and cannot be called back: its result decides.
        case awaitsResult
        /// An authorised payment was canceled: its money is released.
        case released(Attempt)
        /// Canceled before, or paid.
        case unchanged
    }

    /// Nobody wants this payment any more.
    /// - Parameter isRemote: the customer acts at a company, which alone can end the attempt.
    public mutating func cancel(at now: Timestamp, isRemote: Bool = false) -> Cancellation {
        switch status {
        case .requiresPaymentMethod:
            status = .canceled(at: now)
            return .canceled(nil)
        case .requiresAction where isRemote:
            isUnwanted = true
            return .awaitsResult
        case .failed(let attempt, _), .requiresAction(let attempt, _):
            status = .canceled(at: now)
            return .canceled(attempt)
        case .processing:
            isUnwanted = true
            return .awaitsResult
        case .requiresCapture:
            if let attempt = release(at: now, code: authorization?.refusal) { return .released(attempt) }
            // A capture is under way: it was first. If the provider refuses it, the money is released.
            isUnwanted = true
            return .awaitsResult
        case .canceled, .succeeded, .partiallyRefunded, .refunded:
            // Canceling twice is one cancellation; money that is here is the order's to give back.
            return .unchanged
        }
    }

    /// Minor units that may still be given back: neither gone nor on their way.
    public var refundableAmount: Int {
        switch status {
        case .succeeded, .partiallyRefunded: capturedAmount - refundedAmount - refundPendingAmount
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled, .refunded: 0
        }
    }

    /// Sets money aside for a refund. Throws 409 when more than is left would go back.
    public mutating func reserveRefund(_ part: Int) throws(Rejection) {
        switch status {
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled: throw .paymentState(self)
        case .succeeded, .partiallyRefunded, .refunded: break
        }
        guard part > 0, part <= refundableAmount else { throw .refundExceedsPayment(left: refundableAmount) }
        refundPendingAmount += part
    }

    /// The provider gave it back.
    public mutating func completeRefund(_ part: Int) throws(Rejection) {
        switch status {
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled, .refunded:
            throw .paymentState(self)
        case .succeeded(let capture), .partiallyRefunded(let capture):
            refundPendingAmount -= part
            let captured = capturedAmount
            refundedAmount += part
            status = refundedAmount == captured ? .refunded(capture) : .partiallyRefunded(capture)
        }
    }

    /// The provider could not: the money may be refunded again.
    public mutating func abandonRefund(_ part: Int) { refundPendingAmount -= part }
}

extension Rejection {
    package static let orderAlreadyPaid = Rejection.conflict("order-already-paid", "This order is paid.")
    package static let holdExpired = Rejection.conflict("hold-expired", "The time to pay for this order is over.")
    package static let paymentInProgress = Rejection.conflict("payment-in-progress", "A payment attempt is running.")
    package static func paymentState(_ payment: Payment) -> Rejection {
        .conflict("payment-state", "A payment that is \(payment.status.name) does not allow this.",
                  ["currentStatus": .string(payment.status.name)])
    }
    static func refundExceedsPayment(left: Int) -> Rejection {
        .conflict("refund-exceeds-payment", "More than is left of this payment.", ["refundable": .int(left)])
    }
    package static func contradiction(_ attempt: Int) -> Rejection {
        .conflict("contradicting-result", "The provider contradicts what it said of attempt \(attempt).")
    }
}
