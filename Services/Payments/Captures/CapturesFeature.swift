import Contracts
import ServiceKit

extension Feature {
    /// Authorised payments: captured in part, released, expired.
    package static let captures = Feature(
        "captures",
        migrations: [AddManualCapture.self],
        commands: [CaptureIntent.self],
        timers: [ExpireAuthorization.self],
        publishes: [PaymentAuthorized.self, CaptureFailed.self])
}
