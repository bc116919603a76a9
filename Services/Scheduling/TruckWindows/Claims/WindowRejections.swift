import Kernel

/// Why an order gets no stop. The order's customer reads these sentences.
extension Rejection {
    static let windowFull = Rejection.conflict("window-full", "This delivery window is full. Choose another one.")
    static let windowClosed = Rejection.conflict("window-closed", "This delivery window can no longer be booked. Choose another one.")
    static let asapUnavailable = Rejection.conflict("asap-unavailable", "We can't come right now. Choose a delivery window.")
    static let windowNotFound = Rejection(404, "not-found", "This delivery window does not exist.")
    /// The order that asked is gone: nobody reads these two.
    static let windowClaimReleased = Rejection.conflict("claim-released", "The claim was released before.")
    static let windowClaimExpired = Rejection.conflict("claim-expired", "The claim has expired.")
}
