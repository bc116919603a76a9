import Contracts
import Kernel

/// A food order as notifications know it: what decides whether a message is still true.
struct KnownFoodOrder: Equatable {
    enum Status: String, CaseIterable {
        case pending, accepted, preparing, ready, delivered, cancelled
        case outForDelivery = "out_for_delivery"

        /// Accepted, and neither delivered nor cancelled.
        var isUnderWay: Bool {
            switch self {
            case .accepted, .preparing, .ready, .outForDelivery: true
            case .pending, .delivered, .cancelled: false
            }
        }
        var isFinal: Bool {
            switch self {
            case .delivered, .cancelled: true
            case .pending, .accepted, .preparing, .ready, .outForDelivery: false
            }
        }
    }
    let id: OrderID
    var status: Status
    var courier: User.ID?
    var isRated = false
    /// When the customer expects it by what they were last told. Nil: nobody told them a time.
    var toldDeliveryAt: Timestamp?
    /// Nil: it goes on.
    var endedAt: Timestamp?

    /// Whether nobody had come for it at a time before its end.
    func waited(at time: Timestamp) -> Bool { courier == nil && endedAt.map { time < $0 } ?? false }
}
