/// The seven states of a food order. What still waits for the catalog's claim is a `FoodOrderRequest`.
package enum FoodOrderStatus: String, Codable, Sendable, CaseIterable {
    case pending, accepted, preparing, ready
    case outForDelivery = "out_for_delivery"
    case delivered, cancelled

    package var isFinal: Bool {
        switch self {
        case .delivered, .cancelled: true
        case .pending, .accepted, .preparing, .ready, .outForDelivery: false
        }
    }
    /// From here on the kitchen works on it, or did.
    package var isAccepted: Bool {
        switch self {
        case .accepted, .preparing, .ready, .outForDelivery, .delivered: true
        case .pending, .cancelled: false
        }
    }
    /// Whether an order may go from here to there; none is skipped.
    package func leads(to next: FoodOrderStatus) -> Bool {
        switch (self, next) {
        case (.pending, .accepted), (.accepted, .preparing), (.preparing, .ready), (.ready, .outForDelivery),
            (.outForDelivery, .delivered): true
        case (.pending, .cancelled), (.accepted, .cancelled), (.preparing, .cancelled), (.ready, .cancelled),
            (.outForDelivery, .cancelled): true
        case (.pending, _), (.accepted, _), (.preparing, _), (.ready, _), (.outForDelivery, _), (.delivered, _), (.cancelled, _): false
        }
    }
}
