import Contracts
import Kernel

// How an authorised payment ends: captured, released or expired. The first of them wins.

extension Payment {
    /// What follows from an order to capture.
    public enum CaptureStart: Equatable, Sendable {
        /// The provider must be asked.
        case begun(Attempt)
        /// The provider was asked for the same amount, and its answer is still to come.
        case underWay
        /// The same amount was captured before.
        case repeated(Attempt)
        case refused(code: String)
    }

    /// - Parameter overPercent: how much more than the authorised amount the tenant may take.
    public mutating func beginCapture(_ part: Int, overPercent: Int, at now: Timestamp) -> CaptureStart {
        switch status {
        case .requiresPaymentMethod, .requiresAction, .processing, .failed: return .refused(code: "not_authorized")
        case .canceled(_, let code): return .refused(code: code == Authorization.expired ? Authorization.expired : "payment_canceled")
        case .succeeded(let capture), .partiallyRefunded(let capture), .refunded(let capture):
            return part == capturedAmount && authorization != nil ? .repeated(capture.attempt) : .refused(code: "already_captured")
        case .requiresCapture(let attempt):
            guard var authorized = authorization else { return .refused(code: "not_authorized") }
            guard now < authorized.expiresAt else { return .refused(code: Authorization.expired) }
            guard part >= 1 else { return .refused(code: "amount_too_small") }
            guard part <= authorized.limit(overPercent: overPercent) else { return .refused(code: "amount_too_large") }
            if let pending = authorized.pending { return pending == part ? .underWay : .refused(code: "capture_in_progress") }
            authorized.pending = part
            authorized.captures += 1
            authorization = authorized
            return .begun(attempt)
        }
    }

    /// The provider took what it was asked for. Nil: it was not asked.
    public mutating func completeCapture(at now: Timestamp) -> Attempt? {
        guard case .requiresCapture(let attempt) = status, let part = authorization?.pending else { return nil }
        authorization?.pending = nil
        authorization?.refusal = nil
        authorization?.captured = part
        isUnwanted = false
        status = .succeeded(Capture(attempt: attempt, at: now))
        return attempt
    }

    /// The provider took nothing. Answers the amount that was asked for; nil: it was not asked.
    public mutating func refuseCapture(_ code: String) -> Int? {
        guard case .requiresCapture = status, let part = authorization?.pending else { return nil }
        authorization?.pending = nil
        authorization?.refusal = code
        return part
    }

    /// The authorisation ends without money. Answers its attempt; nil: there is none to end, or a capture is under way.
    /// - Parameter code: why, if nobody asked for it.
    public mutating func release(at now: Timestamp, code: String?) -> Attempt? {
        guard case .requiresCapture(let attempt) = status, authorization?.pending == nil else { return nil }
        status = .canceled(at: now, code: code)
        return attempt
    }
}
